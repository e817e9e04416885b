/** Passkeys. Options and credentials have the names that WebAuthn gives them, so that browsers take and make them as they are. */
import { Type } from 'typebox';
import {
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
const BASE64URL = '^[A-Za-z0-9_-]*$';
const LONGEST_ID = 1_400;
const bytes = (description: string, maxLength: number) =>
  text(`${description} In base64url.`, { pattern: BASE64URL, maxLength });
const publicKey = oneOf(['public-key'], 'The type of the credential.');
const transports = Type.Array(text('A transport.', { maxLength: 50, examples: ['internal'] }), {
  description: 'How the authenticator is reached.',
  maxItems: 20,
});

export const Passkey = Type.Object(
  {
    id: id('Passkey id.', readOnly),
    name: title('Name, to tell passkeys apart.', { maxLength: 100, pattern: ONE_LINE, examples: ['Work laptop'] }),
    host: text('The host that it was made for: it signs in nowhere else.', { ...readOnly, examples: ['localhost'] }),
    is_synced: flag('Whether several devices share it through an account at their vendor.', readOnly),
    is_copied: flag('Whether its counter went back, so that someone may have a copy. It no longer signs in.', readOnly),
    created_at: instant('When it was added.', readOnly),
    last_used_at: nullable(instant('When it was last used.', readOnly)),
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

const challenge = text('Random bytes that the credential has to sign, once and within five minutes.');
const timeout = integer('Milliseconds until the challenge expires.');
const userVerification = oneOf(['required'], 'The authenticator has to check a PIN, a finger or a face.');
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
      { description: 'The service, to which the passkey is bound.' },
    ),
    user: Type.Object(
      {
        id: text('Random id of the person.'),
        name: text('E-mail address.'),
        displayName: text('Name of the person.'),
      },
      { description: 'The account that the authenticator stores.' },
    ),
    pubKeyCredParams: Type.Array(Type.Object({ type: publicKey, alg: integer('Algorithm, by its number in COSE.') }), {
      description: 'Kinds of keys, the best first.',
    }),
    timeout,
    attestation: oneOf(['none'], 'The make of the authenticator is not asked for.'),
    excludeCredentials: Type.Array(descriptor, { description: 'The passkeys that the person has.' }),
    authenticatorSelection: Type.Object(
      {
        residentKey: oneOf(['required'], 'The authenticator stores the account, so that no address has to be typed.'),
        requireResidentKey: flag('The same, for older browsers.'),
        userVerification,
      },
      { description: 'What the authenticator has to do.' },
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
    allowCredentials: Type.Array(descriptor, { description: 'Empty where any passkey may sign in.' }),
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
const clientDataJSON = bytes('What the browser signed.', 4_000);

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
      { title: 'PasskeyRegistration', description: 'What `toJSON()` of the new credential returns.', ...loose },
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
        authenticatorData: bytes('What the authenticator says of itself.', 4_000),
        signature: bytes('Signature over both.', 4_000),
        userHandle: Type.Optional(nullable(bytes('The account that the authenticator stored.', 200))),
      },
      { title: 'PasskeyAssertion', description: 'Its answer.', ...loose },
    ),
  },
  { title: 'PasskeyCredential', description: 'What `toJSON()` of the credential returns.', ...loose },
);
