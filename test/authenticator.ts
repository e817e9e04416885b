/** An authenticator of passkeys in software, which also gives the wrong answers that no real one gives. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Faults {
  challenge?: string;
  origin?: string;
  rpId?: string;
  count?: number;
  userHandle?: string;
  isUnverified?: boolean;
  isAbsent?: boolean;
  crossOrigin?: boolean;
  type?: string;
  /** Signs with the key of another. */
  signer?: Authenticator;
  /** The statement that a vendor made the authenticator. */
  attestation?: { fmt: string; attStmt: Map<string, unknown> };
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}
interface RequestOptions {
  challenge: string;
  rpId: string;
}

const PRESENT = 1;
const VERIFIED = 4;
const HAS_KEY = 64;

export class Authenticator {
  readonly id = randomBytes(32);
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  count: number;
  userHandle = '';
  /** Synced passkeys do not count: their counter is always 0. */
  readonly isCounting: boolean;

  constructor({ isCounting = true } = {}) {
    this.isCounting = isCounting;
    this.count = 0;
  }

  /** As `toJSON()` of a new credential. */
  create({ challenge, rp, user }: CreationOptions, origin: string, faults: Faults = {}) {
    this.userHandle = user.id;
    const { fmt, attStmt } = faults.attestation ?? { fmt: 'none', attStmt: new Map() };
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const key = Buffer.concat([Buffer.alloc(16), length, this.id, this.cosePublicKey()]);
    const authData = Buffer.concat([this.data(rp.id, HAS_KEY, faults), key]);
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', authData],
      ]),
    );
    return {
      ...this.named(),
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin, faults).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** As `toJSON()` of a credential that signs in. */
  get({ challenge, rpId }: RequestOptions, origin: string, faults: Faults = {}) {
    if (this.isCounting) this.count++;
    const authenticatorData = this.data(rpId, 0, faults);
    const client = clientData('webauthn.get', challenge, origin, faults);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()]);
    const { privateKey } = (faults.signer ?? this).keys;
    return {
      ...this.named(),
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: faults.userHandle ?? this.userHandle,
      },
    };
  }

  private named() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' };
  }

  private data(rpId: string, flags: number, faults: Faults): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(faults.count ?? this.count);
    const state = flags | (faults.isAbsent ? 0 : PRESENT) | (faults.isUnverified ? 0 : VERIFIED);
    return Buffer.concat([
      createHash('sha256')
        .update(faults.rpId ?? rpId)
        .digest(),
      Buffer.from([state]),
      count,
    ]);
  }

  private cosePublicKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    return cbor(
      new Map<number, unknown>([
        [1, 2], // EC2
        [3, -7], // ES256
        [-1, 1], // P-256
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }
}

function clientData(type: string, challenge: string, origin: string, faults: Faults): Buffer {
  const { crossOrigin = false } = faults;
  return Buffer.from(
    JSON.stringify({
      type: faults.type ?? type,
      challenge: faults.challenge ?? challenge,
      origin: faults.origin ?? origin,
      crossOrigin,
    }),
  );
}

/** CBOR of what WebAuthn needs: small integers, text, bytes, lists and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])]);
  throw new Error(`No CBOR for ${typeof value}.`);
}

function head(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  if (value < 256) return Buffer.from([type | 24, value]);
  return Buffer.from([type | 25, value >> 8, value & 255]);
}
