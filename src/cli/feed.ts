import { readFile, writeFile } from 'node:fs/promises';
import { NewSource } from '../contract/source.ts';
import { badUsage, RequestError } from '../core/errors.ts';
import { decodedText } from '../core/intake/charset.ts';
import { feedsIn, opmlOf } from '../core/intake/opml.ts';
import { createSource } from '../features/sources/commands.ts';
import { createFeedParser } from '../features/sources/parser.ts';
import { isFeed, sourcePage } from '../features/sources/queries.ts';
import { type Command, idArgument, parsed, print, refuseMisfit, withDatabase } from './command.ts';
import { webhookTools } from './receiver.ts';
import { asOperator } from './sites.ts';

const MOST_SOURCES = 10_000;
const LARGEST_FILE = 5 * 1024 * 1024;

export const feed: Command = {
  summary: 'import and export lists of feeds as OPML',
  help: `Usage: masthead feed import FILE --site ID --section ID [--approval hold|auto]
       masthead feed export [FILE] --site ID

\`import\` adds a source for each feed of an OPML file that the site does not have yet. A feed
that is refused is named, and the others are added. \`export\` writes the feeds of a site, to
standard output without FILE.

  --site ID            the site
  --section ID         the section of the articles
  --approval hold|auto hold: articles are pending (default); auto: they are published`,
  async run(args) {
    const [action, ...rest] = args;
    if (action === 'import') return importFeeds(rest);
    if (action === 'export') return exportFeeds(rest);
    throw badUsage('Expected import or export.');
  },
};

async function importFeeds(args: string[]): Promise<void> {
  const { values, positionals } = parsed(args, {
    site: { type: 'string' },
    section: { type: 'string' },
    approval: { type: 'string', default: 'hold' },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw badUsage('feed import takes one file.');
  const [siteId, section_id] = [idArgument(values.site, '--site'), idArgument(values.section, '--section')];
  const approval = values.approval as 'hold' | 'auto'; // checked with each feed
  refuseMisfit(NewSource, { url: 'https://example.com/', section_id, approval });
  const feeds = feedsIn(await createFeedParser().parseOpml(await textOf(file)));
  await withDatabase(async ({ db }) => {
    const [tools, request] = [await webhookTools(db), await asOperator(db, siteId)];
    const known = new Set((await sourcePage(db, siteId, MOST_SOURCES, 0)).map(({ settings }) => settings.url));
    const missing = feeds.filter(({ url }) => !known.has(url));
    let added = 0;
    for (const { url, name } of missing) {
      const input = { url, section_id, approval, ...(name === '' ? {} : { name: name.slice(0, 200) }) };
      const problem = await createSource(db, tools, request, input).then(() => null, refusal);
      if (problem) process.stderr.write(`${url}: ${problem}\n`);
      else added += 1;
    }
    print(`${added} of ${feeds.length} feeds were added; the site had ${feeds.length - missing.length} of them.`);
    if (added < missing.length) process.exitCode = 1;
  });
}

async function exportFeeds(args: string[]): Promise<void> {
  const { values, positionals } = parsed(args, { site: { type: 'string' } });
  const [file, ...more] = positionals;
  if (more.length > 0) throw badUsage('feed export takes one file.');
  const siteId = idArgument(values.site, '--site');
  await withDatabase(async ({ db }) => {
    const { site } = await asOperator(db, siteId);
    const sources = await sourcePage(db, siteId, MOST_SOURCES, 0);
    const opml = opmlOf(
      site.name,
      sources.filter(isFeed).map(({ name, settings }) => ({ name, url: settings.url })),
    );
    if (file === undefined) process.stdout.write(opml);
    else await writeFile(file, opml);
  });
}

async function textOf(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => {
    throw badUsage(`${file} cannot be read.`);
  });
  if (bytes.length > LARGEST_FILE) throw badUsage(`${file} is larger than 5 MiB.`);
  return decodedText(bytes);
}

function refusal(error: Error): string {
  if (!(error instanceof RequestError)) throw error;
  return error.details.problems?.map(({ path, message }) => `${path.slice(1)} ${message}`).join('; ') ?? error.message;
}
