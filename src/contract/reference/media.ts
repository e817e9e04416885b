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
        'The media library of the site, the newest item first. Continue with `cursor` while `more` is true. docs/media.md is the guide.',
      example: { query: { type: 'image', count: 2 } },
    },
    create: {
      summary: 'Upload media',
      about:
        'Send a form (`multipart/form-data`) with the field `file`, and what describes it as further fields: JPEG, PNG, WebP, GIF, AVIF, SVG, PDF and MP3 up to 50 MiB, MP4 and WebM up to 200 MiB. A small file may be sent within JSON instead, in base64, and a picture on another server by its `url`. Pictures are stored upright and without metadata, SVG as PNG. The same file again is the same item.',
      example: { body: { data: PIXEL, name: 'pixel.png', alt_text: 'A grey pixel' } },
    },
    read: {
      summary: 'Read media',
      about: 'One item: its address, the properties of the file, and its description.',
      example: {},
    },
    change: {
      summary: 'Change media',
      about: 'Saves the description of the item. The file stays; `PUT …/media/{id}/file` replaces it.',
      example: { body: { alt_text: 'The harbour at dusk', credit: 'Ida Holm', focal_x: 70, focal_y: 40 } },
    },
    replaceFile: {
      summary: 'Replace the file of media',
      about:
        'Takes a file as an upload does, of the same kind: a picture for a picture. The item keeps its id, description and uses, and gets a new address, which what is served shows from then on; articles are rendered anew and receivers get an `update`. The earlier address leads to the new one (302). 409 when the file is another item of the site already.',
      example: { path: { id: 34 }, body: { data: OTHER_PIXEL, name: 'dark.png' }, after: ['media.create'] },
    },
    remove: {
      summary: 'Delete media',
      about:
        'Removes the item from the library; the file is no longer served. 409 while something uses it, unless `force` is `true`.',
      example: { path: { id: 34 }, after: ['media.create', 'media.replaceFile'] },
    },
    uses: {
      summary: 'List uses of media',
      about: 'Articles, with their revisions, and everything else that refers to the item.',
      example: {},
    },
  },
};
