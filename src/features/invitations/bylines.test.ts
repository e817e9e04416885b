import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type Browser, browserOf, PASSWORD, signedIn } from '../../../test/people.ts';

let app: TestApp;
let owner: Browser;
let [site, other] = [0, 0];
let people = 0;
beforeAll(async () => {
  app = await testApp();
  [site, other] = [await app.site(), await app.site()];
  owner = await signedIn(app, [{ site_id: site, role: 'owner' }]);
});

type Asked = { bylines?: object[]; role?: string; by?: Browser };

async function invite({ bylines = [], role = 'author', by = owner }: Asked) {
  const email = `invited${++people}@example.com`;
  const invitation = { email, roles: [{ site_id: site, role }], bylines };
  return by.request('POST', '/v1/manage/invitations', { invitation });
}

async function accepted(name: string, asked: Asked) {
  const { invitation } = (await invite(asked)).body;
  const browser = browserOf(app);
  const acceptance = { name, password: PASSWORD };
  const path = `/v1/manage/invitations/${invitation.token}/acceptance`;
  const { person } = (await browser.request('POST', path, { acceptance })).body;
  return { browser, person, invitation };
}

const authors = async () => (await app.manage('GET', `/sites/${site}/authors?count=100`)).authors;
const author = async (firstname: string, lastname: string) =>
  (await app.manage('POST', `/sites/${site}/authors`, { author: { firstname, lastname } })).author;

describe('the byline of an invitation', () => {
  it('makes an author with the name of the person, who writes as that one', async () => {
    const { person, browser } = await accepted('Ludwig van Tulip', { bylines: [{ site_id: site, author_id: null }] });
    const made = (await authors()).find(({ lastname }: { lastname: string }) => lastname === 'Tulip');
    expect(made).toMatchObject({ firstname: 'Ludwig van', name: 'Ludwig van Tulip' });
    expect(person.bylines).toEqual([{ site_id: site, author_id: made.id }]);
    expect((await browser.manage('GET', '/me')).person.bylines).toEqual(person.bylines);
    const { entries } = await app.manage('GET', `/audit?noun=author&id=${made.id}`);
    expect(entries[0]).toMatchObject({ action: 'create', actor_id: person.id });
  });

  it('finds the author who has that name already, and makes another where two have it', async () => {
    const { id } = await author('Ida', 'Holm');
    const first = await accepted(' ida  HOLM', { bylines: [{ site_id: site, author_id: null }] });
    expect(first.person.bylines).toEqual([{ site_id: site, author_id: id }]);
    const twin = await author('Ida', 'Holm');
    const second = await accepted('Ida Holm', { bylines: [{ site_id: site, author_id: null }] });
    expect([id, twin.id]).not.toContain(second.person.bylines[0].author_id);
  });

  it('is an author whom the owner chose, whose name is suggested', async () => {
    const { id } = await author('Pseudo', 'Nym');
    const asked = { bylines: [{ site_id: site, author_id: id }] };
    const { invitation } = (await invite(asked)).body;
    const open = (await app.get(`/v1/manage/invitations/${invitation.token}/acceptance`)).body.invitation;
    expect(open).toMatchObject({
      name: 'Pseudo Nym',
      invited_by: expect.stringMatching(/^Person \d+$/),
      sites: [{ id: site }],
    });
    expect((await accepted('Someone Else', asked)).person.bylines).toEqual([{ site_id: site, author_id: id }]);
  });

  it('must be of the site, and of use there', async () => {
    const { id } = (await app.manage('POST', `/sites/${other}/authors`, { author: { firstname: 'X', lastname: 'Y' } }))
      .author;
    const refused = async (asked: Asked) => {
      const { status, body } = await invite(asked);
      return [status, body.problems?.[0].message];
    };
    expect(await refused({ bylines: [{ site_id: site, author_id: id }] })).toEqual([
      422,
      'names no author of that site',
    ]);
    const nowhere = [422, 'names a site on which the roles do not let the person write'];
    expect(await refused({ bylines: [{ site_id: other, author_id: null }] })).toEqual(nowhere);
    expect(await refused({ role: 'analyst', bylines: [{ site_id: site, author_id: null }] })).toEqual(nowhere);
    const twice = { site_id: site, author_id: null };
    expect((await refused({ bylines: [twice, twice] }))[0]).toBe(422);
  });

  it('goes with an author who is deleted before the invitation is accepted', async () => {
    const { id } = await author('Soon', 'Gone');
    const { invitation } = (await invite({ bylines: [{ site_id: site, author_id: id }] })).body;
    await app.manage('DELETE', `/sites/${site}/authors/${id}`);
    const path = `/v1/manage/invitations/${invitation.token}/acceptance`;
    const { body } = await browserOf(app).request('POST', path, { acceptance: { name: 'Left', password: PASSWORD } });
    expect(body.person.bylines).toEqual([]);
  });
});

describe('the bylines of a person', () => {
  it('are changed by owners, on their own sites', async () => {
    const { person } = await accepted('Anna Kivi', { bylines: [{ site_id: site, author_id: null }] });
    const { id } = await author('Other', 'Name');
    const { id: elsewhere } = (
      await app.manage('POST', `/sites/${other}/authors`, { author: { firstname: 'E', lastname: 'F' } })
    ).author;
    await app.manage('PATCH', `/people/${person.id}`, {
      person: { bylines: [...person.bylines, { site_id: other, author_id: elsewhere }] },
    });
    const change = (bylines: object[]) =>
      owner.request('PATCH', `/v1/manage/people/${person.id}`, { person: { bylines } });
    const { status, body } = await change([{ site_id: site, author_id: id }]);
    expect([status, body.person.bylines]).toEqual([200, [{ site_id: site, author_id: id }]]);
    expect((await app.manage('GET', `/people/${person.id}`)).person.bylines).toEqual([
      { site_id: site, author_id: id },
      { site_id: other, author_id: elsewhere },
    ]);
    expect((await change([{ site_id: other, author_id: elsewhere }])).status).toBe(403);
    expect((await change([{ site_id: site, author_id: elsewhere }])).status).toBe(422);
    const { entries } = await owner.manage('GET', `/audit?noun=person&id=${person.id}`);
    expect(entries[0]).toMatchObject({
      action: 'change',
      before: { bylines: [`${person.bylines[0].author_id}:${site}`] },
      after: { bylines: [`${id}:${site}`] },
    });
    await change([]);
    expect((await app.manage('GET', `/people/${person.id}`)).person.bylines).toHaveLength(1);
  });
});
