import type { VerifiedEvent } from '../../nostr/event.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { lockedProofs } from '../../../../tests/support/money/nutzap-payment-world.ts';
import { KIND } from '../../nostr/kinds.ts';
import { seconds } from '../../core/time.ts';
import { secretOf } from '../../account/keys/secret.ts';
import {
  creditedNutzaps,
  draftNutzap,
  draftNutzapInfo,
  type Nutzap,
  nutzapFault,
  nutzapPeople,
  nutzapsFor,
  readNutzap,
  readNutzapInfo,
} from './nutzap.ts';
import { lockedSecret } from '../ecash/p2pk.ts';
import {
  deletedTokensIn,
  draftHistory,
  draftTokenDeletion,
  ecashKey,
  readWallet,
  readWalletTokens,
  redeemedIn,
  walletText,
} from './wallet-events.ts';

const MINT = 'https://mint.example';
const KEY = 'a'.repeat(64);
const NOW = seconds(1_800_000_000);
const dleq = { e: '1'.repeat(64), s: '2'.repeat(64), r: '3'.repeat(64) };
const proof = (over: object = {}) => ({
  id: '009a1f293253e41e',
  amount: 4,
  secret: lockedSecret(KEY, 'ab'),
  C: `02${'1'.repeat(64)}`,
  dleq,
  ...over,
});
const zapOf = (proofs: readonly unknown[], more: readonly string[][] = [['u', MINT]]) =>
  readNutzap(
    trusted({
      kind: KIND.Nutzap,
      tags: [
        ...proofs.map((one) => ['proof', JSON.stringify(one)]),
        ...more,
        ['p', 'b'.repeat(64)],
      ],
    }),
  );
/** Read the info of the account that signs the events here. */
const infoOf = (event: VerifiedEvent, home?: string) => readNutzapInfo(event.pubkey, event, home);
const info = infoOf(trusted(draftNutzapInfo([MINT], ['wss://relay.example'], KEY)));

test('NIP-61 a nutzap info event is read back: sat mints by address, relays, and the key in either form', () => {
  expect(info).toEqual({
    mints: new Map([[MINT, MINT]]),
    relays: ['wss://relay.example'],
    key: KEY,
  });
  const tags = [
    ['mint', `${MINT}/`, 'usd', 'sat'],
    ['mint', MINT],
    ['mint', 'https://dollars.example', 'usd'],
    ['mint', 'ftp://no.example'],
    ['relay', 'https://no.example'],
    ['pubkey', `02${KEY}`],
  ];
  expect(infoOf(trusted({ kind: KIND.NutzapInfo, tags }))).toEqual({
    mints: new Map([[MINT, `${MINT}/`]]),
    relays: [],
    key: KEY,
  });
  for (const bad of [tags.slice(0, 5), tags.slice(2)])
    expect(infoOf(trusted({ kind: KIND.NutzapInfo, tags: bad }))).toBeUndefined();
});

test('NIP-61 TRUST-07 a nutzap info event of somebody else says nothing about a recipient', () => {
  const theirs = trusted({
    ...draftNutzapInfo([MINT], ['wss://relay.example'], KEY),
    pubkey: 'e'.repeat(64),
  });
  expect([
    readNutzapInfo('e'.repeat(64), theirs)?.key,
    readNutzapInfo('b'.repeat(64), theirs),
  ]).toEqual([KEY, undefined]);
});

