/** Media in the management API: words and examples, under the names of the rows. */
import type { manageApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';

/** One grey pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

/** A darker one. */
const OTHER_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12NISEgAAAJEASEwOl1rAAAAAElFTkSuQmCC';

export const mediaOperations: OperationsOf<Pick<typeof manageApi, 'media'>> = {
  media: {
    list: {
      summary: 'List media',
      about:
        'The media library of the site, newest first. Continue with `cursor` while `more` is true. docs/media.md has more.',
      example: { query: { type: 'image', count: 2 } },
    },
    create: {
      summary: 'Upload media',
      about:
        'Send a form (`multipart/form-data`) with the file in the field `file` and its description in other fields: JPEG, PNG, WebP, GIF, AVIF, SVG, PDF and MP3 up to 50 MiB, MP4 and WebM up to 200 MiB. Or send JSON with a small file in base64, or with the `url` of a picture on another server. Pictures are stored upright and without metadata, SVG as PNG. Uploading a file again returns the same item.',
      example: { body: { data: PIXEL, name: 'pixel.png', alt_text: 'A grey pixel' } },
    },
    read: {
      summary: 'Read media',
      about: 'One item: its address, the properties of the file, and its description.',
      example: {},
    },
    change: {
      summary: 'Change media',
      about: 'Saves the description of the item. To replace the file, use `PUT …/media/{id}/file`.',
      example: { body: { alt_text: 'The harbour at dusk', credit: 'Ida Holm', focal_x: 70, focal_y: 40 } },
    },
    replaceFile: {
      summary: 'Replace the file of media',
      about:
        'Send a file as in an upload, of the same kind: a picture for a picture. The item keeps its id, description and uses, and gets a new address. Published articles are rendered again with it, and receivers get an `update`. The old address redirects to the new one (302). 409 if the file is already another item of the site.',
      example: { path: { id: 34 }, body: { data: OTHER_PIXEL, name: 'dark.png' }, after: ['media.create'] },
    },
    remove: {
      summary: 'Delete media',
      about:
        'Deletes the item and its file. 409 if something uses it, unless `force` is `true`: then it is removed from everything that is served.',
      example: { path: { id: 34 }, after: ['media.create', 'media.replaceFile'] },
    },
    uses: {
      summary: 'List uses of media',
      about: 'The articles, including their revisions, and all other items that refer to the media item.',
      example: { path: { id: 29 } },
    },
  },
};
