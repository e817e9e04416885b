/** Export and import as the commands do them, on the databases of tests. */
import { Readable } from 'node:stream';
import type { TestApp } from '../../../test/app.ts';
import { commandLine } from '../../core/rights.ts';
import { kysely } from '../../db/connect.ts';
import { readArchive, writeArchive } from '../../features/media/archive.ts';
import { secretsWith } from '../../features/webhooks/secrets.ts';
import { exportLines } from '../export.ts';
import { type ImportOptions, type ImportResult, importLines } from '../import.ts';
import { newFileSecrets, openFileSecrets } from '../secrets.ts';

const CHEAP = { cost: 10 };
/** As in test/app.ts. */
const webhookSecrets = secretsWith(Buffer.alloc(32, 'k'));

export async function exported(app: TestApp, siteIds: number[] | null = null, passphrase = ''): Promise<string> {
  let text = '';
  const write = async (part: string) => {
    text += part;
  };
  const secrets = passphrase ? { ...(await newFileSecrets(passphrase, CHEAP)), webhookSecrets } : undefined;
  await exportLines(kysely(app.pool), { siteIds, version: '0.0.0-test', now: new Date(), secrets, write });
  return text;
}

/** The bytes of an archive of media. */
export type Archive = Buffer[];

/** With media and secrets. */
export async function exportedWhole(app: TestApp, passphrase: string): Promise<[string, Archive]> {
  const [texts, archive]: [string[], Archive] = [[], []];
  await exportLines(kysely(app.pool), {
    siteIds: null,
    version: '0.0.0-test',
    now: new Date(),
    secrets: { ...(await newFileSecrets(passphrase, CHEAP)), webhookSecrets },
    writeMedia: (tx, siteIds) =>
      writeArchive(tx, app.media, siteIds, async (bytes) => void archive.push(Buffer.from(bytes))),
    write: async (text) => void texts.push(text),
  });
  return [texts.join(''), archive];
}

export const withMedia = (app: TestApp, archive: Archive): Pick<ImportOptions, 'openMedia'> => ({
  async openMedia() {
    await readArchive(kysely(app.pool), app.media, Readable.from(archive), commandLine, { isBytesAlone: true });
    return app.media.storage;
  },
});

export const withPassphrase = (passphrase: string): Pick<ImportOptions, 'openSecrets'> => ({
  openSecrets: (header) => openFileSecrets(header, passphrase),
});

export interface Imported extends ImportResult {
  refused: { line: number; reason: string }[];
}

export async function imported(
  app: TestApp,
  text: string | AsyncIterable<Buffer>,
  options: Partial<ImportOptions> = {},
): Promise<Imported> {
  const refused: Imported['refused'] = [];
  const result = await importLines(kysely(app.pool), typeof text === 'string' ? pieces(text) : text, {
    siteId: null,
    isStrict: false,
    isTrial: false,
    isNotifying: false,
    isRestarted: false,
    webhookSecrets: async () => webhookSecrets,
    now: () => new Date(),
    onBadLine: (line, reason) => refused.push({ line, reason }),
    ...options,
  });
  return { ...result, refused };
}

/** Cut where no line ends, as a file is read. */
async function* pieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
}

export const lines = (...values: object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** The least that articles need. */
export const ground = (site = 1): object[] => [
  { site: { id: site, name: 'Test', url: 'https://test.example' } },
  { section: { site_id: site, id: 1, name: 'News' } },
];

export const article = (id: number, fields: object = {}, site_id = 1): object => ({
  article: {
    site_id,
    id,
    title: `Article ${id}`,
    section_id: 1,
    state: 'published',
    published_at: '2026-01-02T03:04:05Z',
    ...fields,
  },
});
