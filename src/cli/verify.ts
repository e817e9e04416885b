import { badUsage } from '../core/errors.ts';
import { explain, type Unexplained, type VerifyOptions, verify as verifyRequest } from '../sdk/webhooks.ts';
import { type Command, config, parsed, print, withDatabase } from './command.ts';
import { contentsOf, envNamed, registered, SECRET_HELP, secretOptions, secretsGiven } from './receiver.ts';
import { headersFrom, lengthCause, type SavedRequest, savedRequest } from './saved-request.ts';

export const verify: Command = {
  summary: 'check a saved notification, and say why its signature does not match',
  help: `Usage: masthead verify [--explain] --url URL --secret-file FILE --request FILE
       masthead verify [--explain] --webhook ID --body FILE --header 'NAME: VALUE'…

Checks a received request as a receiver should: with the registered address, the secret,
the headers and the raw body. The exit code is 0 if it is genuine, otherwise 1.

  --explain            name the cause: the address, whitespace, a body that was
                       serialised again, the environment, another secret
  --url URL            the address exactly as registered, whitespace included
${SECRET_HELP};
                       repeat for several
  --webhook ID         take address and secrets from the database; add --site ID if
                       several sites have one with this id
  --request FILE       the request as captured: headers, a blank line, the body
  --body FILE          the body alone, as raw bytes; then name the headers:
  --header HEADER      such as 'X-Service-Action: publish'; repeat for all three
  --method METHOD      with --body: the method (default: POST)
  --env ENV            accept this environment (default production); repeat for several
  --computed HEX       the signature that your code computed; --explain examines it too

FILE may be - for standard input.`,
  async run(args) {
    const { values } = parsed(args, {
      ...secretOptions,
      explain: { type: 'boolean', default: false },
      url: { type: 'string' },
      webhook: { type: 'string' },
      site: { type: 'string' },
      request: { type: 'string' },
      body: { type: 'string' },
      header: { type: 'string', multiple: true },
      method: { type: 'string' },
      env: { type: 'string', multiple: true },
      computed: { type: 'string' },
    });
    const saved = await requestGiven(values);
    const env = (values.env ?? ['production']).map((one) => envNamed(one));
    const options = { ...(await keysGiven(values)), env, wireWord: config().wireWord };
    const { computed } = values;
    if (computed !== undefined && !/^\s*[0-9a-f]{64}\s*$/i.test(computed)) {
      throw badUsage('--computed must be the 64 hexadecimal digits that your code computed.');
    }
    tell(saved, { ...saved, ...(computed === undefined ? {} : { computed }) }, options, values.explain);
  },
};

interface VerifyInput {
  request?: string;
  body?: string;
  header?: string[];
  method?: string;
}

async function requestGiven({ request, body, header = [], method = 'POST' }: VerifyInput): Promise<SavedRequest> {
  if ((request === undefined) === (body === undefined))
    throw badUsage('Name the request: --request FILE or --body FILE.');
  if (request !== undefined) {
    const saved = savedRequest(await contentsOf(request));
    return { ...saved, headers: { ...saved.headers, ...headersFrom(header) } };
  }
  return { method, headers: headersFrom(header), body: await contentsOf(body ?? '') };
}

type Keys = Pick<VerifyOptions, 'secret' | 'url'>;

async function keysGiven(values: {
  url?: string;
  webhook?: string;
  site?: string;
  secret?: string[];
  'secret-file'?: string[];
}): Promise<Keys> {
  const given = await secretsGiven(values);
  if (values.webhook !== undefined) {
    const { row, secrets } = await withDatabase(({ db }) => registered(db, values.webhook, values.site));
    const known = [secrets.current, secrets.next, secrets.previous].filter((secret) => secret !== null);
    return { url: values.url ?? row.url, secret: [...given, ...known] };
  }
  if (values.url === undefined)
    throw badUsage('--url URL or --webhook ID is missing: the address that the notification was sent to.');
  if (given.length === 0)
    throw badUsage('The secret is missing: --secret-file FILE, --secret SECRET, or --webhook ID.');
  return { url: values.url, secret: given };
}

function tell(saved: SavedRequest, received: Unexplained, options: VerifyOptions, isExplaining: boolean): void {
  const verdict = verifyRequest(received, { ...options, scheme: 'interface' });
  process.exitCode = verdict.ok ? 0 : 1;
  print(
    verdict.ok
      ? `Genuine: ${verdict.notification.action} of article ${verdict.notification.article.id}.`
      : `Not genuine: ${isExplaining ? verdict.message.replace(/ `masthead verify.*$/, '') : verdict.message}`,
  );
  if (!isExplaining && received.computed === undefined) return;
  const { causes, text } = explain(received, options);
  const all = [...lengthCause(saved), ...causes, ...standardRemark(received, options, verdict.ok)];
  for (const cause of all) print(`  - ${cause}`);
  if (!verdict.ok && all.length === 0) {
    print('  - None of the common mistakes explains it: compare secret and address with the registered ones.');
  }
  if (isExplaining) print(`\nThe text that is signed begins with:\n${text}`);
}

/** The signature of Standard Webhooks covers neither address nor environment: that it matches narrows the search. */
function standardRemark(received: Unexplained, options: VerifyOptions, isGenuine: boolean): string[] {
  if (isGenuine) return [];
  const { ok } = verifyRequest(received, { ...options, scheme: 'standard', tolerance: Number.POSITIVE_INFINITY });
  return ok ? ['webhook-signature matches, so the secret and the body are right.'] : [];
}
