/** The routes of the guest API. Its callers were admitted before: their source exists, and takes articles. */
import type { Static } from 'typebox';
import {
  type GuestArticle,
  type GuestArticleText,
  MOST_OFFERS,
  NewGuestArticle,
  type OfferResult,
} from '../contract/guest.ts';
import { GUEST_FIELDS } from '../contract/source.ts';
import { badParameter, invalidBody, type Problem, RequestError, unsupportedMedia } from '../core/errors.ts';
import { guestItem } from '../core/intake/guest.ts';
import { sha256 } from '../core/intake/identity.ts';
import { storedHtml, storedMedia } from '../core/media-text.ts';
import type { Actor, SourceOfKey } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { noSuchSite, type Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import type { Line, UploadedFile } from '../features/handler.ts';
import { withBytes } from '../features/media/local-file.ts';
import { mediaItem } from '../features/media/present.ts';
import { receiveFile } from '../features/media/receive.ts';
import type { MediaTools } from '../features/media/tools.ts';
import { siteById } from '../features/sites/queries.ts';
import { guestArticle, noteFile, offerRow, sourceOf } from '../features/sources/guests.ts';
import { sourceById } from '../features/sources/queries.ts';
import type { IntakeRoutes } from '../http/handlers.ts';
import { NO_PICTURE } from '../http/upload.ts';
import { problemsOf } from '../http/validate.ts';
import { keyOfOffer, noSuchOffer, offerItem, withdrawItem } from './guests.ts';

type Text = Omit<Static<typeof GuestArticleText>, 'external_id'>;
type Answer = Static<typeof GuestArticle>;
type Result = Static<typeof OfferResult>;

export function guestRoutes(media: MediaTools, rawDays: number): Pick<IntakeRoutes, 'guestArticles' | 'guestMedia'> {
  const offer = async (
    db: Db | Tx,
    { caller, now }: { caller: Actor; now: Date },
    externalId: string,
    text: Text,
  ): Promise<Answer> => {
    const source = sourceOf(caller);
    const site = await siteOf(db, source);
    const { settings } = await sourceById(db, source.site_id, source.id);
    refuseFields(text, settings.allowed_fields);
    const item = guestItem(externalId, withStoredMedia(text, site), now);
    await offerItem(db, source, item, { now, rawDays, keyId: caller.id });
    return shown(db, source, externalId);
  };
  return {
    guestArticles: {
      async offer(db, { body, lines, caller, now }) {
        const one = ({ external_id, ...text }: Static<typeof NewGuestArticle>) =>
          offer(db, { caller, now }, external_id, text);
        return lines
          ? { article: null, results: await results(lines, one) }
          : { article: await one(body), results: [] };
      },
      async put(db, { params, body, caller, now }) {
        refuseExternalId(params.external_id);
        const { external_id = params.external_id, ...text } = body;
        if (external_id !== params.external_id)
          throw invalidBody([{ path: '/external_id', message: 'must be the one in the address, or be left out' }]);
        return { article: await offer(db, { caller, now }, external_id, text) };
      },
      async read(db, { params, caller }) {
        return { article: await shown(db, sourceOf(caller), params.external_id) };
      },
      async withdraw(db, { params, caller, now }) {
        const source = sourceOf(caller);
        const site = await siteOf(db, source);
        await withdrawItem(db, { site, caller, now }, keyOfOffer(source, params.external_id));
        return undefined;
      },
    },
    guestMedia: {
      async create(db, { body, upload, caller }) {
        const source = sourceOf(caller);
        const site = await siteOf(db, source);
        const { data, name = 'file', ...fields } = body;
        if ((upload === null) === (data === undefined))
          throw invalidBody([{ path: '/data', message: 'or the field “file” of a form is needed, one of them' }]);
        const received = async (file: NonNullable<typeof upload>) => {
          if (file.type.kind !== 'image') throw unsupportedMedia(NO_PICTURE);
          return receiveFile(db, media, knownToSource(source, file), {
            siteId: site.id,
            origin: 'guest',
            caller,
            fields,
          });
        };
        const row = upload
          ? await received(upload)
          : await withBytes(media, Buffer.from(data ?? '', 'base64'), name, received);
        await noteFile(db, source, row.id);
        const { url, path, mime, size, width, height } = mediaItem(row, site);
        return { media_item: { url, path, mime, size, width, height } };
      },
    },
  };
}

async function shown(db: Db | Tx, source: SourceOfKey, externalId: string): Promise<Answer> {
  const row = await offerRow(db, source, keyOfOffer(source, externalId).key);
  if (!row) throw noSuchOffer();
  return guestArticle(row, externalId);
}

/**
 * The item that someone else has of the same bytes has their name, and that they have it is theirs to know: a source gets its own. The
 * bytes are stored once.
 */
const knownToSource = (source: SourceOfKey, file: UploadedFile): UploadedFile => ({
  ...file,
  knownBy: sha256(`source ${source.id} ${file.sha256.toString('hex')}`),
});

async function siteOf(db: Db | Tx, { site_id }: SourceOfKey): Promise<Site> {
  const site = await siteById(db, site_id);
  if (!site) throw noSuchSite();
  return site;
}

/** One after the other: each line succeeds or fails by itself. */
async function results(
  lines: AsyncIterable<Line>,
  offer: (article: Static<typeof NewGuestArticle>) => Promise<Answer>,
): Promise<Result[]> {
  const made: Result[] = [];
  for await (const { number, value, problems } of lines) {
    if (made.length === MOST_OFFERS) {
      made.push(refused(number, 422, `There are more than ${MOST_OFFERS} lines; send the rest in another request.`));
      break;
    }
    if (problems.length > 0) made.push(refused(number, 422, sentence(problems)));
    else made.push(await resultOf(number, () => offer(value as Static<typeof NewGuestArticle>))); // read by its schema
  }
  return made;
}

async function resultOf(line: number, work: () => Promise<Answer>): Promise<Result> {
  try {
    return { line, status: 200, article: await work(), error: null };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return refused(line, error.status, error.details.problems ? sentence(error.details.problems) : error.message);
  }
}

const refused = (line: number, status: number, error: string): Result => ({ line, status, article: null, error });
const sentence = (problems: Problem[]) =>
  `${problems.map(({ path, message }) => `${path.slice(1)} ${message}`.trim()).join('; ')}.`;

/** `allowed` null: all. */
function refuseFields(text: Text, allowed: readonly string[] | null = null): void {
  const sent = GUEST_FIELDS.filter((name) => text[name] !== undefined && allowed?.includes(name) === false);
  if (sent.length > 0)
    throw invalidBody(sent.map((name) => ({ path: `/${name}`, message: 'is not taken by this source' })));
}

function refuseExternalId(externalId: string): void {
  const [problem] = problemsOf(NewGuestArticle.properties.external_id, externalId);
  if (problem) throw badParameter('external_id', `external_id ${problem.message}.`);
}

/** Files of the library are stored without the address of the service, as in every body. */
function withStoredMedia(text: Text, { media_url }: Site): Text {
  const { body, cover_url } = text;
  return {
    ...text,
    ...(body === undefined ? {} : { body: storedHtml(body, media_url) }),
    ...(cover_url ? { cover_url: storedMedia(cover_url, media_url) } : {}),
  };
}
