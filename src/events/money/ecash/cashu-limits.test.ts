import { expect, test } from 'vitest';
import { base64Of } from '../../core/base64.ts';
import { isKeysetId, isPower, mintAddress, readProof, readToken, writeToken } from './cashu.ts';
import { type Cbor, writeCbor } from './cbor.ts';
import { lockedSecret } from './p2pk.ts';

const MINT = 'https://mint.example';
const KEYSET = '009a1f293253e41e';
const C = `02${'ab'.repeat(32)}`;
const HEX = 'a'.repeat(64);
const plain = (over: object = {}) => ({ id: KEYSET, amount: 2, secret: 'a', C, ...over });
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const entry = (over: object = {}) => ({ mint: MINT, proofs: [plain()], ...over });

/** Return a version 3 token with this JSON content. */
function jsonToken(value: unknown): string {
  return `cashuA${base64Of(new TextEncoder().encode(JSON.stringify(value)))}`;
}

/** Return a version 4 token with these fields in place of valid ones. */
function cborToken(over: Readonly<Record<string, Cbor>>, version = 'cashuB'): string {
  const whole = { t: [cborKeyset()], m: MINT, u: 'sat', ...over };
  return `${version}${base64Of(writeCbor(new Map(Object.entries(whole))))}`;
}
function cborKeyset(over: Readonly<Record<string, Cbor>> = {}): Cbor {
  return new Map<string, Cbor>(Object.entries({ i: bytesOf(KEYSET), p: [cborProof()], ...over }));
}
function cborProof(over: Readonly<Record<string, Cbor>> = {}): Cbor {
  return new Map<string, Cbor>(Object.entries({ a: 2, s: 'a', c: bytesOf(C), ...over }));
}
const faultsOf = (token: string) => readToken(token)?.failed.map(({ fault }) => fault);
const unitOf = (token: string) => readToken(token)?.entries[0]?.unit;

test('ECASH-01 a token is read with any padding, and only by its version', () => {
  for (const memo of ['', 'a', 'ab']) {
    const token = jsonToken({ token: [entry()], memo }).replaceAll('=', '');
    for (const padding of ['', '=', '==']) expect(readToken(token + padding)?.memo).toBe(memo);
  }
  expect(readToken(cborToken({}))?.entries).toHaveLength(1);
  for (const text of [cborToken({}, 'cashuC'), cborToken({}, 'Cashu'), 'cashuA', 'cashuB', ''])
    expect(readToken(text)).toBeUndefined();
});

test('ECASH-01 the standard and the URL alphabet of base64 are read alike', () => {
  const token = jsonToken({ token: [entry()], memo: '???>>>~~~' });
  const url = token.replaceAll('+', '-').replaceAll('/', '_');
  expect(url).not.toBe(token);
  expect([readToken(token)?.memo, readToken(url)?.memo]).toEqual(['???>>>~~~', '???>>>~~~']);
  const written = writeToken({ mint: MINT, unit: 'sat', proofs: [] }, '???>>>~~~');
  expect(/^[\w-]+$/.test(written)).toBe(true);
});

