import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seconds } from '../../core/time.ts';
import {
  isLockedTo,
  keyOf,
  lockedSecret,
  messageForAll,
  opensAlone,
  readLock,
  spendersOf,
} from './p2pk.ts';

const point = (nth: number, sign = 2) => `0${sign}${nth.toString(16).padStart(64, 'a')}`;
const x = (nth: number) => point(nth).slice(2);
const secret = (data: unknown, tags?: unknown, kind: unknown = 'P2PK') =>
  JSON.stringify([kind, { nonce: 'ab', data, tags }]);

test('NUT-11 the lock of a secret is read: keys, required signatures, end and refund keys', () => {
  expect(readLock(secret(point(1)))).toMatchObject({
    main: { keys: [x(1)], needed: 1 },
    until: undefined,
    refund: undefined,
    isAll: false,
  });
  const tags = [
    ['sigflag', 'SIG_ALL'],
    ['n_sigs', '2'],
    ['locktime', '1689418329'],
    ['refund', point(1, 3), point(2)],
    ['pubkeys', point(3).toUpperCase(), point(4)],
    ['of another program', 'x'],
  ];
  expect(readLock(secret(point(1), tags))).toMatchObject({
    main: { keys: [x(1), x(3), x(4)], needed: 2 },
    refund: { keys: [x(1), x(2)], needed: 1 },
    until: 1_689_418_329,
    isAll: true,
  });
  // a malformed time locks for ever
  expect(readLock(secret(point(1), [['locktime', 'soon']]))).toMatchObject({ until: undefined });
});

test('NUT-11 a malformed lock cannot be spent; another condition is not read as a lock to a key', () => {
  const malformed: readonly (readonly [unknown, unknown?])[] = [
    ['02ab'],
    [7],
    [point(1).slice(3)],
    [`04${point(1).slice(2)}`],
    // the same key in two forms is one signer
    [point(1), [['pubkeys', x(1)]]],
    [point(1), [['sigflag', 'SIG_SOME']]],
    [point(1), [['n_sigs', '0']]],
    [point(1), [['n_sigs', '2']]],
    [point(1), [['n_sigs', '1.5']]],
    [point(1), [['n_sigs', '1', '1']]],
    [point(1), [['pubkeys']]],
    [point(1), [['pubkeys', point(1, 3)]]],
    [
      point(1),
      [
        ['pubkeys', point(2)],
        ['pubkeys', point(3)],
      ],
    ],
    [
      point(1),
      [
        ['locktime', '1'],
        ['locktime', '2'],
      ],
    ],
    [point(1), [['refund', 'nobody']]],
    [
      point(1),
      [
        ['refund', point(2)],
        ['n_sigs_refund', '2'],
      ],
    ],
    [point(1), [['n_sigs_refund', '1']]],
    [point(1), [['refund', point(2), point(2, 3)]]],
    [point(1), 'tags'],
    [point(1), [[1]]],
  ];
  for (const [data, tags] of malformed)
    expect([data, tags, readLock(secret(data, tags))]).toEqual([data, tags, 'malformed']);
  for (const text of ['', 'abc', '[', '[1]', '["P2PK"]', '["P2PK",{},1]', '[["P2PK"],{}]'])
    expect(readLock(text)).toBe('none');
  expect(readLock(secret('ab'.repeat(32), [], 'HTLC'))).toBe('other');
});

test('NUT-11 property: any secret is read or refused, and a written lock is read back unchanged', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((text) => `["P2PK",${text}]`),
      ),
      (text) => void readLock(text),
    ),
  );
  const hex64 = fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'.split('')),
    minLength: 64,
    maxLength: 64,
  });
  fc.assert(
    fc.property(hex64, hex64, (key, nonce) => {
      const lock = readLock(lockedSecret(key, nonce));
      expect(lock).toMatchObject({
        main: { keys: [key], needed: 1 },
        until: undefined,
        refund: undefined,
      });
      const forms = [`02${key}`, `03${key.toUpperCase()}`, key, key.toUpperCase()];
      expect(forms.map(keyOf)).toEqual(forms.map(() => key));
      // NUT-11: the lock of a secret, in each form of its keys
      for (const form of forms) {
        const { main, refund } = Object(
          readLock(
            secret(form, [
              ['refund', form],
              ['locktime', '9'],
            ]),
          ),
        );
        expect([main, refund]).toEqual([
          { keys: [key], needed: 1 },
          { keys: [key], needed: 1 },
        ]);
        // Many mints accept only compressed keys, so another form gives nothing away.
        expect(isLockedTo(secret(form), key)).toBe(form.length === 66);
      }
    }),
  );
  const keys = fc.uniqueArray(fc.nat(50), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      keys,
      keys,
      fc.nat(1_000),
      fc.nat(2_000),
      fc.boolean(),
      (main, refund, until, time, hasRefund) => {
        const [data = 0, ...more] = main;
        const tags = [
          ['locktime', String(until)],
          ...(more.length > 0 ? [['pubkeys', ...more.map((nth) => point(nth))]] : []),
          ...(hasRefund ? [['refund', ...refund.map((nth) => point(nth, 3))]] : []),
        ];
        const lock = readLock(secret(point(data), tags));
        if (typeof lock !== 'object') throw new Error(lock);
        const spenders = spendersOf(lock, seconds(time));
        if (time <= until) expect(spenders).toEqual([{ keys: main.map(x), needed: 1 }]);
        else
          expect(spenders).toEqual(
            hasRefund
              ? [
                  { keys: main.map(x), needed: 1 },
                  { keys: refund.map(x), needed: 1 },
                ]
              : 'anybody',
          );
        const isOpen = time > until && (!hasRefund || refund.includes(99));
        expect(opensAlone(lock, x(99), seconds(time))).toBe(isOpen);
        expect(opensAlone(lock, x(data), seconds(time))).toBe(true);
      },
    ),
  );
});

