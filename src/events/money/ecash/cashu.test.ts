import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../../tests/support/events/real-events.ts';
import { secretOf } from '../../account/keys/secret.ts';
import { base64Of } from '../../core/base64.ts';
import {
  isKeysetId,
  isOldKeysetId,
  isPower,
  MAX_PROOFS,
  mintAddress,
  type Proof,
  readProof,
  readToken,
  worthOf,
  writeToken,
} from './cashu.ts';
import { readCbor, writeCbor } from './cbor.ts';
import { lockedSecret } from './p2pk.ts';

interface Case {
  readonly group: string;
  readonly token?: string;
  readonly decoded?: {
    readonly mint: string;
    readonly memo?: string;
    readonly unit?: string;
    readonly proofs: readonly { amount: number }[];
  };
}

const cases = vectors<{ cases: readonly Case[] }>('cashu-core.json').cases;
const of = (group: string) => cases.filter((one) => one.group === group);
const C = `02${'ab'.repeat(32)}`;
const plain = (over: object = {}) => ({
  id: '009a1f293253e41e',
  amount: 2,
  secret: 'a',
  C,
  ...over,
});
const shown = (proofs: readonly Proof[]) =>
  proofs.map(({ secret, ...rest }) => ({ ...rest, secret: secret.reveal() }));

/** Return a version 3 token with this JSON content. */
function tokenOf(value: unknown): string {
  return `cashuA${base64Of(new TextEncoder().encode(JSON.stringify(value)))}`;
}

const proof = fc
  .record({
    id: fc.constantFrom('009a1f293253e41e', `01${'cd'.repeat(32)}`, 'yjzQhxghPdrr'),
    power: fc.nat(43),
    C: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    secret: fc.string({ minLength: 1, maxLength: 80 }).filter((text) => !text.startsWith('[')),
  })
  .map(({ id, power, C: bytes, secret }): Proof => {
    const point = `03${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    return { id, amount: 2 ** power, C: point, secret: secretOf(secret.toWellFormed()) };
  });
const proofs = fc.uniqueArray(proof, {
  minLength: 1,
  maxLength: 12,
  selector: ({ secret }) => secret.reveal(),
});

test('ECASH-01 vectors: tokens of version 3 and 4 are read as cashu-ts reads them', () => {
  const tokens = [...of('token_v3'), ...of('token_v4')];
  expect(tokens.length).toBeGreaterThanOrEqual(2);
  for (const { token = '', decoded } of tokens) {
    for (const text of [token, `cashu:${token}`, `cashu://${token}`, ` ${token}== `]) {
      const read = readToken(text);
      expect(read?.failed).toEqual([]);
      expect(read?.entries.map(({ mint }) => mint)).toEqual([decoded?.mint]);
      expect(read?.entries[0]?.unit).toBe(decoded?.unit ?? 'sat');
      expect(read?.memo).toBe(decoded?.memo ?? '');
      expect(
        shown(read?.entries[0]?.proofs ?? []).map(({ amount, secret, C: c, id }) => ({
          amount,
          secret,
          C: c,
          id,
        })),
      ).toEqual((decoded?.proofs ?? []).map((one) => expect.objectContaining(one)));
    }
  }
});

test('ECASH-01 vectors: a text without a known version is not a token', () => {
  for (const { token = '' } of of('token_invalid'))
    for (const text of [token, `casshuA${token}`, `cashuC${token}`])
      expect(readToken(text)).toBeUndefined();
});

test('ECASH-01 a written token is read back unchanged', () => {
  fc.assert(
    fc.property(proofs, fc.string({ maxLength: 50 }), (all, memo) => {
      const token = writeToken(
        { mint: 'https://mint.example/a', unit: 'sat', proofs: all },
        memo.toWellFormed(),
      );
      const read = readToken(`cashu:${token}`);
      expect(read?.memo).toBe(memo.toWellFormed());
      const back = shown(read?.entries[0]?.proofs ?? []);
      expect(back.toSorted((a, b) => (String(a.secret) < String(b.secret) ? -1 : 1))).toEqual(
        shown(all).toSorted((a, b) => (String(a.secret) < String(b.secret) ? -1 : 1)),
      );
      expect(worthOf(read?.entries[0]?.proofs ?? [])).toBe(worthOf(all));
    }),
  );
});

