/** Bylines of people who have other ids here, and lines that name nobody. */
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addPerson } from '../../test/people.ts';
import { imported, lines } from './testing/transfer.ts';

const [site_id, SITE] = [7, { site: { id: 7, name: 'Post', url: 'https://post.example/' } }];
const author = (id: number) => ({ author: { site_id, id, firstname: `A${id}`, lastname: 'B' } });
const byline = (author_id: number, person_id = 1) => ({ byline: { person_id, site_id, author_id } });
const bylineOf = async (app: Awaited<ReturnType<typeof testApp>>, email: string) =>
  (
    await app.pool.query('select author_id from person_byline join person on person.id = person_id where email = $1', [
      email,
    ])
  ).rows;

it('a byline follows its person to another id, and one that the person has here stays', async () => {
  const app = await testApp();
  await addPerson(app, [], 'other@example.com');
  const person = { person: { id: 1, email: 'ida@example.com', name: 'Ida', roles: [{ site_id, role: 'author' }] } };
  const first = await imported(app, lines(SITE, person, author(1), author(2), byline(2)));
  expect([first.refused, first.counts.byline]).toMatchObject([[], { new: 1 }]);
  expect(await bylineOf(app, 'ida@example.com')).toEqual([{ author_id: 2 }]);
  expect(await bylineOf(app, 'other@example.com')).toEqual([]);
  const again = await imported(app, lines(person, byline(1)), { isRestarted: true });
  expect([again.refused, again.counts.byline]).toMatchObject([[], { same: 1, new: 0 }]);
  expect(await bylineOf(app, 'ida@example.com')).toEqual([{ author_id: 2 }]);
});

it('a byline of nobody, or as nobody, is refused', async () => {
  const app = await testApp();
  const person = { person: { id: 1, email: 'ida@example.com', name: 'Ida', roles: [] } };
  const { refused } = await imported(app, lines(SITE, person, author(1), byline(9), byline(1, 5)));
  expect(refused.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('author_id names no author of site 7'),
    expect.stringContaining('person_id names no person of the file'),
  ]);
});
