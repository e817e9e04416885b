/** What the page of a form sends. It is no part of the interface: the page and the service change together. */
import { Type } from 'typebox';
import { flag, id, plain, text } from './common.ts';

export const NewSubmission = Type.Object(
  {
    solution: plain('The solved challenge.', { maxLength: 1_000 }),
    title: Type.Optional(text('A headline.', { maxLength: 200 })),
    text: text('The text.', { minLength: 1, maxLength: 20_000 }),
    name: Type.Optional(text('Who sends it.', { maxLength: 200 })),
    email: Type.Optional(text('An e-mail address, which is not published.', { maxLength: 254 })),
    consents: Type.Array(flag('Whether the sender agrees.'), { maxItems: 10 }),
    files: Type.Array(id('A picture that was uploaded.'), { maxItems: 10, uniqueItems: true }),
    website: Type.Optional(text('People do not see this field.')),
  },
  { title: 'NewSubmission', additionalProperties: false },
);
