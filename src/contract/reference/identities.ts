/** OpenID Connect in the management API: words and examples, under the names of the rows. */
import type { manageApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';

const returnTo = { return_to: '/newsroom' };

export const identityOperations: OperationsOf<Pick<typeof manageApi, 'identities'>> = {
  identities: {
    signIn: {
      summary: 'Create an authorization to sign in',
      about:
        'Returns the provider’s address where the person signs in with OpenID Connect. The answer sets a cookie: only this browser can complete the sign-in, once, within ten minutes. 404 if no provider is configured. docs/people.md has more.',
      example: { body: returnTo },
    },
    callback: {
      summary: 'Finish an authorization',
      about:
        'The provider redirects the browser here. The service signs the person in and redirects to `return_to`. If that fails, `sign_in_error` in the address has the reason: `expired`, `refused`, `unavailable`, `unknown` (no person is linked), `taken` (another person is linked), `not_fresh`, `limited`.',
      example: { query: { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'af0ifjsldkjWk2Zr0Yx7cQn1TbLh6GdEu3MfAo8RiPq' } },
    },
    list: {
      summary: 'List my identities',
      about: 'The identities at the OpenID Connect provider that are linked to the signed-in person.',
      example: { after: ['setup.create'] },
    },
    link: {
      summary: 'Create an authorization to link an identity',
      about:
        'Returns the provider’s address where the signed-in person links an identity. Linking ends all other sessions. The person must have signed in or confirmed the session within ten minutes.',
      example: { body: returnTo, after: ['setup.create'] },
    },
    confirm: {
      summary: 'Create an authorization to confirm the session',
      about:
        'Returns the provider’s address where the person confirms the session by signing in again. The provider must report when that was.',
      example: { body: returnTo, after: ['setup.create'] },
    },
    remove: {
      summary: 'Delete an identity',
      about:
        'Unlinks the identity, ends all other sessions and gives this one a new cookie. 409 if it is the person’s only way to sign in. The person must have signed in or confirmed the session within ten minutes.',
      example: { after: ['setup.create'] },
    },
  },
};
