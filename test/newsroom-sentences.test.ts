/** Answers of the service that people can meet in the newsroom, and the words that it has for them in each language. */
import { beforeAll, describe, expect, it } from 'vitest';
import { errorSentence, problemSentence, wordsFor } from '../newsroom/i18n/service/sentences.ts';
import { serviceEn } from '../newsroom/i18n/service/words-en.ts';
import { serviceFi } from '../newsroom/i18n/service/words-fi.ts';
import { patternWords } from '../src/contract/common.ts';
import { passwordProblem } from '../src/core/passwords.ts';
import { MastheadError } from '../src/sdk/client.ts';
import { type TestApp, testApp } from './app.ts';
import { type Browser, PASSWORD, signedIn } from './people.ts';

type Answered = { status: number; error: string; problems?: { path: string; message: string }[] };

let app: TestApp;
let site: number;
let owner: Browser;
beforeAll(async () => {
  app = await testApp();
  site = await app.site({ name: 'Harbour Post' });
  owner = await signedIn(app, [{ site_id: null, role: 'owner' }]);
});

/** The answer of a request that is refused. */
async function refused(method: string, path: string, body?: unknown, headers = {}): Promise<Answered> {
  const reply = await owner.request(method, `/v1/manage${path}`, body, { headers });
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBeGreaterThanOrEqual(400);
  return { status: reply.status, ...reply.body };
}

/** What the newsroom says: of a field where there is one. */
const said = ({ error, problems }: Answered) => wordsFor(problems?.[0]?.message ?? error, serviceEn);

