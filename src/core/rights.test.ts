import { describe, expect, it } from 'vitest';
import {
  isLimitedToOwn,
  keyActor,
  may,
  mayGrant,
  NOWHERE,
  personActor,
  reaches,
  type SiteRole,
  sitesWith,
} from './rights.ts';

const person = (...roles: SiteRole[]) => personActor({ id: 1, name: 'Ida', roles }, NOWHERE);
const writing = keyActor({ id: 1, name: 'Web', scopes: ['manage:write'], sites: 'all' }, NOWHERE);

describe('a person', () => {
  it('has on each site the rights of its role there', () => {
    const mixed = person(
      { site_id: 1, role: 'editor' },
      { site_id: 2, role: 'analyst' },
      { site_id: 3, role: 'author' },
    );
    expect(sitesWith(mixed, 'campaigns', 'write')).toEqual([1]);
    expect(sitesWith(mixed, 'campaigns', 'read')).toEqual([1, 2]);
    expect(sitesWith(mixed, 'content', 'write')).toEqual([1]);
    expect(sitesWith(mixed, 'content', 'read')).toEqual([1, 3]);
    expect([may(mixed, 'people', 'read'), reaches(mixed, 4)]).toEqual([false, false]);
  });

  it('with a role on all sites has it beside the role on one', () => {
    const author = person({ site_id: null, role: 'author' }, { site_id: 2, role: 'editor' });
    expect([isLimitedToOwn(author, 'articles', 1), isLimitedToOwn(author, 'articles', 2)]).toEqual([true, false]);
    expect([may(author, 'content', 'write', 1), may(author, 'content', 'write', 2)]).toEqual([false, true]);
  });
});

describe('a key', () => {
  it('gets no right and no site that its creator does not have', () => {
    const owner = person({ site_id: 1, role: 'owner' }, { site_id: 2, role: 'editor' });
    expect(mayGrant(owner, ['admin'], [1])).toBe(true);
    expect(mayGrant(owner, ['admin'], [1, 2])).toBe(false);
    expect(mayGrant(owner, ['content:read'], 'all')).toBe(false);
    expect(mayGrant(writing, ['admin'], [1])).toBe(false);
    expect(mayGrant(writing, ['manage:read'], 'all')).toBe(true);
  });

  it('is never limited to articles that it created', () => {
    expect(isLimitedToOwn(writing, 'articles', 1)).toBe(false);
  });
});
