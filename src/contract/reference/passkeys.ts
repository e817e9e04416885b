/** Passkeys in the management API: words and examples, under the names of the rows. */
import type { manageApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';

const id = 'pQ8mVd3kY7xZr1Tn6Wb0Lc9Hs2Jf5Gu4AeXoIyKtRvM';
const clientDataJSON =
  'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiNHZKOXNXazJacjBZeDdjUW4xVGJMaDZHZEV1M01mQW8iLCJvcmlnaW4iOiJodHRwOi8vbG9jYWxob3N0OjQwMDAifQ';

/** What authenticators answer fits one challenge only: test/examples.test.ts sends real answers instead. */
export const credential = {
  id,
  rawId: id,
  type: 'public-key',
  response: {
    clientDataJSON,
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
    signature: 'MEUCIQDx7Zr1Tn6Wb0Lc9Hs2Jf5Gu4AeXoIyKtRvMpQ8mVdAiBk3Y7xZr1Tn6Wb0Lc9Hs2Jf5Gu4AeXoIyKtRvMpQ8',
    userHandle: 'AZXcNGpAfEGdGzpvDlt8IQ',
  },
};
const registration = {
  id,
  rawId: id,
  type: 'public-key',
  response: {
    clientDataJSON,
    attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NF',
    transports: ['internal'],
  },
};

export const passkeyOperations: OperationsOf<Pick<typeof manageApi, 'passkeys'>> = {
  passkeys: {
    list: {
      summary: 'List my passkeys',
      about: 'The passkeys of the signed-in person, the newest last.',
      example: { after: ['passkeys.add'] },
    },
    options: {
      summary: 'Create options to add a passkey',
      about:
        'What a browser needs to make a passkey: `navigator.credentials.create`. The challenge is answered once, within five minutes, in the same session. The person has to have signed in or confirmed the session within ten minutes.',
      example: { after: ['setup.create'] },
    },
    add: {
      summary: 'Add a passkey',
      about:
        'Stores the key that the browser made: `toJSON()` of the new credential. Ends all other sessions, and gives this one a new cookie. The person has to have signed in or confirmed the session within ten minutes. docs/people.md.',
      example: { body: { name: 'Work laptop', credential: registration }, after: ['setup.create'] },
    },
    rename: {
      summary: 'Rename a passkey',
      about: 'Gives a passkey of the signed-in person another name.',
      example: { body: { name: 'Work laptop' }, after: ['passkeys.add'] },
    },
    remove: {
      summary: 'Delete a passkey',
      about:
        'Ends all other sessions, and gives this one a new cookie. The last way to sign in cannot be removed: 409. The person has to have signed in or confirmed the session within ten minutes.',
      example: { after: ['passkeys.add'] },
    },
  },
};
