/** Passkeys. Options and credentials use WebAuthn's own names, so that browsers accept and produce them unchanged. */
import { Type } from 'typebox';
import {
  BASE64URL,
  DROPS_UNKNOWN,
  flag,
  id,
  instant,
  integer,
  nullable,
  ONE_LINE,
  oneOf,
  readOnly,
  text,
  title,
} from './common.ts';

/** Browsers add fields of newer versions. */
const loose = { [DROPS_UNKNOWN]: 'always' };
const LONGEST_ID = 1_400;
const bytes = (description: string, maxLength: number) =>
  text(`${description} In base64url.`, { pattern: BASE64URL, maxLength });
const publicKey = oneOf(['public-key'], 'The type of the credential.');
const transports = Type.Array(text('A transport.', { maxLength: 50, examples: ['internal'] }), {
  description: 'The transports of the authenticator.',
  maxItems: 20,
});

export const Passkey = Type.Object(
  {
    id: id('Passkey id.', readOnly),
    name: title('Name of the passkey.', { maxLength: 100, pattern: ONE_LINE, examples: ['Work laptop'] }),
    host: text('The host that the passkey was created for; it works on no other.', {
      ...readOnly,
      examples: ['localhost'],
    }),
    is_synced: flag('Whether the passkey is synced between devices.', readOnly),
    is_copied: flag('Whether the counter went back, which suggests a copy. The passkey no longer signs in.', readOnly),
    created_at: instant('When the passkey was added.', readOnly),
    last_used_at: nullable(instant('When the passkey was last used.', readOnly)),
  },
  { title: 'Passkey' },
);
export const PasskeyChange = Type.Object(
  { name: Passkey.properties.name },
  {
    title: 'PasskeyChange',
    additionalProperties: false,
    'x-computed': ['id', 'host', 'is_synced', 'is_copied', 'created_at', 'last_used_at'],
  },
);

const challenge = text('Random bytes for the credential to sign, once and within five minutes.');
const timeout = integer('Milliseconds until the challenge expires.');
const userVerification = oneOf(['required'], 'The authenticator must verify the user: a PIN, a finger or a face.');
const descriptor = Type.Object(
  { id: text('Id of a credential.'), type: publicKey, transports },
  { title: 'CredentialDescriptor' },
);

export const PasskeyCreationOptions = Type.Object(
  {
    challenge,
    rp: Type.Object(
      {
        id: text('Host of PUBLIC_URL.', { examples: ['localhost'] }),
        name: text('Name of the service.'),
      },
      { description: 'The service that the passkey is bound to.' },
    ),
    user: Type.Object(
      {
        id: text('Random id of the person.'),
        name: text('E-mail address.'),
        displayName: text('Name of the person.'),
      },
      { description: 'The account that the authenticator stores.' },
    ),
    pubKeyCredParams: Type.Array(Type.Object({ type: publicKey, alg: integer('COSE number of the algorithm.') }), {
      description: 'Accepted types of keys, in order of preference.',
    }),
    timeout,
    attestation: oneOf(['none'], 'The service does not ask for the make of the authenticator.'),
    excludeCredentials: Type.Array(descriptor, { description: 'The existing passkeys of the person.' }),
    authenticatorSelection: Type.Object(
      {
        residentKey: oneOf(
          ['required'],
          'The authenticator stores the account, so that people need not type an address.',
        ),
        requireResidentKey: flag('The same, for older browsers.'),
        userVerification,
      },
      { description: 'Requirements for the authenticator.' },
    ),
  },
  {
    title: 'PasskeyCreationOptions',
    description: 'For `navigator.credentials.create`, through `PublicKeyCredential.parseCreationOptionsFromJSON`.',
  },
);
export const PasskeyRequestOptions = Type.Object(
  {
    challenge,
    rpId: PasskeyCreationOptions.properties.rp.properties.id,
    timeout,
    userVerification,
    allowCredentials: Type.Array(descriptor, { description: 'Empty if any passkey may sign in.' }),
  },
  {
    title: 'PasskeyRequestOptions',
    description: 'For `navigator.credentials.get`, through `PublicKeyCredential.parseRequestOptionsFromJSON`.',
  },
);

const credentialId = {
  id: bytes('Id of the credential.', LONGEST_ID),
  rawId: bytes('The same.', LONGEST_ID),
  type: publicKey,
};
const clientDataJSON = bytes('The data that the browser signed.', 4_000);

export const NewPasskey = Type.Object(
  {
    name: Passkey.properties.name,
    credential: Type.Object(
      {
        ...credentialId,
        response: Type.Object(
          {
            clientDataJSON,
            attestationObject: bytes('The new key.', 40_000),
            transports: Type.Optional(transports),
          },
          { title: 'PasskeyAttestation', description: 'Its answer.', ...loose },
        ),
      },
      { title: 'PasskeyRegistration', description: 'The result of `toJSON()` of the new credential.', ...loose },
    ),
  },
  { title: 'NewPasskey', additionalProperties: false },
);
export const PasskeyCredential = Type.Object(
  {
    ...credentialId,
    response: Type.Object(
      {
        clientDataJSON,
        authenticatorData: bytes('The data of the authenticator.', 4_000),
        signature: bytes('The signature over client data and authenticator data.', 4_000),
        userHandle: Type.Optional(nullable(bytes('The account that the authenticator stored.', 200))),
      },
      { title: 'PasskeyAssertion', description: 'Its answer.', ...loose },
    ),
  },
  { title: 'PasskeyCredential', description: 'The result of `toJSON()` of the credential.', ...loose },
);
