import type { SignedEvent } from '../../../events/nostr/event.ts';
import { bytesOf } from '../../../events/core/hex.ts';

/**
 * True if `sig` is the BIP-340 signature of `pubkey` over `id` (NIP-01). All three are hex that
 * passed the shape check.
 */
export type SignatureCheck = (event: Pick<SignedEvent, 'id' | 'pubkey' | 'sig'>) => boolean;

/**
 * The path of libsecp256k1 in nostr-wasm 0.1.0. The package has no entry for this file. Its public
 * check hashes the whole event within 1 MB of memory, in a chunk that is larger and no faster. So
 * only this module imports the package by path. The version is exact in package.json, and
 * `schnorr-package.test.ts` fails as soon as the file differs from that of the public entry.
 */
export { default as SECP256K1 } from '../../../../node_modules/nostr-wasm/public/out/secp256k1.wasm?url';

/** The export names of that file, as in the package's own `map_wasm_exports`. */
export const NAME = {
  memory: 'g',
  init: 'h',
  malloc: 'i',
  createContext: 'o',
  parseKey: 'p',
  verify: 'u',
} as const;
const CONTEXT_NONE = 1;

/**
 * The signature check of libsecp256k1 from the bytes of nostr-wasm's `secp256k1.wasm`. Hashing
 * stays outside, because the module has 1 MB of memory and an event may be larger. Rejects if the
 * module does not load or fails a known case.
 */
export async function wasmSchnorr(bytes: BufferSource): Promise<SignatureCheck> {
  let heap = new Uint8Array();
  const { instance } = await WebAssembly.instantiate(
    bytes,
    environment((to, from, size) => heap.copyWithin(to, from, from + size)),
  );
  const { exports } = instance;
  const memory = exports[NAME.memory];
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('secp256k1.wasm has no memory');
  heap = new Uint8Array(memory.buffer);
  const part = (name: string) => {
    const found = exports[name];
    if (typeof found !== 'function') throw new Error(`secp256k1.wasm has no ${name}`);
    return (...args: number[]): number => Number(found(...args));
  };
  part(NAME.init)();
  const [malloc, parseKey, verify] = [part(NAME.malloc), part(NAME.parseKey), part(NAME.verify)];
  const context = part(NAME.createContext)(CONTEXT_NONE);
  const at = { pubkey: malloc(32), id: malloc(32), sig: malloc(64), key: malloc(64) };
  const check: SignatureCheck = ({ pubkey, id, sig }) => {
    heap.set(bytesOf(pubkey), at.pubkey);
    heap.set(bytesOf(id), at.id);
    heap.set(bytesOf(sig), at.sig);
    return (
      parseKey(context, at.key, at.pubkey) === 1 && verify(context, at.sig, at.id, 32, at.key) === 1
    );
  };
  if (!isSound(check)) throw new Error('secp256k1.wasm is wrong');
  return check;
}

/** First test vector of BIP-340: it must pass, and must not pass for another message. */
export function isSound(check: SignatureCheck): boolean {
  const pubkey = 'f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9';
  const r = 'e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca8215';
  const s = '25f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0';
  const sig = `${r}${s}`;
  return (
    check({ id: '0'.repeat(64), pubkey, sig }) && !check({ id: `${'0'.repeat(63)}1`, pubkey, sig })
  );
}

/**
 * The functions that the module imports: abort, write, seek, resize (out of memory), close, memcpy.
 */
function environment(copy: (to: number, from: number, size: number) => void) {
  const stop = () => {
    throw new Error('secp256k1.wasm stopped');
  };
  return { a: { a: stop, b: () => 0, c: () => 70, d: stop, e: () => 52, f: copy } };
}