test('E-42 the length of a token, its entries, memo and unit are bounded', () => {
  const entries = (count: number) => Array.from({ length: count }, (_, nth) => nth);
  const all = (count: number) =>
    entries(count).map((nth) => entry({ proofs: [plain({ secret: `${nth}` })] }));
  expect(readToken(jsonToken({ token: all(20) }))?.entries).toHaveLength(20);
  expect(readToken(jsonToken({ token: all(21) }))).toBeUndefined();
  expect(readToken(jsonToken({ token: [] }))).toBeUndefined();
  expect(readToken(jsonToken({ token: [entry()], memo: 'm'.repeat(600) }))?.memo).toHaveLength(500);
  expect(readToken(jsonToken({ token: [entry()], memo: 1 }))?.memo).toBe('');
  expect(unitOf(jsonToken({ token: [entry()] }))).toBe('sat');
  expect(unitOf(jsonToken({ token: [entry()], unit: 'u'.repeat(16) }))).toBe('u'.repeat(16));
  for (const unit of ['', 'u'.repeat(17), 1, null])
    expect(readToken(jsonToken({ token: [entry()], unit }))).toBeUndefined();
  const long = jsonToken({ token: [entry()], pad: 'p'.repeat(80_000) });
  expect(readToken(long.slice(0, 6) + long.slice(6).replaceAll('=', ''))).toBeUndefined();
  const most = jsonToken({ token: [entry()], pad: 'p'.repeat(74_800) });
  expect(most.length).toBeGreaterThan(99_900);
  expect(readToken(most)?.entries).toHaveLength(1);
  const proofs = entries(500).map((nth) => plain({ secret: `${nth}`, dleq: undefined }));
  const cbor = (count: number) =>
    cborToken({ t: [cborKeyset({ p: entries(count).map((nth) => cborProof({ s: `${nth}` })) })] });
  expect([proofs.length, faultsOf(cbor(500)), faultsOf(cbor(501))]).toEqual([500, [], ['tooMany']]);
});

test('INV-ISOLATE malformed entries of either version are faults, and other values are no token', () => {
  for (const token of [jsonToken(1), jsonToken({ token: 1 }), jsonToken({}), cborToken({ t: 1 })])
    expect(readToken(token)).toBeUndefined();
  expect(readToken(`cashuB${base64Of(writeCbor([]))}`)).toBeUndefined();
  expect(faultsOf(jsonToken({ token: [null, 1, entry({ mint: 1 })] }))).toEqual([
    'mint',
    'mint',
    'mint',
  ]);
  expect(readToken(jsonToken({ token: [entry({ mint: 'x'.repeat(400) })] }))?.failed).toEqual([
    { mint: expect.any(String), fault: 'mint' },
  ]);
  const broken: readonly string[] = [
    jsonToken({ token: [entry({ proofs: 1 })] }),
    jsonToken({ token: [entry({ proofs: [plain(), {}] })] }),
    jsonToken({ token: [entry({ proofs: [null] })] }),
    cborToken({ t: [1] }),
    cborToken({ t: [cborKeyset({ p: 1 })] }),
    cborToken({ t: [cborKeyset({ p: [1] })] }),
    cborToken({ t: [cborKeyset(), cborKeyset({ p: [null] })] }),
    cborToken({ t: [cborKeyset({ i: KEYSET })] }),
    cborToken({ t: [cborKeyset({ p: [cborProof({ c: C })] })] }),
  ];
  for (const token of broken) expect(faultsOf(token)).toEqual(['proofs']);
  expect(faultsOf(cborToken({ m: 1 }))).toEqual(['mint']);
});

test('ECASH-01 an entry that repeats a secret of an earlier entry is left out', () => {
  const twice = jsonToken({ token: [entry(), entry({ mint: 'https://other.example' })] });
  expect([faultsOf(twice), readToken(twice)?.entries.length]).toEqual([['doubled'], 1]);
});

test('ECASH-01 NUT-10 a token is unusable if one proof has another condition than a key', () => {
  const proofs = [plain(), plain({ secret: JSON.stringify(['HTLC', { data: 'x' }]) })];
  expect(faultsOf(jsonToken({ token: [entry({ proofs })] }))).toEqual(['locked']);
  const locked = [plain({ secret: lockedSecret(HEX, 'n') })];
  expect(faultsOf(jsonToken({ token: [entry({ proofs: locked })] }))).toEqual([]);
});