test('E-42 NIP-61 a nutzap can be redeemed only at a named mint, with the own key and its proofs', () => {
  if (!info) throw new Error('no info');
  const fault = (proofs: readonly unknown[], more?: readonly string[][]) => {
    const zap = zapOf(proofs, more);
    return zap ? (nutzapFault(zap, info, NOW) ?? 'counts') : 'none';
  };
  const second = proof({ secret: lockedSecret(KEY, 'cd'), C: `02${'2'.repeat(64)}` });
  expect(fault([proof(), second])).toBe('counts');
  expect(fault([proof()], [['u', `${MINT}/`]])).toBe('counts');
  expect(fault([proof()], [['u', 'https://other.example']])).toBe('mint');
  expect(fault([proof({ secret: 'free' })])).toBe('lock');
  expect(fault([proof(), proof({ secret: lockedSecret('c'.repeat(64), 'ab') })])).toBe('lock');
  const tagged = (...tags: readonly string[][]) =>
    proof({ secret: JSON.stringify(['P2PK', { nonce: 'ab', data: `02${KEY}`, tags }]) });
  expect(fault([tagged(['n_sigs', '2'], ['pubkeys', `02${'c'.repeat(64)}`])])).toBe('lock');
  expect(fault([tagged(['n_sigs', '2'])])).toBe('lock');
  // further keys are allowed if the recipient's key alone is enough
  expect(fault([tagged(['pubkeys', `02${'c'.repeat(64)}`])])).toBe('counts');
  expect(fault([proof(), { ...second, dleq: undefined }])).toBe('unproven');
  expect(fault([proof({ dleq: { ...dleq, r: undefined } })])).toBe('unproven');
  // unreadable proofs make the nutzap invalid
  expect(fault([proof(), proof()])).toBe('none');
  expect(fault([proof({ amount: 3 })])).toBe('none');
  expect(fault([])).toBe('none');
  expect(fault([proof(), 'x'])).toBe('none');
  expect(
    fault(
      [proof()],
      [
        ['u', MINT],
        ['unit', 'usd'],
      ],
    ),
  ).toBe('none');
  expect(fault(Array.from({ length: 65 }, (_, nth) => proof({ secret: `${nth}` })))).toBe('none');
});

test('NIP-60 property: any decrypted text is read or skipped, and a written text is read back unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      readWallet(text);
      readWalletTokens(text);
    }),
  );
  fc.assert(fc.property(fc.json(), (json) => void zapOf([json])));
  const hex = fc
    .string({
      unit: fc.constantFrom(...'0123456789abcdef'.split('')),
      minLength: 64,
      maxLength: 64,
    })
    .filter((key) => ecashKey(key) !== undefined);
  fc.assert(
    fc.property(hex, fc.uniqueArray(fc.domain(), { maxLength: 5 }), (secret, hosts) => {
      const mints = hosts.map((host) => `https://${host.toLowerCase()}`);
      const key = ecashKey(secret);
      const read = readWallet(walletText({ mints, key }));
      expect([read?.mints, read?.key?.pubkey, read?.key?.key.reveal()]).toEqual([
        mints,
        key?.pubkey,
        secret,
      ]);
      expect(JSON.stringify(read)).not.toContain(secret);
    }),
    { numRuns: 20 },
  );
  expect(ecashKey('0'.repeat(64))).toBeUndefined();
  expect(
    readWalletTokens(
      JSON.stringify({ mint: MINT, proofs: [proof(), { ...proof(), amount: 'x' }] }),
    ),
  ).toBeUndefined();
});

test('NIP-60 the events about redeemed ecash are read back as they were written', () => {
  const [id, from] = ['d'.repeat(64), 'e'.repeat(64)];
  expect(redeemedIn(draftHistory('sealed', { id, from }))).toEqual([id]);
  expect([redeemedIn(draftHistory('sealed')), draftHistory('sealed').tags]).toEqual([[], []]);
  expect(deletedTokensIn(draftTokenDeletion([id]))).toEqual([id]);
  expect(deletedTokensIn({ kind: KIND.EventDeletion, tags: [['e', id]] })).toEqual([]);
});