describe('the words of the newsroom for answers of the service', () => {
  const at = (path: string) => `/sites/${site}${path}`;

  it.each([
    ['a missing name', 'POST', '/sections', { section: {} }, serviceEn.missing()],
    ['a blank name', 'POST', '/sections', { section: { name: ' ' } }, serviceEn.blank()],
    ['a long name', 'POST', '/sections', { section: { name: 'x'.repeat(9000) } }, /^Use at most \d+ characters\.$/],
    ['an address', 'POST', '/sections', { section: { name: 'A', section_url: 'a b' } }, serviceEn.slug()],
    [
      'a time zone',
      'POST',
      '',
      { site: { name: 'A', url: 'https://a.example', time_zone: 'Mars' } },
      serviceEn.timeZone(),
    ],
    ['a category', 'POST', '/sections', { section: { name: 'A', category_id: 99 } }, serviceEn.noCategory()],
    ['a name of nobody', 'POST', '/authors', { author: { firstname: ' ', lastname: '' } }, serviceEn.noName()],
    ['a number', 'POST', '/sections', { section: { name: 'A', order_number: 1.5 } }, serviceEn.wholeNumber()],
    [
      'the end of an event',
      'POST',
      '/events',
      { event: { name: 'A', start_date: '2026-02-02T00:00:00Z', end_date: '2026-02-01T00:00:00Z' } },
      serviceEn.endBeforeStart(),
    ],
    ['a date', 'POST', '/events', { event: { name: 'A', start_date: 'soon' } }, serviceEn.date()],
    ['a section', 'POST', '/articles', { article: { title: 'A', section_id: 99 } }, serviceEn.noSection()],
    ['a type', 'POST', '/articles', { article: { title: 'A', section_id: 1, type: 'poem' } }, serviceEn.choice()],
    ['characters', 'POST', '/pages', { page: { name: 'A\0' } }, serviceEn.characters()],
  ])('are about %s', async (_, method, path, body, words) => {
    const answer = await refused(method, path === '' ? '/sites' : at(path), body);
    expect(said(answer), JSON.stringify(answer)).toEqual(
      typeof words === 'string' ? words : expect.stringMatching(words),
    );
  });

  it('are about conditions of rules', async () => {
    const rule = (match: object) =>
      refused('POST', at('/intake-rules'), { intake_rule: { name: 'R', action: 'hold', match } });
    for (const language of ['Finnish', 'und'])
      expect(said(await rule({ languages: [language] })), language).toBe(serviceEn.language());
    expect(said(await rule({ min_followers: 5, max_followers: 4 }))).toBe(serviceEn.mostBelowLeast());
  });

  it('are about network accounts and what trackers look for', async () => {
    const account = (fields: object) =>
      refused('POST', at('/network-accounts'), { network_account: { name: 'A', ...fields } });
    expect(said(await account({ network: 'mastodon' }))).toBe(serviceEn.missing());
    expect(said(await account({ network: 'mastodon', server: 'https://m.example' }))).toBe(serviceEn.host());
    const { network_account: made } = await owner.manage('POST', at('/network-accounts'), {
      network_account: { name: 'A', network: 'mastodon', server: 'm.example', token: 't' },
    });
    const moved = { network_account: { server: 'other.example' } };
    expect(said(await refused('PATCH', at(`/network-accounts/${made.id}`), moved))).toBe(serviceEn.tokenAgain());
    const authorization = { network: 'linkedin', name: 'A' };
    const settings = 'LINKEDIN_CLIENT_ID and LINKEDIN_CLIENT_SECRET';
    const asked = await refused('POST', at('/network-accounts/authorizations'), { authorization });
    expect(said(asked)).toBe(serviceEn.notSetUp(settings));
    const { section } = await owner.manage('POST', at('/sections'), { section: { name: 'Tracked' } });
    const tracker = async (network: object, fields: object) => {
      const { network_account } = await owner.manage('POST', at('/network-accounts'), {
        network_account: { name: 'A', token: 't', ...network },
      });
      const kind = { kind: 'media_tracker', name: 'T', section_id: section.id, account_id: network_account.id };
      return said(await refused('POST', at('/sources'), { source: { ...kind, ...fields } }));
    };
    const target = (type: string, value: string) => ({ targets: [{ type, value }] });
    expect(await tracker({ network: 'linkedin' }, target('account', 'harbour'))).toBe(serviceEn.target());
    expect(await tracker({ network: 'linkedin' }, target('phrase', 'harbour'))).toBe(serviceEn.target());
    expect(await tracker({ network: 'youtube' }, target('account', 'harbour'))).toBe(serviceEn.target());
    const gram = { network: 'instagram', external_id: '1' };
    expect(await tracker(gram, target('hashtag', 'two words'))).toBe(serviceEn.target());
    expect(await tracker(gram, { ...target('hashtag', 'sea'), language: 'fi' })).toBe(serviceEn.noLanguages());
    const long = Array.from({ length: 12 }, (_, number) => ({
      type: 'phrase',
      value: `${'word '.repeat(12)}${number}`,
    }));
    expect(await tracker({ network: 'x', monthly_cap: 1 }, { targets: long })).toMatch(/^Look for less: X takes 512/);
  });

  it('are about mailboxes', async () => {
    const { section } = await owner.manage('POST', at('/sections'), { section: { name: 'Mailed' } });
    const imap = { way: 'imap', allow: [], unlisted: 'hold', server: 'imap.example.com', user: 'desk', password: 'x' };
    const source = (email: object) => ({
      source: { kind: 'email', name: 'M', section_id: section.id, email: { ...imap, ...email } },
    });
    const same = await refused('POST', at('/sources'), source({ after: 'move', move_to: 'INBOX' }));
    expect(said(same)).toBe(serviceEn.choice());
    const made = (await owner.manage('POST', at('/sources'), source({}))).source;
    const { password: _, ...rest } = imap;
    const moved = { source: { email: { ...rest, server: 'other.example.com' } } };
    expect(said(await refused('PATCH', at(`/sources/${made.id}`), moved))).toBe(serviceEn.passwordAgain());
  });

  it('are about an address that is taken, something in use, and what others changed', async () => {
    const { section } = await owner.manage('POST', at('/sections'), { section: { name: 'Sea', section_url: 'sea' } });
    const again = await refused('POST', at('/sections'), { section: { name: 'Sea', section_url: 'sea' } });
    expect(said(again)).toBe(serviceEn.taken());
    await owner.manage('POST', at('/articles'), { article: { title: 'Waves', section_id: section.id } });
    expect(said(await refused('DELETE', at(`/sections/${section.id}`)))).toBe(serviceEn.used());
    const stale = await refused(
      'PATCH',
      at(`/sections/${section.id}`),
      { section: { name: 'Sky' } },
      { 'if-match': '"99"' },
    );
    expect(said(stale)).toBe(serviceEn.stale());
    expect(said(await refused('DELETE', `/sites/${site}`))).toBe(serviceEn.siteFull());
  });

  it('are about people, sessions and links', async () => {
    const { id, email } = owner;
    const invitation = { email, roles: [{ site_id: site, role: 'editor' }] };
    const twice = { ...invitation, email: 'new@example.com', roles: [...invitation.roles, ...invitation.roles] };
    const cases: [Answered, string][] = [
      [await refused('POST', '/invitations', { invitation: twice }), serviceEn.siteTwice()],
      [await refused('POST', '/invitations', { invitation: { ...invitation, email: 'x' } }), serviceEn.email()],
      [await refused('GET', '/invitations/nothing/acceptance'), serviceEn.invitation()],
      [await refused('GET', '/password-resets/nothing'), serviceEn.resetLink()],
      [await refused('PATCH', `/people/${id}`, { person: { roles: [] } }), serviceEn.lastOwner()],
      [
        await refused('POST', '/setup', {
          setup: { code: 'X', name: 'A', email: 'late@example.com', password: PASSWORD },
        }),
        serviceEn.setupDone(),
      ],
      [
        await refused('PUT', '/me/password', { password_change: { current_password: PASSWORD, password: 'short' } }),
        serviceEn.passwordShort('12'),
      ],
      [
        await refused('PUT', '/me/password', {
          password_change: { current_password: 'wrong', password: `${PASSWORD}!` },
        }),
        serviceEn.wrongPassword(),
      ],
    ];
    for (const [answer, words] of cases) expect([answer, said(answer)]).toEqual([answer, words]);
  });

  it.each(['short', 'aaaaaaaaaaaaaaaa', 'abcdefghijklmnop', 'password2026!!', 'Ida Holm 2026!!'])(
    'are about every password that is too easy: %s',
    (password) => {
      const message = passwordProblem(password, ['Ida Holm', 'ida@example.com']);
      expect(wordsFor(message ?? '', serviceEn)).toMatch(/\.$/);
    },
  );

  it('are about every pattern of a field that people fill in', () => {
    const forPrograms =
      /uid of an article|answer (of|to) this list|or several of them|ids separated|base64|hash|path of this service|\d+ (to \d+ small )?letters/;
    const unknown = Object.values(patternWords).filter((text) => !forPrograms.test(text) && !wordsFor(text, serviceEn));
    expect(unknown).toEqual([]);
  });
});

describe('what the newsroom has no words for', () => {
  const failed = (status: number, error: string) => new MastheadError(error, { status, body: { error } });

  it('is a sentence in English, and announced in Finnish', () => {
    expect(problemSentence('must be purple', serviceEn)).toBe('Must be purple.');
    expect(problemSentence('must be purple', serviceFi)).toBe('Palvelu ei hyväksynyt tätä: Must be purple.');
  });

  it('is said by its status', () => {
    expect(errorSentence(failed(403, 'This needs a token.'), serviceFi)).toBe(serviceFi.forbidden());
    expect(errorSentence(failed(0, 'The service did not answer.'), serviceFi)).toBe(serviceFi.noAnswer());
    expect(errorSentence(failed(503, 'The database is unavailable.'), serviceFi)).toBe(serviceFi.unavailable());
    expect(errorSentence(failed(418, 'I am a teapot'), serviceEn)).toBe('I am a teapot.');
  });
});
