import { describe, expect, it } from 'vitest';
import { ACTIVITY_NOUNS, AUDIT_FIELDS, AUDIT_NOUNS, differences } from './audit.ts';

/** By hand, so that adding one of them to the recorded fields fails here. */
const NEVER_RECORDED = [
  ...['body', 'summary', 'about', 'short_description', 'description', 'text', 'attachments', 'links', 'open_graph'],
  ...['password', 'password_hash', 'secret', 'secrets', 'next_secret', 'previous_secret', 'key', 'key_hash', 'hash'],
  ...['token', 'token_hash', 'public_key', 'credential_id', 'subject', 'user_handle'],
];

describe('the audit log', () => {
  it.each(AUDIT_NOUNS)('records no body and no secret of %s', (noun) => {
    const fields: readonly string[] = AUDIT_FIELDS[noun];
    expect(fields.filter((name) => NEVER_RECORDED.includes(name))).toEqual([]);
  });

  it('shows editors nothing that is known by an e-mail address', () => {
    // The e-mail settings of a source are no address of a person.
    const ofAccounts = AUDIT_NOUNS.filter(
      (noun) => noun !== 'source' && (AUDIT_FIELDS[noun] as readonly string[]).includes('email'),
    );
    expect(ofAccounts).toEqual(['person', 'invitation', 'identity']);
    expect(ACTIVITY_NOUNS.filter((noun) => ofAccounts.includes(noun))).toEqual([]);
  });

  it.each([
    ['webhook', 'url'],
    ['site', 'preview_url'],
  ] as const)('leaves tokens out of the address of a %s', (noun, name) => {
    const address = 'https://user:word@news.example/show?secret=1#part';
    expect(differences(noun, null, { [name]: address }).after).toEqual({ [name]: 'https://news.example/show' });
  });
});
