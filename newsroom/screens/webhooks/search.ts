/** The filters of the delivery log, as they are in the address. */
export const STATES = ['pending', 'delivered', 'superseded', 'given_up', 'skipped'] as const;
export const ACTIONS = ['publish', 'update', 'unpublish'] as const;

export interface DeliverySearch {
  state: (typeof STATES)[number] | null;
  action: (typeof ACTIONS)[number] | null;
  article_id: number | null;
  test: boolean;
}

export function parseSearch(query: string): DeliverySearch {
  const given = new URLSearchParams(query);
  const article = given.get('article_id') ?? '';
  return {
    state: STATES.find((state) => state === given.get('state')) ?? null,
    action: ACTIONS.find((action) => action === given.get('action')) ?? null,
    article_id: /^[1-9]\d{0,14}$/.test(article) ? Number(article) : null,
    test: given.get('test') === 'true',
  };
}

export function searchText({ state, action, article_id, test }: DeliverySearch): string {
  const given = new URLSearchParams();
  if (state) given.set('state', state);
  if (action) given.set('action', action);
  if (article_id) given.set('article_id', String(article_id));
  if (test) given.set('test', 'true');
  return given.size > 0 ? `?${given}` : '';
}
