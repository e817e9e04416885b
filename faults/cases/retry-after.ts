/** `Retry-After` in all its forms: the database's due time of the next try. */
import type { Case } from '../case.ts';
import { counted, newSite } from '../site.ts';
import { firstOutcomes } from '../tries.ts';
import { until } from '../waiting.ts';
import type { Plan } from '../wire.ts';

const WELL: Plan = { kind: 'status', code: 204 };
/** The back-off after the first failure, less its jitter of a fifth. */
const USUAL = 4;
const DAY = 86_400;
/** Allowance from response to stored result on a busy machine; smaller than the gaps between the pauses. */
const TOLERANCE = 60;

interface RetryAfterForm {
  code: number;
  says: string;
  /** Seconds from the request, or for a date from `now`. */
  seconds: number;
  isDate?: true;
}

function forms(now: number): RetryAfterForm[] {
  const date = (seconds: number) => new Date((now + seconds) * 1_000).toUTCString();
  return [
    { code: 503, says: '120', seconds: 120 },
    { code: 429, says: '120', seconds: 120 },
    { code: 503, says: ' 300 ', seconds: 300 },
    { code: 503, says: date(600), seconds: 600, isDate: true },
    { code: 429, says: date(600), seconds: 600, isDate: true },
    { code: 503, says: '0', seconds: USUAL },
    { code: 503, says: date(-600), seconds: USUAL },
    { code: 503, says: 'Sunday, 06-Nov-94 08:49:37 GMT', seconds: USUAL },
    { code: 503, says: 'Sun Nov  6 08:49:37 1994', seconds: USUAL },
    { code: 503, says: '99999999999999999999', seconds: DAY },
    { code: 503, says: date(400 * DAY), seconds: DAY },
    { code: 503, says: 'soon', seconds: USUAL },
    { code: 503, says: '-120', seconds: USUAL },
    { code: 503, says: '120.5', seconds: USUAL },
    { code: 503, says: '0x78', seconds: USUAL },
    { code: 503, says: '', seconds: USUAL },
    { code: 500, says: '120', seconds: USUAL },
    { code: 404, says: '120', seconds: USUAL },
  ];
}

export const retryAfters: Case = {
  name: 'retry-after',
  title: 'receivers say when to try again: in seconds, as dates, in the past, for years, and in garbage',
  isShort: false,
  async run({ stage }) {
    const site = await newSite(stage);
    const now = Math.floor(Date.now() / 1_000);
    const asked = forms(now);
    for (const { code, says } of asked) {
      await site.addHook({ kind: 'status', code, headers: { 'retry-after': says } });
    }
    await stage.worker();
    await site.publish();
    await firstOutcomes(stage, site);
    const waiting = () =>
      stage.query<{ webhook_id: number; tried_at: number; due_at: number }>(
        `select lane.webhook_id::float8, extract(epoch from attempt.at)::float8 as tried_at,
           extract(epoch from lane.next_at)::float8 as due_at
         from webhook_lane lane join webhook_attempt attempt using (site_id, webhook_id)
         where lane.site_id = $1 and lane.claim is null`,
        [site.id],
      );
    await until(async () => (await waiting()).length >= asked.length, 'every receiver to wait');
    const lanes = new Map((await waiting()).map((lane) => [lane.webhook_id, lane]));
    const wrong = asked.flatMap(({ code, says, seconds, isDate }, n) => {
      const { tried_at = 0, due_at = 0 } = lanes.get(site.hooks[n]?.id ?? 0) ?? {};
      const from = (isDate ? now : tried_at) + seconds;
      const isRight = due_at >= from && due_at <= from + TOLERANCE;
      return isRight ? [] : `${code} with “${says}” is tried again after ${due_at - tried_at} s, not ${seconds} s`;
    });
    for (const { path } of site.hooks) stage.receiver.plan(path, WELL);
    await site.drained({ hurry: true });
    const checked = await site.check();
    await site.close();
    return { figures: { forms: asked.length, ...counted(checked) }, faults: [...wrong, ...checked.faults] };
  },
};
