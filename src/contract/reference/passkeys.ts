/** Passkeys in the management API: words and examples, under the names of the rows. */
import type { manageApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';

const id = 'pQ8mVd3kY7xZr1Tn6Wb0Lc9Hs2Jf5Gu4AeXoIyKtRvM';
const clientDataJSON =
  'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiNHZKOXNXazJacjBZeDdjUW4xVGJMaDZHZEV1M01mQW8iLCJvcmlnaW4iOiJodHRwOi8vbG9jYWxob3N0OjQwMDAifQ';

/** An authenticator's response is valid for one challenge only, so test/examples.test.ts sends real ones instead. */
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
      about: 'The passkeys of the signed-in person, newest last.',
      example: { after: ['passkeys.add'] },
    },
    options: {
      summary: 'Create options to add a passkey',
      about:
        'The options for `navigator.credentials.create`. The challenge can be used once, within five minutes, in the same session. The person must have signed in or confirmed the session within ten minutes.',
      example: { after: ['setup.create'] },
    },
    add: {
      summary: 'Add a passkey',
      about:
        'Stores the new credential: send its `toJSON()`. Ends all other sessions and gives this one a new cookie. The person must have signed in or confirmed the session within ten minutes. docs/people.md has more.',
      example: { body: { name: 'Work laptop', credential: registration }, after: ['setup.create'] },
    },
    rename: {
      summary: 'Rename a passkey',
      about: 'Renames a passkey of the signed-in person.',
      example: { body: { name: 'Work laptop' }, after: ['passkeys.add'] },
    },
    remove: {
      summary: 'Delete a passkey',
      about:
        'Ends all other sessions and gives this one a new cookie. 409 if it is the person’s only way to sign in. The person must have signed in or confirmed the session within ten minutes.',
      example: { after: ['passkeys.add'] },
    },
  },
};