test('NIP-61 property: a published gift is read back unchanged and counts for its recipient', () => {
  const hex = fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'.split('')),
    minLength: 64,
    maxLength: 64,
  });
  const amounts = fc.array(
    fc.nat(20).map((bit) => 2 ** bit),
    { minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(
      hex,
      hex,
      hex,
      amounts,
      fc.string({ maxLength: 200 }),
      fc.boolean(),
      (key, pubkey, id, all, message, isNote) => {
        const to = {
          pubkey,
          ...(isNote ? { id, kind: 30_023, address: `30023:${pubkey}:d` } : {}),
        };
        const draft = draftNutzap({ to, named: `${MINT}/`, message }, lockedProofs(key, all));
        const read = readNutzap(trusted({ ...draft, tags: draft.tags.map((tag) => [...tag]) }));
        const about = isNote
          ? { about: id, address: to.address }
          : { about: undefined, address: undefined };
        expect(read).toMatchObject({
          to: pubkey,
          mint: MINT,
          message,
          sats: all.reduce((sum, one) => sum + one, 0),
          ...about,
        });
        const taker = infoOf(trusted(draftNutzapInfo([MINT], [], key)));
        expect(read && taker && nutzapFault(read, taker, NOW)).toBeUndefined();
      },
    ),
    { numRuns: 50 },
  );
});

test('E-24 NIP-61 named relays pass the url policy; only a relay beside the page may be private', () => {
  const named = draftNutzapInfo(
    [MINT],
    ['ws://127.0.0.1:4870', 'ws://10.0.0.1', 'wss://relay.example'],
    KEY,
  );
  expect(infoOf(trusted(named))?.relays).toEqual(['wss://relay.example']);
  expect(infoOf(trusted(named), 'http://127.0.0.1:4870')?.relays).toEqual([
    'ws://127.0.0.1:4870',
    'wss://relay.example',
  ]);
});

describe('nutzaps for a note', () => {
  const [author, giver, id] = ['b'.repeat(64), 'c'.repeat(64), 'd'.repeat(64)];
  const taker = infoOf(trusted(draftNutzapInfo([MINT], [], KEY)));
  if (!taker) throw new Error('no taker');
  const takers = new Map([[author, taker]]);
  interface More {
    readonly name?: string;
    readonly key?: string;
    readonly named?: string;
    readonly to?: object;
    readonly at?: number;
    readonly from?: string;
    readonly proofs?: ReturnType<typeof lockedProofs>;
  }
  const published = ({
    name = 'one',
    key = KEY,
    named = MINT,
    to = {},
    at = 100,
    from = giver,
    proofs,
  }: More = {}) => {
    const draft = draftNutzap(
      { to: { pubkey: author, id, ...to }, named, message: name },
      proofs ?? lockedProofs(key, [8], name),
    );
    return trusted({
      ...draft,
      pubkey: from,
      created_at: seconds(at),
      tags: draft.tags.map((tag) => [...tag]),
    });
  };
  const found = (...events: ReturnType<typeof published>[]) =>
    nutzapsFor({ id }, undefined, events, takers);
  const named = (zaps: readonly Nutzap[]) => zaps.map(({ message }) => message);

  test('NIP-61 only nutzaps of accepted mints, locked to the author, for this note count, newest first', () => {
    expect(named(found(published(), published({ name: 'two', at: 200 })))).toEqual(['two', 'one']);
    expect(
      found(published({ named: 'https://other.example' }), published({ key: 'c'.repeat(64) })),
    ).toEqual([]);
    expect(
      found(
        published({ to: { pubkey: 'c'.repeat(64) } }),
        published({ to: { id: 'e'.repeat(64) } }),
      ),
    ).toEqual([]);
    const address = `30023:${author}:d`;
    const article = published({ to: { id: 'e'.repeat(64), address, kind: 30_023 } });
    expect(nutzapsFor({ id }, address, [article], takers)).toHaveLength(1);
  });

  test.each([
    ['one of two keys', [['pubkeys', `02${giver}`]]],
    [
      'a refund after the lock',
      [
        ['locktime', '1700000000'],
        ['refund', `02${giver}`],
      ],
    ],
    [
      'a refund a minute later',
      [
        ['locktime', '1800000060'],
        ['refund', `02${giver}`],
      ],
    ],
    ['a lock that ends', [['locktime', '1900000000']]],
  ])('NIP-61 E-42 a lock that the giver can open too, by %s, does not count', (_, tags) => {
    const secret = secretOf(JSON.stringify(['P2PK', { nonce: 'ab', data: `02${KEY}`, tags }]));
    const [first] = lockedProofs(KEY, [8], 'one');
    expect(
      first && found(published({ at: 1_700_000_000, proofs: [{ ...first, secret }] })),
    ).toEqual([]);
  });

  test('NIP-61 a copy with an earlier date takes no credit from the nutzap that arrived first', () => {
    const [first, copy] = [
      published({ at: 300 }),
      published({ name: 'copy', at: 100, from: author, proofs: lockedProofs(KEY, [8], 'one') }),
    ];
    const zaps = found(copy, first);
    expect(
      creditedNutzaps(zaps, [first.id, copy.id]).map(({ from, isContested }) => [
        from,
        isContested,
      ]),
    ).toEqual([[giver, false]]);
    // an event that arrived after the list was made comes last
    expect(creditedNutzaps(zaps, [first.id]).map(({ from }) => from)).toEqual([giver]);
  });

  test('NIP-61 contested ecash with an unknown order of arrival counts once, for no giver', () => {
    const zaps = found(
      published({ at: 300 }),
      published({ name: 'copy', at: 100, from: author, proofs: lockedProofs(KEY, [8], 'one') }),
      published({ name: 'other', at: 50 }),
    );
    expect(
      creditedNutzaps(zaps, undefined).map(({ isContested, sats }) => [isContested, sats]),
    ).toEqual([
      [true, 8],
      [false, 8],
    ]);
  });

  test('NIP-61 a repeated event counts once, and contests nothing', () => {
    const zaps = found(published(), published());
    expect(
      creditedNutzaps(zaps, undefined).map(({ sats, isContested }) => [sats, isContested]),
    ).toEqual([[8, false]]);
  });
});

