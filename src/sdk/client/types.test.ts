/** The generated types are those of the schemas. The compiler checks this; at run time there is nothing to see. */
import type { Static } from 'typebox';
import { describe, expectTypeOf, it } from 'vitest';
import type { Article, ManagedArticle } from '../../contract/article.ts';
import type * as content from '../../contract/content.ts';
import type { analyticsApi, contentApi, manageApi } from '../../contract/routes.ts';
import type { Input, Output, Row } from '../../contract/row.ts';
import type { Lines } from './route.ts';
import type * as wire from './wire.generated.ts';
import type { AnalyticsOperations, ManagementOperations, SiteOperations } from './wire.generated.ts';

/** Names of rows, such as `articles.create`, whose answer has another type than the method’s. */
type OtherAnswers<Api, Operations> = {
  [Name in keyof Api & keyof Operations & string]: Api[Name] extends Row
    ? IsAnswer<Api[Name], AnswerOf<Operations[Name]>> extends true
      ? never
      : Name
    : `${Name}.${OtherAnswers<Api[Name], Operations[Name]>}`;
}[keyof Api & keyof Operations & string];

/** Names of rows whose body type has fields that the schema lacks, or lacks required ones. */
type OtherBodies<Api, Operations> = {
  [Name in keyof Api & keyof Operations & string]: Api[Name] extends Row
    ? IsBody<Input<Api[Name]>['body'], BodyOf<Api[Name], Operations[Name]>> extends true
      ? never
      : Name
    : `${Name}.${OtherBodies<Api[Name], Operations[Name]>}`;
}[keyof Api & keyof Operations & string];

/** With `fields` a schema has only optional names; the method’s answer is complete unless they are asked for. */
type IsAnswer<R extends Row, Answer> = 'fields' extends keyof R['query']
  ? [Answer] extends [Output<R>]
    ? true
    : false
  : IsSame<Output<R>, Answer>;
type IsSame<A, B> = [A, B] extends [B, A] ? true : false;

/** Without the fields that the client adds. */
type AnswerOf<Method> = Method extends (...given: never[]) => infer Result ? Plain<Awaited<Result>> : never;
type Plain<Answer> = Answer extends object
  ? { [Name in keyof Answer as Exclude<Name, 'etag' | 'removed'>]: Answer[Name] }
  : undefined;

/** The argument after the ids. */
type BodyOf<R extends Row, Method> = Method extends (...given: infer Given) => unknown
  ? Exclude<Required<Given>[Ids<R['path']>['length'] & keyof Required<Given>], Lines<unknown>>
  : never;
type Ids<Path> = Path extends `${string}:${string}/${infer Rest}`
  ? [unknown, ...Ids<`/${Rest}`>]
  : Path extends `${string}:${string}`
    ? [unknown]
    : [];

type IsBody<Body, Argument> = keyof Body extends never
  ? true
  : [Argument] extends [Body]
    ? IsSame<RequiredNames<Body>, RequiredNames<Argument>>
    : false;
type RequiredNames<T> = { [Name in keyof T]-?: Record<never, never> extends Pick<T, Name> ? never : Name }[keyof T];

/** TypeBox loses the names in an author’s `links`; the rest of an author is compared by itself. */
type Authors = `authors.${'list' | 'create' | 'read' | 'change'}` | 'listAuthors' | 'readAuthor';

// When these do not compile: npm run client-types.
describe('the types of the client', () => {
  it('are those of the schemas for every management operation', () => {
    // Events have a method of their own: sdk/client/live.ts.
    expectTypeOf<keyof ManagementOperations>().toEqualTypeOf<Exclude<keyof typeof manageApi, 'live'>>();
    expectTypeOf<Exclude<OtherAnswers<Omit<typeof manageApi, 'live'>, ManagementOperations>, Authors>>().toBeNever();
    expectTypeOf<Exclude<OtherBodies<Omit<typeof manageApi, 'live'>, ManagementOperations>, Authors>>().toBeNever();
    expectTypeOf<wire.ManagedArticle>().toEqualTypeOf<Static<typeof ManagedArticle>>();
  });

  it('are those of the schemas for every analytics operation', () => {
    expectTypeOf<keyof AnalyticsOperations>().toEqualTypeOf<keyof typeof analyticsApi>();
    // A file is read item by item.
    expectTypeOf<Exclude<OtherAnswers<typeof analyticsApi, AnalyticsOperations>, 'exportCampaign'>>().toBeNever();
  });

  it('are those of the schemas for every content operation', () => {
    expectTypeOf<keyof SiteOperations>().toEqualTypeOf<keyof typeof contentApi>();
    expectTypeOf<Exclude<OtherAnswers<typeof contentApi, SiteOperations>, Authors>>().toBeNever();
    expectTypeOf<wire.Site>().toEqualTypeOf<Static<typeof content.Site>>();
    expectTypeOf<wire.Article>().toEqualTypeOf<Static<typeof Article>>();
    expectTypeOf<wire.Section>().toEqualTypeOf<Static<typeof content.Section>>();
    expectTypeOf<wire.ArticleCategory>().toEqualTypeOf<Static<typeof content.ArticleCategory>>();
    expectTypeOf<wire.Page>().toEqualTypeOf<Static<typeof content.Page>>();
    expectTypeOf<wire.Issue>().toEqualTypeOf<Static<typeof content.Issue>>();
    expectTypeOf<wire.Event>().toEqualTypeOf<Static<typeof content.Event>>();
    expectTypeOf<wire.Like>().toEqualTypeOf<Static<typeof content.Like>>();
    expectTypeOf<Omit<wire.Author, 'links'>>().toEqualTypeOf<Omit<Static<typeof content.Author>, 'links'>>();
    expectTypeOf<wire.Author['links']['website']>().toEqualTypeOf<string | undefined>();
    type Container = Static<typeof content.FeaturedItemContainer>;
    expectTypeOf<wire.FeaturedItemContainer>().toEqualTypeOf<Container>();
  });

  it('would differ if a schema did', () => {
    interface Api {
      sections: { read: Row<'/sections/:id', Record<never, never>, undefined, typeof content.Page> };
    }
    expectTypeOf<OtherAnswers<Api, ManagementOperations>>().toEqualTypeOf<'sections.read'>();
  });
});