test('ECASH-01 failed entries are collected with their reasons, and the others are read', () => {
  const mint = 'https://mint.example/';
  const table = [
    [{ mint: 'ftp://mint.example', proofs: [plain()] }, 'mint'],
    [{ mint: 'https://user:pass@mint.example', proofs: [plain()] }, 'mint'],
    [{ mint, proofs: [] }, 'proofs'],
    [{ mint, proofs: [plain({ C: 'zz' })] }, 'proofs'],
    [{ mint, proofs: [plain({ amount: '2' })] }, 'proofs'],
    [{ mint, proofs: [plain({ id: '../keys' })] }, 'proofs'],
    [{ mint, proofs: [plain({ amount: 3 })] }, 'amount'],
    [{ mint, proofs: [plain({ amount: 0 })] }, 'amount'],
    [{ mint, proofs: [plain({ amount: -2 })] }, 'amount'],
    [{ mint, proofs: [plain(), plain()] }, 'doubled'],
    [{ mint, proofs: [plain({ secret: '["P2PK",{}]' })] }, 'locked'],
    ['x', 'mint'],
  ] as const;
  for (const [entry, fault] of table) {
    const read = readToken(
      tokenOf({
        token: [entry, { mint: 'https://other.example', proofs: [plain({ secret: 'b' })] }],
      }),
    );
    expect(read?.failed.map((one) => one.fault)).toEqual([fault]);
    expect(read?.entries.map((one) => one.mint)).toEqual(['https://other.example']);
  }
});

test('E-42 a token with 10,000 proofs, or an overlong token, is refused at once', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => [String(at), 1] as const);
  const cbor = writeCbor(
    new Map<
      string,
      | string
      | readonly ReadonlyMap<
          string,
          Uint8Array | readonly ReadonlyMap<string, string | number | Uint8Array>[]
        >[]
    >([
      ['m', 'https://mint.example'],
      ['u', 'sat'],
      [
        't',
        [
          new Map([
            [
              'p',
              many.map(
                ([s, a]) =>
                  new Map<string, string | number | Uint8Array>([
                    ['a', a],
                    ['s', s],
                    ['c', new Uint8Array(2)],
                  ]),
              ),
            ],
          ]),
        ],
      ],
    ]),
  );
  expect(readToken(`cashuB${base64Of(cbor)}`)).toBeUndefined();
  const held = Array.from({ length: MAX_PROOFS + 1 }, (_, at) =>
    plain({ secret: `${at}`, C: `02${'0'.repeat(64)}` }),
  );
  const read = readToken(
    tokenOf({ token: [{ mint: 'https://mint.example', proofs: held.slice(0, 400) }] }),
  );
  expect(read?.entries[0]?.proofs).toHaveLength(400);
  expect(
    readToken(tokenOf({ token: [{ mint: 'https://mint.example', proofs: held }] }))?.entries ?? [],
  ).toEqual([]);
});

test('ECASH-01 reading an arbitrary token never throws and returns only powers of two as amounts', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (json) => {
      const read = readToken(tokenOf(JSON.stringify(json)));
      for (const entry of read?.entries ?? [])
        expect(entry.proofs.every(({ amount }) => isPower(amount))).toBe(true);
    }),
  );
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      (bytes) => void readToken(`cashuB${base64Of(bytes)}`),
    ),
  );
});

test('ECASH-01 a secret does not appear in logs or serialized data (E-32)', () => {
  const read = readToken(
    tokenOf({
      token: [{ mint: 'https://mint.example', proofs: [plain({ secret: 'known-secret' })] }],
    }),
  );
  expect(read?.entries[0]?.proofs[0]?.secret.reveal()).toBe('known-secret');
  expect(JSON.stringify(read)).not.toContain('known-secret');
});

