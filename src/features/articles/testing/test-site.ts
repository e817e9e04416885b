/** Creates a site with a section and articles in it, for tests of article lists. */
import type { TestApp } from '../../../../test/app.ts';
import { runCleanUp } from '../../../../test/clean-ups.ts';
import { oldTrash } from '../../publication/jobs.ts';

export interface TestSite {
  site: number;
  section: number;
}

export function testSites(app: () => TestApp) {
  const addSection = async (site: number, name: string): Promise<number> =>
    (await app().manage('POST', `/sites/${site}/sections`, { section: { name } })).section.id;
  const add = async ({ site, section }: TestSite, article: Record<string, unknown> = {}) =>
    (
      await app().manage('POST', `/sites/${site}/articles`, {
        article: { title: 'Herring', section_id: section, ...article },
      })
    ).article;
  return {
    addSection,
    add,
    place: async (): Promise<TestSite> => {
      const site = await app().site();
      return { site, section: await addSection(site, 'News') };
    },
    published: (at: TestSite, article: Record<string, unknown> = {}) => add(at, { state: 'published', ...article }),
    unpublish: ({ site }: TestSite, uid: string) =>
      app().manage('DELETE', `/sites/${site}/articles/${uid}/publication`),
    showSection: (site: number, section: number, state: 'public' | 'hidden') =>
      app().manage('PATCH', `/sites/${site}/sections/${section}`, { section: { state } }),
  };
}

/** As after 30 days. */
export async function emptyTrash({ pool }: TestApp): Promise<void> {
  await pool.query("update article set deleted_at = deleted_at - interval '31 days' where deleted_at is not null");
  await runCleanUp(pool, oldTrash);
}

export const ids = (articles: { id: number }[]) => articles.map(({ id }) => id);