test('ZAP-02 NIP-61 with zap splits, a share counts if the author or a named recipient accepts it', () => {
  const [author, first, second, stranger, id] = ['b', 'c', 'd', 'e', 'f'].map((digit) =>
    digit.repeat(64),
  ) as [string, string, string, string, string];
  const event = {
    pubkey: author,
    tags: [
      ['zap', first, '', '1'],
      ['zap', second, '', '1'],
    ],
  };
  expect([...nutzapPeople(event)]).toEqual([author, first, second]);
  expect([...nutzapPeople({ pubkey: author, tags: [] })]).toEqual([author]);
  const keys = new Map(
    [author, first, stranger].map((pubkey, nth) => [pubkey, `${nth}`.repeat(64)] as const),
  );
  const takers = new Map(
    [...nutzapPeople(event)].flatMap((pubkey) => {
      const [key, read] = [
        keys.get(pubkey),
        infoOf(trusted(draftNutzapInfo([MINT], [], keys.get(pubkey) ?? ''))),
      ];
      return key !== undefined && read ? [[pubkey, read] as const] : [];
    }),
  );
  const to = (pubkey: string, key = keys.get(pubkey) ?? KEY, name = pubkey.slice(0, 1)) => {
    const draft = draftNutzap(
      { to: { pubkey, id }, named: MINT, message: name },
      lockedProofs(key, [8], name),
    );
    return trusted({ ...draft, created_at: seconds(100), tags: draft.tags.map((tag) => [...tag]) });
  };
  const found = [
    to(author),
    to(first),
    to(second),
    to(stranger),
    to(first, keys.get(author), 'locked to another'),
  ];
  expect(nutzapsFor({ id }, undefined, found, takers).map(({ message }) => message)).toEqual([
    'b',
    'c',
  ]);
});

test('NIP-61 a nutzap event has its proofs, unit, mint, target, kind of target and recipient', () => {
  const gift = (to: object) =>
    draftNutzap({ to: { pubkey: KEY, ...to }, named: `${MINT}/`, message: 'Onward' }, []);
  const [id, address] = ['d'.repeat(64), `30023:${KEY}:tea`];
  expect(gift({ id, address, kind: 30_023 })).toEqual({
    kind: KIND.Nutzap,
    content: 'Onward',
    tags: [
      ['unit', 'sat'],
      ['u', `${MINT}/`],
      ['e', id],
      ['a', address],
      ['k', '30023'],
      ['p', KEY],
    ],
  });
  expect(gift({}).tags).toEqual([
    ['unit', 'sat'],
    ['u', `${MINT}/`],
    ['p', KEY],
  ]);
});

