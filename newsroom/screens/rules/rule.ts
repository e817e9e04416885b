/** A rule of intake as a noun: its order is `position` in the API. */
import type { IntakeRule, NewIntakeRule } from '../../../src/sdk/client.ts';
import { type Noun, nounApi, type Stored } from '../../parts/noun.ts';
import type { RuleWords } from './words-en.ts';

export type Rule = IntakeRule & { order_number: number };

const ordered = (rule: IntakeRule): Rule => ({ ...rule, order_number: rule.position });
const stored = ({ item, ...rest }: Stored<IntakeRule>): Stored<Rule> => ({ ...rest, item: ordered(item) });

function written({ order_number, ...values }: Partial<Rule>): Partial<IntakeRule> {
  return order_number === undefined ? values : { ...values, position: order_number };
}

export const rules: Noun<Rule> = {
  key: 'rules',
  nameOf: ({ name }) => name,
  api(manage, siteId) {
    const api = nounApi(siteId, 'intake_rule', manage.intakeRules);
    return {
      list: async () => (await api.list()).map(ordered),
      read: async (id) => stored(await api.read(id)),
      create: async (values) => stored(await api.create(written(values))),
      change: async (id, values, etag) => stored(await api.change(id, written(values), etag)),
      remove: (id) => api.remove(id),
    };
  },
  required: ['name', 'action', 'match', 'position'],
  blank: {
    ...{ id: 0, site_id: 0, source_id: null, name: '', position: 0, order_number: 0, match: {}, action: 'hold' },
    ...{ tags: [], section_id: null, active: true, created_at: '', updated_at: '' },
  },
};

/** What a trial takes for a rule in the form, saved or not. */
export function triedRule({ name, source_id, position, match, action, tags, section_id }: Rule): NewIntakeRule {
  return { name: name.trim() || '–', source_id, position, match, action, tags, section_id, active: true };
}

/** Without what was emptied. */
export function matchWith(match: IntakeRule['match'], changed: Partial<Record<keyof IntakeRule['match'], unknown>>) {
  const entries = Object.entries({ ...match, ...changed }).filter(
    ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries) as IntakeRule['match']; // its own fields
}

/** Its conditions for a list: the lists as they are, the others in words. */
export function summaryOf(match: IntakeRule['match'], words: RuleWords['summary']): string[] {
  const { has_image, is_reply, older_than_hours, min_followers, max_followers, daily_cap } = match;
  return [
    ...[match.words, match.people, match.domains, match.languages].flatMap((some) => some ?? []),
    has_image !== undefined && (has_image ? words.image : words.noImage),
    is_reply !== undefined && (is_reply ? words.reply : words.noReply),
    min_followers !== undefined && words.minFollowers(min_followers),
    max_followers !== undefined && words.maxFollowers(max_followers),
    older_than_hours !== undefined && words.older(older_than_hours),
    daily_cap !== undefined && words.cap(daily_cap),
  ].filter((one) => typeof one === 'string');
}