test('NUT-11 the message for SIG_ALL contains all inputs and outputs in their order', () => {
  const inputs = [
    { secret: 's1', C: 'c1' },
    { secret: 's2', C: 'c2' },
  ];
  const outputs = [
    { amount: 2, B_: 'b1' },
    { amount: 4, B_: 'b2' },
  ];
  expect(messageForAll(inputs, outputs)).toBe('s1c1s2c22b14b2');
  expect(messageForAll(inputs, outputs, 'q')).toBe('s1c1s2c22b14b2q');
});

test('NUT-11 NIP-61 E-36 ecash locked to a key can never be spent by another key, refund or lock end', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(50), (nth, other) => {
      expect(isLockedTo(lockedSecret(x(nth), 'ab'), x(other))).toBe(nth === other);
    }),
  );
  for (const tags of [
    [['locktime', '1689418329']],
    [['pubkeys', point(2)]],
    [
      ['locktime', '1'],
      ['refund', point(3)],
    ],
  ])
    expect(isLockedTo(secret(point(1), tags), x(1))).toBe(false);
  expect([isLockedTo('plain', x(1)), isLockedTo(secret(x(1), [], 'HTLC'), x(1))]).toEqual([
    false,
    false,
  ]);
});

test('NIP-61 a lock does not count if a mint may read it differently than this client', () => {
  const key = point(1);
  for (const time of [
    '+1700000000',
    ' 1700000000',
    '1_700_000_000',
    '١٧٠٠٠٠٠٠٠٠',
    '1e9',
    '17e8',
    '1700000000.0',
    '',
    '9'.repeat(20),
    '0',
  ]) {
    const tags = [
      ['locktime', time],
      ['refund', point(2)],
    ];
    expect([
      time,
      isLockedTo(secret(key, tags), x(1)),
      isLockedTo(secret(key, tags.slice(0, 1)), x(1)),
    ]).toEqual([time, false, false]);
  }
  for (const text of [
    `["P2PK",{"nonce":"ab","data":"${point(2)}","data":"${key}"}]`,
    `["P2PK",{"nonce":"ab","d\\u0061ta":"${key}"}]`,
    `["P2PK",{"nonce":"ab","data":"${key}","tags":[["locktime","1"]],"tags":[]}]`,
  ])
    expect([text, typeof readLock(text), isLockedTo(text, x(1))]).toEqual([text, 'object', false]);
  // some programs write spaces between the parts
  for (const text of [
    `["P2PK", {"nonce": "ab", "data": "${key}", "tags": [["sigflag", "SIG_INPUTS"]]}]`,
    secret(point(1, 3).toUpperCase()),
  ])
    expect([text, isLockedTo(text, x(1))]).toEqual([text, true]);
});

test('NUT-11 a secret that does not begin with a bracket has no lock', () => {
  const locked = lockedSecret('a'.repeat(64), 'n');
  expect([typeof readLock(locked), readLock(` ${locked}`)]).toEqual(['object', 'none']);
});

test('NUT-11 a tag that is no list is malformed; an empty tag and unknown tags say nothing', () => {
  const read = (...tags: readonly unknown[]) =>
    readLock(JSON.stringify(['P2PK', { nonce: 'n', data: `02${'a'.repeat(64)}`, tags }]));
  for (const odd of ['x', 1, null, {}, ['sigflag', 1], ['pubkeys', 'x'], ['n_sigs', '10000']])
    expect(read(odd)).toBe('malformed');
  expect(read([], ['later', '1'], ['later', '2'])).toMatchObject({ main: { needed: 1 } });
});

test('NUT-11 at most twenty keys may sign', () => {
  const keys = Array.from({ length: 21 }, (_, nth) => `02${nth.toString(16).padStart(64, '0')}`);
  const read = (count: number) => {
    const [data, ...more] = keys.slice(0, count);
    return readLock(JSON.stringify(['P2PK', { nonce: 'n', data, tags: [['pubkeys', ...more]] }]));
  };
  expect([typeof read(20), read(21)]).toEqual(['object', 'malformed']);
});
