import { expect, test } from 'vitest';
import { KIND } from '../../nostr/kinds.ts';
import {
  deletedTokensIn,
  draftHistory,
  draftTokenDeletion,
  ecashKey,
  historyText,
  readWallet,
  readWalletTokens,
  redeemedIn,
  walletText,
} from './wallet-events.ts';

const MINT = 'https://mint.example';
const [ID, FROM] = ['d', 'e'].map((digit) => digit.repeat(64)) as [string, string];
const proof = { id: '009a1f293253e41e', amount: 4, secret: 's', C: `02${'1'.repeat(64)}` };
const tokens = (over: object = {}) =>
  readWalletTokens(
    JSON.stringify({ mint: MINT, unit: 'sat', proofs: [proof], del: [ID], ...over }),
  );

test('NIP-60 a wallet event names its mints once each, and the first private key', () => {
  const rows = [
    ['mint', `${MINT}/`],
    ['mint', MINT],
    ['mint', 'ftp://mint.example'],
    ['mint', 1],
    ['mint'],
    ['relay', 'wss://r.example'],
    'row',
    ['privkey', FROM],
    ['privkey', ID],
  ];
  const read = readWallet(JSON.stringify(rows));
  expect([read?.mints, read?.key?.key.reveal()]).toEqual([[MINT], FROM]);
  expect(readWallet('[]')).toEqual({ mints: [], key: undefined });
  expect([readWallet('{}'), readWallet('x')]).toEqual([undefined, undefined]);
  const many = Array.from({ length: 40 }, (_, nth) => ['mint', `${MINT}/${nth}`]);
  expect(readWallet(JSON.stringify(many))?.mints).toHaveLength(30);
  const key = ecashKey(FROM);
  expect(JSON.parse(walletText({ mints: [MINT], key }))).toEqual([
    ['privkey', FROM],
    ['mint', MINT],
  ]);
  expect(walletText({ mints: [], key: undefined })).toBe('[]');
});

test('NIP-60 a private key is 32 bytes in hex, and a number on the curve', () => {
  for (const text of ['', 'd', 'f'.repeat(64), '0'.repeat(64), `${ID}d`, 'x'.repeat(64)])
    expect(ecashKey(text)).toBeUndefined();
  expect(ecashKey(ID)?.pubkey).toMatch(/^[0-9a-f]{64}$/);
});

test('NIP-60 stored tokens are read with mint, unit, all proofs, and replaced events', () => {
  expect(tokens()).toMatchObject({ mint: MINT, unit: 'sat', replaces: [ID] });
  expect(tokens()?.proofs.map(({ secret, amount }) => [secret.reveal(), amount])).toEqual([
    ['s', 4],
  ]);
  expect(tokens({ unit: undefined, del: undefined })).toMatchObject({ unit: 'sat', replaces: [] });
  expect(tokens({ unit: 'u'.repeat(16), mint: `${MINT}/` })).toMatchObject({
    unit: 'u'.repeat(16),
    mint: MINT,
  });
  expect(tokens({ del: [1, 'x', FROM] })?.replaces).toEqual([FROM]);
  expect(tokens({ del: 'x' })?.replaces).toEqual([]);
  expect(tokens({ del: Array.from({ length: 120 }, () => ID) })?.replaces).toHaveLength(100);
  const proofs = (count: number) => Array.from({ length: count }, () => proof);
  expect(tokens({ proofs: proofs(500) })?.proofs).toHaveLength(500);
  expect(tokens({ proofs: [] })?.proofs).toEqual([]);
  const unusable = [
    { mint: undefined },
    { mint: 'x' },
    { unit: 1 },
    { unit: 'u'.repeat(17) },
    { proofs: undefined },
    { proofs: proofs(501) },
    { proofs: [proof, {}] },
    { proofs: [proof, { ...proof, amount: 3 }] },
  ];
  expect(unusable.filter((over) => tokens(over) !== undefined)).toEqual([]);
  expect(readWalletTokens('1')).toBeUndefined();
});

test('NIP-60 a history entry has received ecash, or ecash sent from a deleted event', () => {
  expect(JSON.parse(historyText('in', 5))).toEqual([
    ['direction', 'in'],
    ['amount', '5'],
    ['unit', 'sat'],
  ]);
  expect(JSON.parse(historyText('out', 7, ID))).toEqual([
    ['direction', 'out'],
    ['amount', '7'],
    ['unit', 'sat'],
    ['e', ID, '', 'destroyed'],
  ]);
});

test('NIP-61 only a history entry marks nutzaps as redeemed, by their ids', () => {
  const draft = draftHistory('sealed', { id: ID, from: FROM });
  expect(draft).toEqual({
    kind: KIND.WalletHistory,
    content: 'sealed',
    tags: [
      ['e', ID, '', 'redeemed'],
      ['p', FROM],
    ],
  });
  expect(redeemedIn({ ...draft, kind: KIND.Text })).toEqual([]);
  const { kind } = draft;
  const tags = [
    ['e', ID, '', 'created'],
    ['e', ID],
    ['p', ID, '', 'redeemed'],
    ['e', 'x', '', 'redeemed'],
    ['e'],
  ];
  expect(redeemedIn({ kind, tags })).toEqual([]);
});

test('NIP-60 a deletion of tokens names their events and their kind', () => {
  const draft = draftTokenDeletion([ID, FROM]);
  expect(draft).toEqual({
    kind: KIND.EventDeletion,
    content: '',
    tags: [
      ['e', ID],
      ['e', FROM],
      ['k', '7375'],
    ],
  });
  expect(deletedTokensIn(draft)).toEqual([ID, FROM]);
  expect(deletedTokensIn({ ...draft, kind: KIND.Text })).toEqual([]);
  const others = [['e', 'x'], ['e'], ['a', ID], ['k', '7375']];
  expect(deletedTokensIn({ kind: draft.kind, tags: others })).toEqual([]);
});
