/** A source as a noun, and its settings as text. */
import type { FormSettings, Source } from '../../../src/sdk/client.ts';
import { type Noun, nounApi } from '../../parts/noun.ts';

export type Kind = Source['kind'];
export const KINDS: readonly Kind[] = ['feed', 'email', 'upload_form', 'guest_api', 'media_tracker'];

export const sources: Noun<Source> = {
  key: 'sources',
  nameOf: ({ name }) => name,
  api: (manage, siteId) => nounApi(siteId, 'source', manage.sources),
  required: ['kind', 'section_id'],
  blank: {
    ...{
      id: 0,
      site_id: 0,
      kind: 'feed',
      name: '',
      url: null,
      section_id: 0,
      category_id: null,
      author_ids: [],
      tags: [],
    },
    ...{ approval: 'hold', backlog: 20, update_policy: 'apply', min_interval: 300, allowed_fields: null, window: null },
    ...{ account_id: null, campaign_id: null, targets: [], language: null, include_replies: false, forecast: null },
    ...{
      form: null,
      form_path: null,
      email: null,
      email_address: null,
      active: true,
      state: 'active',
      paused_at: null,
    },
    ...{ interval: 0, next_poll_at: null, last_poll_at: null, last_success_at: null, last_new_at: null, failures: 0 },
    ...{ last_error: null, warnings: [], created_at: '', updated_at: '' },
  },
};

/** The campaign that asks for a tracker, in the address of a new source. */
export function campaignOf(query: string): number | null {
  const text = new URLSearchParams(query).get('campaign') ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** The noun with the fields of a new source: a tracker, where a campaign asks for it. */
export function newSource(section_id: number, campaign_id: number | null): Noun<Source> {
  if (campaign_id === null) return { ...sources, blank: { ...sources.blank, section_id } };
  return {
    ...sources,
    api: (manage, siteId) => {
      const api = sources.api(manage, siteId);
      // A form sends what was changed, and nobody has typed the campaign.
      return {
        ...api,
        create: (values) => api.create(values.kind === 'media_tracker' ? { campaign_id, ...values } : values),
      };
    },
    blank: { ...sources.blank, ...settingsOf('media_tracker'), section_id, campaign_id },
  };
}

/** What a kind needs from the start; the settings of other kinds are left out. */
export function settingsOf(kind: Kind): Partial<Source> {
  const none = { kind, url: null, form: null, email: null, account_id: null, targets: [] };
  if (kind === 'upload_form')
    return {
      ...none,
      form: { intro: '', thanks: '', consents: [], max_files: 3, origins: [], opens_at: null, closes_at: null },
    };
  if (kind === 'media_tracker') return { ...none, campaign_id: null, language: null, include_replies: false };
  if (kind === 'email') return { ...none, email: { way: 'smtp', allow: [], unlisted: 'hold' } };
  return none;
}

/** Of a mailbox the pace is given. */
export const hasPace = (kind: Kind) => kind === 'feed' || kind === 'media_tracker';
export const isPolled = ({ kind, email }: Pick<Source, 'kind' | 'email'>) => hasPace(kind) || email?.way === 'imap';

export type Email = NonNullable<Source['email']>;
/** A mailbox before anything is typed. */
export const MAILBOX = { way: 'imap', security: 'tls', after: 'keep' } as const;

/** A sentence a line; those that may be refused begin with a question mark. */
export function consentLines(consents: FormSettings['consents']): string {
  return consents.map(({ text, required }) => (required ? text : `? ${text}`)).join('\n');
}

export function consentsOf(lines: string): FormSettings['consents'] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .map((line) => ({ text: line.replace(/^\?\s*/, ''), required: !line.startsWith('?') }))
    .filter(({ text }) => text !== '');
}

type Target = Source['targets'][number];

/** `#hashtag`, `@account`, or a phrase. */
export function targetText({ type, value = '' }: Target): string {
  if (type === 'hashtag') return `#${value}`;
  return type === 'account' ? `@${value}` : value;
}

/** Words without a sign are what the network can look for: phrases, else hashtags, else accounts. */
export function targetOf(text: string, known: readonly Target['type'][]): Target {
  if (text.startsWith('#')) return { type: 'hashtag', value: text.slice(1) };
  if (text.startsWith('@')) return { type: 'account', value: text.slice(1) };
  const type = (['phrase', 'hashtag', 'account'] as const).find((one) => known.includes(one)) ?? 'phrase';
  return { type, value: text };
}

/** Those that are typed; the others are ticked. */
export const isTyped = ({ type }: Target): boolean => type !== 'own' && type !== 'tagged';
