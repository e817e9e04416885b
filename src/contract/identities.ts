/** Identities at the OpenID Connect provider of the installation. */
import { Type } from 'typebox';
import { id, instant, link, nullable, readOnly, text } from './common.ts';

export const Identity = Type.Object(
  {
    id: id('Identity id.', readOnly),
    issuer: link('The provider.', { ...readOnly, examples: ['https://login.example.com'] }),
    email: nullable(text('E-mail address at the provider, if it has verified one.', readOnly)),
    created_at: instant('When it was linked.', readOnly),
    last_used_at: nullable(instant('When it last signed in.', readOnly)),
  },
  { title: 'Identity' },
);

export const NewAuthorization = Type.Object(
  {
    return_to: Type.Optional(
      text('The path on this service that the browser is sent to afterwards; `/` without it.', {
        pattern: '^/([A-Za-z0-9_~?=&%+.,:;@!*()-][A-Za-z0-9_~?=&%+.,:;@!*()/-]*)?$',
        maxLength: 500,
        examples: ['/newsroom'],
      }),
    ),
  },
  { title: 'NewAuthorization', additionalProperties: false },
);
export const Authorization = Type.Object(
  { url: link('Where the browser goes next: the page of the provider.') },
  { title: 'Authorization' },
);

const parameter = (description: string) => Type.Optional(text(description, { maxLength: 4_000 }));
/** As RFC 6749, RFC 9207 and OpenID Connect name them. */
export const callbackQuery = {
  code: parameter('What the service gets the identity with.'),
  state: parameter('Which request is answered.'),
  iss: parameter('Who answers.'),
  error: parameter('Why the provider refused.'),
  error_description: parameter('The same in words.'),
};