test('INV-ISOLATE an event of another kind, or with an unusable field, is no nutzap', () => {
  const tags = [
    ['proof', JSON.stringify(proof())],
    ['u', MINT],
    ['p', 'b'.repeat(64)],
    ['e', 'not an id'],
    ['a', 'an address'],
  ];
  const read = (kind: number, all: readonly string[][]) =>
    readNutzap(trusted({ kind, tags: all.map((tag) => [...tag]), content: 'm'.repeat(2_000) }));
  const zap = read(KIND.Nutzap, tags);
  expect([zap?.about, zap?.address, zap?.sats, zap?.message.length]).toEqual([
    undefined,
    'an address',
    4,
    1_000,
  ]);
  expect(read(KIND.Nutzap, [['proof'], ...tags])).toBeUndefined();
  expect(read(KIND.Text, tags)).toBeUndefined();
  for (const name of ['u', 'p', 'proof'])
    expect(
      read(
        KIND.Nutzap,
        tags.filter(([tag]) => tag !== name),
      ),
    ).toBeUndefined();
  expect(read(KIND.Nutzap, tags.with(2, ['p', 'b']))).toBeUndefined();
});

test('E-60 the mints and relays of a nutzap info event are bounded, and its kind is checked', () => {
  const tags = [
    ...Array.from({ length: 40 }, (_, nth) => ['mint', `${MINT}/${nth}`]),
    ...Array.from({ length: 30 }, (_, nth) => ['relay', `wss://r${nth}.example`]),
    ['relay', 'wss://r0.example'],
    ['relay'],
    ['pubkey', KEY],
  ];
  const read = infoOf(trusted({ kind: KIND.NutzapInfo, tags }));
  expect([read?.mints.size, read?.relays.length, new Set(read?.relays).size]).toEqual([30, 20, 20]);
  expect(infoOf(trusted({ kind: KIND.Text, tags }))).toBeUndefined();
});

test('NIP-61 a nutzap may be locked to an earlier key, but every proof needs a key of the recipient', () => {
  if (!info) throw new Error('no info');
  const old = 'c'.repeat(64);
  const zap = zapOf([proof({ secret: lockedSecret(old, 'ab') })]);
  if (!zap) throw new Error('no nutzap');
  expect([nutzapFault(zap, info, NOW), nutzapFault(zap, info, NOW, [old])]).toEqual([
    'lock',
    undefined,
  ]);
});

test('ECASH-02 a nutzap with one amount that is no power of two is no nutzap', () => {
  const second = proof({ secret: lockedSecret(KEY, 'cd'), amount: 3 });
  expect(zapOf([proof(), second])).toBeUndefined();
});

test('NIP-61 ecash whose lock to another key has ended is not locked to the recipient', () => {
  if (!info) throw new Error('no info');
  const tags = [['locktime', '1']];
  const data = `02${'c'.repeat(64)}`;
  const zap = zapOf([proof({ secret: JSON.stringify(['P2PK', { nonce: 'n', data, tags }]) })]);
  expect(zap && nutzapFault(zap, info, NOW)).toBe('lock');
});

test('NIP-61 of many copies the one that arrived first is credited', () => {
  const copies = ['c', 'a', 'b'].map((name) => {
    const zap = zapOf([proof()]);
    if (!zap) throw new Error('no nutzap');
    return { ...zap, id: name.repeat(64) };
  });
  const [c, a, b] = copies.map(({ id }) => id) as [string, string, string];
  const credited = (arrival: readonly string[]) =>
    creditedNutzaps(copies, arrival).map(({ id }) => id);
  expect([credited([c, a, b]), credited([b, c, a]), credited([a, b, c])]).toEqual([[c], [b], [a]]);
  expect(credited(['x', 'y', b])).toEqual([b]);
});