test('ECASH-01 a proof needs a keyset, a whole amount, a secret and a signature', () => {
  const unusable = [
    'proof',
    plain({ id: undefined }),
    plain({ id: 'x' }),
    plain({ amount: '2' }),
    plain({ amount: 1.5 }),
    plain({ amount: 2 ** 53 }),
    plain({ secret: undefined }),
    plain({ secret: '' }),
    plain({ C: undefined }),
    plain({ C: `04${'ab'.repeat(32)}` }),
    plain({ C: '02ab' }),
  ];
  expect(unusable.filter((one) => readProof(one) !== undefined)).toEqual([]);
  const witness = 'w'.repeat(2_048);
  expect(readProof(plain({ C: `03${'ab'.repeat(32)}`, witness }))?.witness).toBe(witness);
  for (const odd of ['', `${witness}w`, 1, { signatures: witness }])
    expect(readProof(plain({ witness: odd }))?.witness).toBeUndefined();
  const dleq = { e: HEX, s: HEX, r: HEX };
  expect(readProof(plain({ dleq }))?.dleq).toEqual(dleq);
  for (const part of ['e', 's', 'r'])
    expect(readProof(plain({ dleq: { ...dleq, [part]: 'a' } }))?.dleq).toBeUndefined();
});

test('ECASH-02 amounts are powers of two from 1 to 2^43', () => {
  expect([1, 2, 2 ** 43].every(isPower)).toBe(true);
  expect([0, 3, 0.5, -2, 2 ** 44, '2', undefined].some(isPower)).toBe(false);
});

test('ECASH-02 a keyset id has one of three forms', () => {
  const known = [KEYSET, '019a1f293253e41e', `01${HEX}`, 'yjzQhxghPdrr'];
  expect(known.filter((id) => !isKeysetId(id))).toEqual([]);
  const others = [
    '029a1f293253e41e',
    `00${HEX}`,
    `01${HEX}0`,
    '0102',
    '01',
    'yjzQhxghPdr',
    'yjzQhxghPdr!',
  ];
  expect(others.filter(isKeysetId)).toEqual([]);
});

test('E-42 the address of a mint has at most 300 characters, and no user, query or fragment', () => {
  const long = `${MINT}/${'a'.repeat(300 - MINT.length - 1)}`;
  expect([mintAddress(long), mintAddress(`${long}a`)]).toEqual([long, undefined]);
  expect(mintAddress(` ${MINT}/// `)).toBe(MINT);
  expect(mintAddress('http://mint.example:8080/a/')).toBe('http://mint.example:8080/a');
  for (const text of [
    'mint',
    'ftp://mint.example',
    'https://u@mint.example',
    'https://:p@mint.example',
  ])
    expect(mintAddress(text)).toBeUndefined();
});

test('ECASH-01 NUT-12 a token keeps its DLEQ proofs exactly as long as it fits a QR code', () => {
  const dleq = { e: HEX, s: HEX, r: HEX };
  const tokens = Array.from({ length: 300 }, (_, nth) => {
    const proofs = [1, 1, nth + 1].flatMap(
      (length) => readProof(plain({ secret: 's'.repeat(length), dleq })) ?? [],
    );
    return writeToken({ mint: MINT, unit: 'sat', proofs });
  });
  const isWhole = (token: string) =>
    Buffer.from(token.slice(6), 'base64url').includes(Buffer.from(HEX, 'hex'));
  const whole = tokens.filter(isWhole);
  expect(Math.max(...whole.map(({ length }) => length))).toBe(1_024);
  expect(tokens.length).toBeGreaterThan(whole.length);
});

test('ECASH-01 a token without a memo has no memo field in either version', () => {
  for (const [id, version] of [
    ['yjzQhxghPdrr', 'cashuA'],
    [KEYSET, 'cashuB'],
  ] as const) {
    const proof = readProof(plain({ id }));
    const of = (memo?: string) =>
      writeToken({ mint: MINT, unit: 'sat', proofs: proof ? [proof] : [] }, memo);
    expect(of().startsWith(version)).toBe(true);
    expect(Buffer.from(of().slice(6), 'base64url').includes('memo')).toBe(false);
    expect([of(), of('')]).toEqual([of(''), of()]);
    expect(of('Tea').length).toBeGreaterThan(of().length + 3);
    expect(readToken(of('Tea'))?.memo).toBe('Tea');
  }
});
