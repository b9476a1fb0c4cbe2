import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { schnorr } from '@noble/curves/secp256k1.js';
import { expect, test } from 'vitest';
import { secretKey } from '../../../../tests/support/events/signed.ts';
import { wasmCheck, wasmFile } from '../../../../tests/support/events/wasm-check.ts';
import { bytesOf, hexOf } from '../../../events/core/hex.ts';
import { NAME } from './schnorr.ts';

const VERSION = '0.1.0';
const ROOT = new URL('../../../../', import.meta.url);
const inPackage = (path: string) =>
  readFileSync(fileURLToPath(new URL(`node_modules/nostr-wasm/${path}`, ROOT)), 'utf8');
const versionIn = (text: string, name: RegExp) => name.exec(text)?.[1];

test('the nostr-wasm version whose names schnorr.ts uses is pinned and installed', () => {
  const wanted = readFileSync(fileURLToPath(new URL('package.json', ROOT)), 'utf8');
  expect(versionIn(wanted, /"nostr-wasm": "([^"]+)"/)).toBe(VERSION);
  expect(versionIn(inPackage('package.json'), /"version": "([^"]+)"/)).toBe(VERSION);
});

test('the file that schnorr.ts imports equals the bytes of the public entry', () => {
  const embedded = /sb64_data = "([^"]+)"/.exec(inPackage('dist/main.js'))?.[1] ?? '';
  expect(embedded.length).toBeGreaterThan(200_000);
  expect(wasmFile().equals(Buffer.from(embedded, 'base64'))).toBe(true);
});

test('the names in schnorr.ts are those that the public entry uses', () => {
  const glue = inPackage('dist/nostr.js');
  const exported = (name: string) =>
    new RegExp(`\\b${name}: (?:\\(\\) => )?g_exports\\['(\\w+)'\\]`).exec(glue)?.[1];
  expect(NAME).toEqual({
    memory: exported('memory'),
    init: exported('init'),
    malloc: exported('malloc'),
    createContext: exported('context_create'),
    parseKey: exported('xonly_pubkey_parse'),
    verify: exported('schnorrsig_verify'),
  });
});

test("the module's imports and exports match schnorr.ts", async () => {
  const module = await WebAssembly.compile(wasmFile());
  expect(
    WebAssembly.Module.imports(module)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  const exported = new Map(
    WebAssembly.Module.exports(module).map(({ name, kind }) => [name, kind]),
  );
  const { memory, ...functions } = NAME;
  expect(exported.get(memory)).toBe('memory');
  expect(Object.values(functions).map((name) => exported.get(name))).toEqual(
    Object.values(functions).map(() => 'function'),
  );
});

test('no other client module imports a package by its path', () => {
  const src = fileURLToPath(new URL('src', ROOT));
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  );
  const reaching = files.filter((file) =>
    readFileSync(`${src}/${file}`, 'utf8').includes('node_modules/'),
  );
  expect(reaching).toEqual(['adapters/connection/verify/schnorr.ts']);
});

const hex = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(hexOf);
/** Signed events, some with flipped bytes, and random ones. */
const anything = fc.oneof(
  fc.record({ id: hex(32), pubkey: hex(32), sig: hex(64) }),
  fc
    .record({
      id: hex(32),
      key: fc.integer({ min: 1, max: 255 }),
      field: fc.constantFrom('id', 'pubkey', 'sig'),
      at: fc.nat(511),
      flips: fc.nat(1),
    })
    .map(({ id, key, field, at, flips }) => {
      const secret = secretKey(key);
      const whole = {
        id,
        pubkey: hexOf(schnorr.getPublicKey(secret)),
        sig: hexOf(schnorr.sign(bytesOf(id), secret)),
      };
      const bytes = bytesOf(whole[field]);
      const place = (at >> 3) % bytes.length;
      if (flips > 0) bytes[place] = (bytes[place] ?? 0) ^ (1 << (at & 7));
      return { ...whole, [field]: hexOf(bytes) };
    }),
);

test("INV-VERIFIED the fast check agrees with another library's slow one on any input", async () => {
  const check = await wasmCheck();
  const said = { yes: 0, no: 0 };
  const slow = ({ id, pubkey, sig }: { id: string; pubkey: string; sig: string }) =>
    schnorr.verify(bytesOf(sig), bytesOf(id), bytesOf(pubkey));
  fc.assert(
    fc.property(anything, (event) => {
      const is = slow(event);
      said[is ? 'yes' : 'no']++;
      expect(check(event)).toBe(is);
    }),
    // fewer may have no valid signature
    { numRuns: 100 },
  );
  expect(said.yes).toBeGreaterThan(0);
  expect(said.no).toBeGreaterThan(0);
});
