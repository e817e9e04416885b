/** Identities at the OpenID Connect provider of the installation. */
import { Type } from 'typebox';
import { id, instant, link, nullable, OWN_PATH, readOnly, text } from './common.ts';

export const Identity = Type.Object(
  {
    id: id('Identity id.', readOnly),
    issuer: link('The provider.', { ...readOnly, examples: ['https://login.example.com'] }),
    email: nullable(text('E-mail address at the provider, if it has verified one.', readOnly)),
    created_at: instant('When the identity was linked.', readOnly),
    last_used_at: nullable(instant('When the identity was last used to sign in.', readOnly)),
  },
  { title: 'Identity' },
);

export const NewAuthorization = Type.Object(
  {
    return_to: Type.Optional(
      text('The path on this service that the browser is redirected to afterwards; by default `/`.', {
        pattern: OWN_PATH,
        maxLength: 500,
        examples: ['/newsroom'],
      }),
    ),
  },
  { title: 'NewAuthorization', additionalProperties: false },
);
export const Authorization = Type.Object(
  { url: link('The provider’s page that the browser must open next.') },
  { title: 'Authorization' },
);

const parameter = (description: string) => Type.Optional(text(description, { maxLength: 4_000 }));
/** As RFC 6749, RFC 9207 and OpenID Connect name them. */
export const callbackQuery = {
  code: parameter('The authorization code, which the service exchanges for the identity.'),
  state: parameter('The state of the authorization request.'),
  iss: parameter('The issuer of the response.'),
  error: parameter('The error code of the provider.'),
  error_description: parameter('The error message of the provider.'),
};
