/** A person who connects accounts at the simulator, as a browser would. */
import { expect } from 'vitest';
import type { TestOptions } from '../../../test/app.ts';
import { type Browser, signedIn } from '../../../test/people.ts';
import { type Any, type NetworkDesk, networkDesk } from './networks.ts';

export interface ConsentDesk extends NetworkDesk {
  owner: Browser;
  /** The address at the network. */
  begin(fields: object, status?: number, browser?: Browser): Promise<string>;
  /** The page of the network, answered as this person of the town: the address that it sends the browser back to. */
  consent(address: string, as?: string): Promise<URL>;
  /** What is left of the address that the service sends the browser to. */
  back(url: URL, browser?: Browser): Promise<URLSearchParams>;
  /** All of it. */
  connect(fields: object, as?: string): Promise<URLSearchParams>;
  /** The row, with its tokens in plain text. */
  stored(id: number): Promise<Any>;
}

export async function consentDesk(options: TestOptions = {}): Promise<ConsentDesk> {
  const desk = await networkDesk(options);
  const owner = await signedIn(desk.app, [{ site_id: desk.site, role: 'owner' }]);
  const begin: ConsentDesk['begin'] = async (fields, status = 201, browser = owner) => {
    const authorization = { return_to: '/newsroom/x?a=1', ...fields };
    const path = `/sites/${desk.site}/network-accounts/authorizations`;
    const body = await browser.manage('POST', path, { authorization }, status);
    return status === 201 ? body.authorization.url : body;
  };
  const consent: ConsentDesk['consent'] = async (address, as = 'ida_holm') => {
    const page = await fetch(address, { redirect: 'manual' });
    expect(await page.text()).toContain('This is no real network');
    const url = new URL(address);
    url.searchParams.set('as', as);
    const answer = await fetch(url, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    return new URL(answer.headers.get('location') ?? '');
  };
  const back: ConsentDesk['back'] = async (url, browser = owner) => {
    const reply = await browser.request('GET', url.href.slice(desk.app.url.length));
    expect(reply.status, reply.text).toBe(302);
    const address = reply.headers.get('location') ?? '';
    expect(address).toMatch(new RegExp(`^${desk.app.url}/newsroom`));
    return new URL(address).searchParams;
  };
  return {
    ...desk,
    ...{ owner, begin, consent, back },
    connect: async (fields, as) => back(await consent(await begin(fields), as)),
    async stored(id) {
      const { rows } = await desk.app.pool.query('select * from network_account where id = $1', [id]);
      const open = (sealed: Buffer | null) => sealed && desk.secrets.open(sealed);
      return { ...rows[0], token: open(rows[0].token), refresh_token: open(rows[0].refresh_token) };
    },
  };
}