test('ECASH-02 keyset ids: 12 old characters or the current hex form, and nothing else', () => {
  for (const id of ['yjzQhxghPdrr', '009a1f293253e41e', '01a1b2c3d4e5f607', `01${'0'.repeat(64)}`])
    expect(isKeysetId(id)).toBe(true);
  for (const id of [
    '',
    'yjzQhxghPdr',
    'yjzQhxghPd/../',
    '029a1f293253e41e',
    `00${'0'.repeat(64)}`,
    '../../../..a',
  ])
    expect(isKeysetId(id)).toBe(false);
  expect([isOldKeysetId('yjzQhxghPdrr'), isOldKeysetId('009a1f293253e41e')]).toEqual([true, false]);
});

test('E-42 spellings of one mint address compare as equal', () => {
  for (const text of [
    'https://Mint.example',
    'https://mint.example/',
    ' https://mint.example:443 ',
  ])
    expect(mintAddress(text)).toBe('https://mint.example');
  expect(mintAddress('http://127.0.0.1:4000/mint/')).toBe('http://127.0.0.1:4000/mint');
  for (const text of [
    '',
    'mint.example',
    'javascript:alert(1)',
    'https://a@b.example',
    'https://b.example/?x=1',
    'https://b.example/#x',
    `https://b.example/${'a'.repeat(400)}`,
  ])
    expect(mintAddress(text)).toBeUndefined();
});

test('CBOR: a written value is read back unchanged, and reading stays within the bytes', () => {
  const leaf = fc.oneof(
    fc.maxSafeInteger(),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 300 }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.array(leaf)), { maxLength: 30 }), (pairs) => {
      const value = new Map(pairs);
      expect(readCbor(writeCbor(value))).toEqual(value);
      expect(readCbor(writeCbor(value).slice(0, -1))).toBeUndefined();
    }),
  );
  // a list that claims four billion items, and deeply nested lists
  expect(readCbor(Uint8Array.from([0x9a, 0xff, 0xff, 0xff, 0xff]))).toBeUndefined();
  expect(readCbor(new Uint8Array(50_000).fill(0x81))).toBeUndefined();
});

test('ECASH-01 NUT-12 witnesses and DLEQ proofs survive both versions; malformed ones are left out', () => {
  const dleq = { e: '1'.repeat(64), s: '2'.repeat(64), r: '3'.repeat(64) };
  const witness = JSON.stringify({ signatures: ['ab'.repeat(64)] });
  for (const id of ['009a1f293253e41e', 'yjzQhxghPdrr']) {
    const one = readProof({ ...plain({ id }), dleq, witness });
    const token = writeToken({
      mint: 'https://mint.example',
      unit: 'sat',
      proofs: one ? [one] : [],
    });
    expect(shown(readToken(token)?.entries[0]?.proofs ?? [])).toEqual([
      { ...plain({ id }), dleq, witness },
    ]);
  }
  expect(readProof({ ...plain(), witness: { signatures: [] } })?.witness).toBe('{"signatures":[]}');
  for (const odd of [
    { dleq: { ...dleq, r: undefined } },
    { dleq: { ...dleq, e: 'x' } },
    { dleq: null },
    { witness: 'x'.repeat(3_000) },
    { witness: 7 },
  ]) {
    const read = readProof({ ...plain(), ...odd });
    expect(read && shown([read])).toEqual([plain()]);
  }
  // Secrets with a spending condition are longer than others, but they are bounded too.
  expect(readProof(plain({ secret: 'x'.repeat(1_024) }))).toBeDefined();
  expect(readProof(plain({ secret: 'x'.repeat(1_025) }))).toBeUndefined();
});

test('ECASH-01 NUT-12 a token too long for a QR code omits its DLEQ proofs, unless it is locked', () => {
  const dleq = { e: '1'.repeat(64), s: '2'.repeat(64), r: '3'.repeat(64) };
  const written = (count: number, secretOfNth: (nth: number) => string) => {
    const all = Array.from({ length: count }, (_, nth) =>
      readProof({ ...plain({ secret: secretOfNth(nth) }), dleq }),
    ).filter((one) => one !== undefined);
    const token = writeToken({ mint: 'https://mint.example', unit: 'sat', proofs: all });
    return readToken(token)?.entries[0]?.proofs.every((one) => one.dleq !== undefined);
  };
  expect([written(3, String), written(12, String)]).toEqual([true, false]);
  expect(written(12, (nth) => lockedSecret('a'.repeat(64), String(nth)))).toBe(true);
});
