/** OpenID Connect in the management API: words and examples, under the names of the rows. */
import type { manageApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';

const returnTo = { return_to: '/newsroom' };

export const identityOperations: OperationsOf<Pick<typeof manageApi, 'identities'>> = {
  identities: {
    signIn: {
      summary: 'Create an authorization to sign in',
      about:
        'Where the browser goes to sign in at the OpenID Connect provider. The answer sets a cookie: only this browser can come back, once, within ten minutes. 404 without a provider. docs/people.md.',
      example: { body: returnTo },
    },
    callback: {
      summary: 'Finish an authorization',
      about:
        'The provider sends the browser here, and it is sent on to `return_to`, signed in. Otherwise `sign_in_error` says why not: `expired`, `refused`, `unavailable`, `unknown` (no person is linked), `taken` (another one is), `not_fresh`, `limited`.',
      example: { query: { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'af0ifjsldkjWk2Zr0Yx7cQn1TbLh6GdEu3MfAo8RiPq' } },
    },
    list: {
      summary: 'List my identities',
      about: 'What the signed-in person is linked to at the OpenID Connect provider.',
      example: { after: ['setup.create'] },
    },
    link: {
      summary: 'Create an authorization to link an identity',
      about:
        'Where the browser goes to link the signed-in person to the OpenID Connect provider. Linking ends all other sessions. The person has to have signed in or confirmed the session within ten minutes.',
      example: { body: returnTo, after: ['setup.create'] },
    },
    confirm: {
      summary: 'Create an authorization to confirm the session',
      about:
        'Where the browser goes to confirm the session: the provider asks the person to sign in again, and has to say when that was.',
      example: { body: returnTo, after: ['setup.create'] },
    },
    remove: {
      summary: 'Delete an identity',
      about:
        'Unlinks it, ends all other sessions and gives this one a new cookie. The last way to sign in cannot be removed: 409. The person has to have signed in or confirmed the session within ten minutes.',
      example: { after: ['setup.create'] },
    },
  },
};
