/**
 * Whether an authenticator's answer is right, by @simplewebauthn/server. The library is large and loaded when the first
 * passkey is used: most commands and many installations never need it.
 */
import type { Static } from 'typebox';
import type { NewPasskey, PasskeyCredential } from '../../contract/passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

export type Assertion = Static<typeof PasskeyCredential>;
type Registration = Static<typeof NewPasskey>['credential'];

export interface RegisteredKey {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  isSynced: boolean;
}

/** EdDSA, ES256 and RS256, by their numbers in COSE. */
export const ALGORITHMS = [-8, -7, -257];

/** The challenge that an answer names; null for one that cannot be read, or that a frame in a page of others made. */
export function answeredChallenge(clientDataJSON: string): string | null {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : null;
  } catch {
    return null;
  }
}

/** Null if the answer is invalid. */
export async function registeredKey(
  answer: Registration,
  challenge: string,
  party: RelyingParty,
): Promise<RegisteredKey | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...answer,
        response: { ...answer.response, attestationObject: await unattested(answer.response.attestationObject) },
        clientExtensionResults: {},
      } as Parameters<typeof verifyRegistrationResponse>[0]['response'], // by its schema; unknown transports are text
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) return null;
    const { credential, credentialDeviceType } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      isSynced: credentialDeviceType === 'multiDevice',
    };
  } catch {
    return null; // the library throws for every invalid answer
  }
}

/** The counter of the authenticator; null if the answer is invalid. Callers compare it with the stored one. */
export async function assertedCount(
  answer: Assertion,
  challenge: string,
  party: RelyingParty,
  publicKey: Buffer,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { userHandle, ...response } = answer.response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...answer,
        response: userHandle ? { ...response, userHandle } : response,
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The library compares the counter before it looks at the signature: anyone could make a passkey look copied.
      credential: { id: answer.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/**
 * The same without its attestation, which we do not request. For a certificate the library would fetch a revocation list
 * from an address that the certificate names.
 */
async function unattested(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url'))).get('authData');
  const bare = new Map<string, string | Uint8Array | Map<string, never>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', authData],
  ]);
  return Buffer.from(isoCBOR.encode(bare)).toString('base64url');
}
