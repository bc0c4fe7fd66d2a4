import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array): string => Buffer.from(data).toString('base64url');

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** What a forger may say otherwise than the truth. */
export interface Lies {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  counter?: number;
  unverified?: boolean;
  absent?: boolean;
  userHandle?: string;
  id?: string;
  crossOrigin?: { topOrigin?: string };
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

/** An authenticator with the browser around it, made of node:crypto: it signs whatever it is told [WebAuthn 6, 7]. */
export class Authenticator {
  readonly credentialId = randomBytes(32);
  counter = 0;
  userHandle = '';
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Members of POST /v1/passkeys. */
  create(options: CreationOptions, lies: Lies = {}) {
    this.userHandle = options.user.id;
    const clientDataJSON = this.#clientData('webauthn.create', options.challenge, lies);
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const [point1, point2] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    // A COSE key: kty EC2, alg ES256, curve P-256, x and y [RFC 9053 7.1.1].
    const coseKey = Buffer.concat([hex('a5010203262001215820'), point1, hex('225820'), point2]);
    const length = Buffer.from([0, this.credentialId.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.credentialId, coseKey]);
    const data = Buffer.concat([this.#authenticatorData(options.rp.id, HAS_CREDENTIAL, lies), credential]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const attestationObject = Buffer.concat([
      hex('a3'),
      text('fmt'),
      text('none'),
      text('attStmt'),
      hex('a0'),
      text('authData'),
      hex('59'),
      size,
      data,
    ]);
    return {
      id: lies.id ?? base64url(this.credentialId),
      attestationObject: base64url(attestationObject),
      clientDataJSON,
      transports: ['internal', 'hybrid'],
    };
  }

  /** Body of POST /v1/auth/passkey/login. */
  get(options: { challenge: string; rpId: string }, lies: Lies = {}) {
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, lies);
    const data = this.#authenticatorData(options.rpId, 0, lies);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id: lies.id ?? base64url(this.credentialId),
      authenticatorData: base64url(data),
      clientDataJSON,
      signature: base64url(sign('sha256', signed, this.#keys.privateKey)),
      userHandle: lies.userHandle ?? this.userHandle,
    };
  }

  #clientData(type: string, challenge: string, lies: Lies): string {
    const data = {
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? this.#origin,
      crossOrigin: lies.crossOrigin !== undefined,
      ...lies.crossOrigin,
    };
    return base64url(JSON.stringify(data));
  }

  #authenticatorData(rpId: string, flags: number, lies: Lies): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? this.counter);
    const all = flags | (lies.absent ? 0 : PRESENT) | (lies.unverified ? 0 : VERIFIED);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([all]), counter]);
  }
}

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
/** A CBOR text of less than 24 bytes. */
const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
