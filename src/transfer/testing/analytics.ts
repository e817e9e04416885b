/** Everything that the analytics API answers of a campaign, with every page of its lists. */
import { ADMIN, type TestApp } from '../../../test/app.ts';
import { ENTRY_SORTS, USER_SORTS } from '../../contract/analytics.ts';

const RANGE = 'start_date=2026-01-10&end_date=2026-02-20';

export async function analyticsAnswers(app: TestApp, campaign: number): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const base = `/v1/campaigns/${campaign}`;
  const figures = ['campaign_report', 'timeseries', 'heatmap', 'networks', 'hashtags', 'distribution', 'export'];
  const lists = ['count=100', `count=60&reverse=true&${RANGE}`];
  const paths = [
    '/v1/campaigns',
    base,
    ...figures.flatMap((figure) => [`${base}/${figure}`, `${base}/${figure}?${RANGE}`]),
    ...lists.flatMap((query) => [
      ...ENTRY_SORTS.map((sort) => `${base}/entries?sort=${sort}&${query}`),
      ...USER_SORTS.map((sort) => `${base}/users?sort=${sort}&${query}`),
    ]),
    ...[`${base}/entries?item_type=linkedin`, `${base}/users?user_type=linkedin`],
    ...[1, 2, 3, 4, 5, 6].map((id) => `${base}/users/${id}`),
    `/v1/manage/campaigns/${campaign}`,
  ];
  for (const path of paths) {
    for (let next: string | null = path; next; ) {
      const { status, text, body } = await app.get(next, { token: ADMIN });
      answers.set(next, `${status} ${text.replaceAll(app.url, '')}`);
      next = body?.pagination?.older?.replace(/^https?:\/\/[^/]+/, '') ?? null;
    }
  }
  return answers;
}
