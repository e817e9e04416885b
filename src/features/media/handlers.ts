import type { manageApi } from '../../contract/routes.ts';
import { invalidBody } from '../../core/errors.ts';
import type { Site } from '../../db/site-lock.ts';
import type { AddressGuard } from '../../outbound/connect.ts';
import { type Handlers, type UploadedFile, Versioned } from '../handler.ts';
import { changeMedia, deleteMedia } from './commands.ts';
import { withBytes } from './local-file.ts';
import { mediaItem } from './present.ts';
import { type MediaRow, mediaById, mediaCount, mediaPage } from './queries.ts';
import { receiveFile } from './receive.ts';
import { uploadsFromAddresses } from './remote-upload.ts';
import { replaceFile } from './replace.ts';
import type { MediaTools } from './tools.ts';
import { type UseRow, useCount, usesOf } from './uses.ts';

const PAGE_SIZE = 20;

export function manageMedia(tools: MediaTools, guard: AddressGuard): Handlers<typeof manageApi.media> {
  const fetched = uploadsFromAddresses(tools, guard);
  const withFile = async <T>(
    { upload, data, url, name = 'file' }: GivenFile,
    work: (file: UploadedFile) => Promise<T>,
  ) => {
    if ([upload ?? undefined, data, url].filter((given) => given !== undefined).length !== 1)
      throw invalidBody([{ path: '/data', message: 'or url, or the field “file” of a form is needed, one of them' }]);
    if (upload) return work(upload);
    return url === undefined ? withBytes(tools, Buffer.from(data ?? '', 'base64'), name, work) : fetched(url, work);
  };
  return {
    async list(db, { site, query: { count = PAGE_SIZE, page = 1, cursor, ...filter } }) {
      const from = cursor === undefined ? { offset: (page - 1) * count } : { below: Number(cursor) };
      const found = await mediaPage(db, site.id, filter, count + 1, from);
      const rows = found.slice(0, count);
      const meta = { total_count: await mediaCount(db, site.id, filter), count: rows.length };
      const last = rows.at(-1)?.id;
      const end = { cursor: last === undefined ? null : String(last), more: found.length > count };
      return { media_items: rows.map((row) => mediaItem(row, site)), meta, ...end };
    },
    async create(db, { site, body, upload, caller }) {
      const { data, url, name, ...fields } = body;
      const item = { siteId: site.id, origin: 'upload' as const, caller, fields, sourceUrl: url ?? null };
      const row = await withFile({ upload, data, url, name }, (file) => receiveFile(db, tools, file, item));
      return shown(row, site);
    },
    async read(db, { site, params }) {
      return shown(await mediaById(db, site.id, params.id), site);
    },
    async change(db, { site, caller, params, body, ifMatch, createdBy }) {
      return shown(await changeMedia(db, { caller, siteId: site.id, id: params.id, ifMatch, createdBy }, body), site);
    },
    async replaceFile(db, { site, caller, params, body, upload, ifMatch, createdBy }) {
      const which = { caller, siteId: site.id, id: params.id, ifMatch, createdBy };
      const sourceUrl = body.url ?? null;
      const row = await withFile({ upload, ...body }, (file) => replaceFile(db, tools, file, { ...which, sourceUrl }));
      return shown(row, site);
    },
    async remove(db, { site, caller, params, query, ifMatch, createdBy }) {
      await deleteMedia(db, { caller, siteId: site.id, id: params.id, ifMatch, createdBy }, query.force ?? false);
      return undefined;
    },
    async uses(db, { site, params, createdBy, query: { count = PAGE_SIZE, page = 1 } }) {
      await mediaById(db, site.id, params.id);
      const rows = await usesOf(db, site.id, params.id, { createdBy, count, offset: (page - 1) * count });
      const meta = { total_count: await useCount(db, site.id, params.id, createdBy), count: rows.length };
      return { uses: rows.map(use), meta };
    },
  };
}

interface GivenFile {
  upload: UploadedFile | null;
  data?: string | undefined;
  url?: string | undefined;
  name?: string | undefined;
}

type UseWire = Omit<UseRow, 'owner'> & { owner: 'article' };
/** Owners are written by our own code alone. */
const use = (row: UseRow) => row as UseWire;

function shown(row: MediaRow, site: Site) {
  return new Versioned({ media_item: mediaItem(row, site) }, row.version);
}
