/** Every response that a receiver can give, valid or not. */
import type { Case, Given } from '../case.ts';
import { counted, newSite, type Site } from '../site.ts';
import { firstOutcomes } from '../tries.ts';
import type { Plan } from '../wire.ts';

const WELL: Plan = { kind: 'status', code: 204 };
const GIGABYTE = 1_000_000_000;

interface Expected {
  plan: Plan;
  outcome: string;
}

const raw = (text: string): Plan => ({ kind: 'raw', text });

const quick: Expected[] = [
  { plan: { kind: 'reset' }, outcome: 'broken' },
  { plan: { kind: 'endless' }, outcome: 'delivered' },
  { plan: { kind: 'long', bytes: GIGABYTE, isCompressed: false }, outcome: 'delivered' },
  { plan: { kind: 'long', bytes: 200_000_000, isCompressed: true }, outcome: 'delivered' },
  { plan: raw(''), outcome: 'broken' },
  { plan: raw('not http at all\r\n\r\n'), outcome: 'broken' },
  { plan: raw('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'), outcome: 'broken' },
  { plan: raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'), outcome: 'broken' },
  { plan: raw('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'), outcome: 'broken' },
  { plan: raw(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`), outcome: 'broken' },
  { plan: raw('HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n'), outcome: 'broken' },
  { plan: raw('HTTP/1.1 999 Unheard of\r\nContent-Length: 0\r\n\r\n'), outcome: 'status' },
  { plan: raw('HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n'), outcome: 'status' },
  ...[301, 302, 303, 307, 308].map((code) => ({
    plan: { kind: 'status' as const, code, headers: { location: 'http://127.0.0.1:1/elsewhere' } },
    outcome: 'redirect',
  })),
];
const slow: Expected[] = [
  { plan: { kind: 'hang' }, outcome: 'timeout' },
  { plan: { kind: 'drip' }, outcome: 'timeout' },
];

export const answers: Case = {
  name: 'answers',
  title: 'receivers reset, hang, drip, never end, answer 1 GB, a gzip bomb, malformed answers and redirects',
  isShort: true,
  run: (given) => afterEach(given, given.isShort ? quick : [...quick, ...slow]),
};

export const statuses: Case = {
  name: 'statuses',
  title: 'every status from 100 to 599',
  isShort: false,
  run(given) {
    const codes = Array.from({ length: 500 }, (_, n) => 100 + n);
    const picked = given.isShort ? codes.filter((code) => code % 10 < 2 || code === 403) : codes;
    return afterEach(
      given,
      picked.map((code) => ({
        plan: code < 200 ? raw(`HTTP/1.1 ${code} Wait\r\n\r\n`) : { kind: 'status', code },
        outcome: outcomeOf(code),
      })),
    );
  },
};

function outcomeOf(code: number): string {
  // 101 counts as a response; the other 1xx are interim, and then the connection closes.
  if (code < 200) return code === 101 ? 'status' : 'broken';
  if (code < 300) return 'delivered';
  if (code < 400) return 'redirect';
  if (code === 410) return 'gone';
  return code === 401 || code === 403 ? 'refused' : 'status';
}

/** One receiver per response; then all of them recover and must end with everything. */
async function afterEach({ stage }: Given, expected: Expected[]) {
  const site = await newSite(stage);
  for (const { plan } of expected) await site.addHook(plan);
  await stage.worker();
  const article = await site.publish();
  const outcomes = await firstOutcomes(stage, site);
  const wrong = expected.flatMap(({ plan, outcome }, n) =>
    outcomes[n] === outcome ? [] : `${JSON.stringify(plan)} was judged ${outcomes[n]}, not ${outcome}`,
  );
  for (const { path } of site.hooks) stage.receiver.plan(path, WELL);
  await site.edit(article);
  await wake(site);
  await site.drained({ hurry: true });
  const checked = await site.check();
  await site.close();
  return { figures: { answers: expected.length, ...counted(checked) }, faults: [...wrong, ...checked.faults] };
}

/** Receivers that answered 410 are paused. */
async function wake(site: Site): Promise<void> {
  for (const { id } of site.hooks) await site.manage('PATCH', `/webhooks/${id}`, { webhook: { active: true } });
}
