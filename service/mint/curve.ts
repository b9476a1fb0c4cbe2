import { createHash, createHmac } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesOf, hexOf, isHex } from '../../src/events/core/hex.ts';
import { sha256Hex } from '../hash.ts';

const { Point } = secp256k1;
export type CurvePoint = typeof Point.BASE;

/** The key of a mint for one amount: the secret key and the public key (NUT-01). */
export interface MintKey {
  /** 32 bytes in hex. */
  readonly secret: string;
  readonly point: CurvePoint;
  /** The point, compressed, in hex. */
  readonly hex: string;
}

/** A blind signature with the proof that this mint's key made it (NUT-00, NUT-12), all in hex. */
export interface BlindSignature {
  readonly c: string;
  readonly e: string;
  readonly s: string;
}

const ORDER = Point.Fn.ORDER;
const DOMAIN = Buffer.from('Secp256k1_HashToCurve_Cashu_');
const NONCE_DOMAIN = Buffer.from('Cashu_DLEQ_R_v1');
/**
 * Every second hash is the x of a point. To find none in this many tries is practically impossible.
 */
const MOST_TRIES = 65_536;

export function mintKeyOf(secret: string): MintKey {
  const point = Point.BASE.multiply(numberOf(secret));
  return { secret, point, hex: point.toHex(true) };
}

/** Parse a compressed point in lower-case hex. Returns `undefined` if it is invalid. */
export function readPoint(hex: string): CurvePoint | undefined {
  return isHex(hex, 66) ? pointOf(hex) : undefined;
}

/** Return the point of a secret, whose logarithm is unknown (NUT-00). */
export function hashToCurve(secret: Uint8Array): CurvePoint {
  const seed = sha256(Buffer.concat([DOMAIN, secret]));
  const counter = Buffer.alloc(4);
  for (let n = 0; n < MOST_TRIES; n++) {
    counter.writeUInt32LE(n);
    const point = pointOf(`02${sha256Hex(Buffer.concat([seed, counter]))}`);
    if (point) return point;
  }
  throw new Error('no point was found');
}

/**
 * Return the point of a secret by the rules before NUT-00 had a domain. Proofs of old wallets use
 * these points.
 */
export function oldHashToCurve(secret: Uint8Array): CurvePoint {
  let hash = sha256(secret);
  for (let n = 0; n < MOST_TRIES; n++) {
    const point = pointOf(`02${hexOf(hash)}`);
    if (point) return point;
    hash = sha256(hash);
  }
  throw new Error('no point was found');
}

/** True if `c` is the signature of the key on the point of a secret (NUT-00, verification). */
export function isSignature(key: MintKey, secretPoint: CurvePoint, c: CurvePoint): boolean {
  return secretPoint.multiply(numberOf(key.secret)).equals(c);
}

/**
 * Sign a blinded message, and prove the key (NUT-12). The same message always gets the same
 * signature and proof.
 */
export function signBlinded(key: MintKey, blinded: CurvePoint): BlindSignature {
  const signature = blinded.multiply(numberOf(key.secret));
  const nonce = nonceOf(key, blinded, signature);
  const e = hashOfPoints([
    Point.BASE.multiply(nonce),
    blinded.multiply(nonce),
    key.point,
    signature,
  ]);
  const s = (nonce + (numberOf(e) % ORDER) * numberOf(key.secret)) % ORDER;
  return { c: signature.toHex(true), e, s: s.toString(16).padStart(64, '0') };
}

/**
 * `hash_e` of NUT-12, in hex: SHA-256 of the points as they are written out, uncompressed, in hex.
 */
export function hashOfPoints(points: readonly CurvePoint[]): string {
  return sha256Hex(points.map((point) => point.toHex(false)).join(''));
}

/**
 * Derive the nonce from the statement, so that two proofs never share one. A shared nonce would
 * reveal the key (NUT-12).
 */
function nonceOf({ secret, point }: MintKey, blinded: CurvePoint, signature: CurvePoint): bigint {
  const points = [point, blinded, signature].map((each) => each.toBytes(false));
  for (let counter = 0; counter < 256; counter++) {
    const data = Buffer.concat([NONCE_DOMAIN, ...points, Uint8Array.of(counter)]);
    const nonce = numberOf(createHmac('sha256', bytesOf(secret)).update(data).digest('hex'));
    if (nonce > 0n && nonce < ORDER) return nonce;
  }
  throw new Error('no nonce was found');
}

function pointOf(hex: string): CurvePoint | undefined {
  try {
    return Point.fromHex(hex);
  } catch {
    return undefined;
  }
}

function numberOf(hex: string): bigint {
  return BigInt(`0x${hex}`);
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}
