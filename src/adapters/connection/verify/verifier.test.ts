import { expect, test } from 'vitest';
import { signed } from '../../../../tests/support/events/signed.ts';
import { wasmCheck } from '../../../../tests/support/events/wasm-check.ts';
import { checkPure } from '../../../events/nostr/verify-pure.ts';
import { isSound, wasmSchnorr } from './schnorr.ts';
import { openVerifier, type VerifierSources } from './verifier.ts';

const NOTE = signed({ content: 'a note' });
const FORGED = { ...NOTE, sig: signed({ content: 'another' }).sig };
const never = () => new Promise<never>(() => undefined);
const gone = () => Promise.reject(new Error('not found'));
const sources = (over: Partial<VerifierSources>): VerifierSources => ({
  wasm: wasmCheck,
  pure: async () => checkPure,
  late: () => undefined,
  ...over,
});

test('CACHE-08 the fast check is used when it is loaded, and the slow one is not fetched', async () => {
  let fetched = 0;
  const verifier = openVerifier(sources({ pure: async () => (fetched++, checkPure) }));
  expect(verifier.current()).toBeUndefined();
  await verifier.ready;
  expect(verifier.current()?.(NOTE)).toEqual(NOTE);
  expect(verifier.current()?.(FORGED)).toBeUndefined();
  expect(fetched).toBe(0);
});

test.each([
  ['fails', gone, () => undefined],
  ['is late', never, (run: () => void) => run()],
  [
    'is not what it should be',
    () => wasmSchnorr(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
    () => undefined,
  ],
] as const)(
  'CACHE-08 where the fast check %s, the slow one steps in: never none',
  async (_, wasm, late) => {
    const verifier = openVerifier(sources({ wasm, late }));
    await verifier.ready;
    expect(verifier.current()?.(NOTE)).toEqual(NOTE);
    expect(verifier.current()?.(FORGED)).toBeUndefined();
  },
);

test('a fast check that loads late replaces the slow one', async () => {
  let arrive: (check: typeof checkPure) => void = () => undefined;
  const asked: string[] = [];
  const wasm = new Promise<typeof checkPure>((resolve) => {
    arrive = resolve;
  });
  const verifier = openVerifier(sources({ wasm: () => wasm, late: (run) => run() }));
  await verifier.ready;
  arrive((event) => asked.push(event.id) > 0 && checkPure(event));
  await wasm;
  verifier.current()?.(NOTE);
  expect(asked).toEqual([NOTE.id]);
});

test('INV-VERIFIED without any check there is no verifier, and that is reported', async () => {
  const verifier = openVerifier(sources({ wasm: gone, pure: gone }));
  await expect(verifier.ready).rejects.toThrow();
  expect(verifier.current()).toBeUndefined();
});

test('a check that always passes is not sound', async () => {
  expect(isSound(() => true)).toBe(false);
  expect(isSound(() => false)).toBe(false);
  expect(isSound(await wasmCheck())).toBe(true);
});
