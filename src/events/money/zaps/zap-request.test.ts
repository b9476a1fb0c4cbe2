import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../nostr/kinds.ts';
import { checkPure } from '../../nostr/verify-pure.ts';
import { buildZapRequest, hasZapTags, isReceiptOf, zapRequestFault } from './zap-request.ts';
import { pressed } from '../../nostr/ours.ts';

const KEY = new Uint8Array(32).fill(7);
const [ANN, NOTE] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];
const WANT = {
  type: 'zap',
  to: { pubkey: ANN, id: NOTE, kind: 1 },
  address: 'ann@pay.example',
  relays: [pressed('wss://one.example'), pressed('wss://two.example')],
  amountMsats: 42_000,
  message: 'Onward',
} as const;
const signed = (draft: { kind: number; content: string; tags: ReadonlyArray<readonly string[]> }) =>
  finalizeEvent(
    { ...draft, tags: draft.tags.map((tag) => [...tag]), created_at: 1_700_000_000 },
    KEY,
  );
const said = (text: string) => {
  return zapRequestFault(text, checkPure);
};

test('ZAP-02 a zap request names receiver, amount, relays and target, and is not published', () => {
  expect(buildZapRequest(WANT, 'lnurl1x')).toEqual({
    kind: 9_734,
    content: 'Onward',
    tags: [
      ['relays', 'wss://one.example', 'wss://two.example'],
      ['amount', '42000'],
      ['lnurl', 'lnurl1x'],
      ['p', ANN],
      ['e', NOTE],
      ['k', '1'],
    ],
  });
  const article = buildZapRequest(
    { ...WANT, to: { pubkey: ANN, address: `30023:${ANN}:x` } },
    undefined,
  );
  expect(article.tags.slice(-2)).toEqual([
    ['p', ANN],
    ['a', `30023:${ANN}:x`],
  ]);
  expect(said(JSON.stringify(signed(buildZapRequest(WANT, undefined))))).toBeUndefined();
});

test('ZAP-04 each fault of a zap request has its own code', () => {
  const request = signed(buildZapRequest(WANT, undefined));
  const without = (name: string) =>
    signed({ ...request, tags: request.tags.filter(([tag]) => tag !== name) });
  const withTag = (name: string, value: string) =>
    signed({ ...request, tags: [...request.tags.filter(([tag]) => tag !== name), [name, value]] });
  expect(said('invalid JSON')).toBe('zapRequest.invalidJson');
  expect(said('[]')).toBe('zapRequest.invalidJson');
  expect(said(JSON.stringify({ ...request, kind: 'x' }))).toBe('zapRequest.notEvent');
  expect(said(JSON.stringify({ ...request, content: 'other' }))).toBe('zapRequest.badSignature');
  expect(said(JSON.stringify({ ...request, sig: 'f'.repeat(128) }))).toBe(
    'zapRequest.badSignature',
  );
  expect(said(JSON.stringify(without('p')))).toBe('zapRequest.noP');
  expect(said(JSON.stringify(withTag('p', 'x')))).toBe('zapRequest.badP');
  expect(said(JSON.stringify(withTag('e', 'x')))).toBe('zapRequest.badE');
  expect(said(JSON.stringify(without('relays')))).toBe('zapRequest.noRelays');
  expect(said(JSON.stringify(without('e')))).toBeUndefined();
});

test('ZAP-05 E-41 only the receipt of that invoice, by the key that the service names, proves the payment', () => {
  const request = signed(buildZapRequest(WANT, undefined));
  const provider = getPublicKey(KEY);
  const receipt = (more: object = {}, tags: ReadonlyArray<readonly string[]> = []) =>
    trusted({
      kind: KIND.Zap,
      pubkey: provider,
      tags: [['p', ANN], ['bolt11', 'lnbc1x'], ['description', JSON.stringify(request)], ...tags],
      ...more,
    });
  const expected = { provider, invoice: 'LNBC1X', request: request.id };
  expect(isReceiptOf(receipt(), expected)).toBe(true);
  const lies = [
    isReceiptOf(receipt({ pubkey: ANN }), expected),
    isReceiptOf(receipt({ kind: 1 }), expected),
    isReceiptOf(receipt(), { ...expected, invoice: 'lnbc1y' }),
    isReceiptOf(receipt(), { ...expected, request: 'c'.repeat(64) }),
    isReceiptOf(receipt({ tags: [['bolt11', 'lnbc1x']] }), expected),
  ];
  expect(lies).toEqual([false, false, false, false, false]);
});

test('ZAP-02 ZAP-04 the tags of a request name one payee, and at most one event and one provider', () => {
  const [provider, other] = ['d'.repeat(64), 'e'.repeat(64)];
  const passes = (...tags: readonly string[][]) => hasZapTags({ tags }, provider);
  expect(passes(['p', ANN])).toBe(true);
  expect(passes(['p', ANN], ['e', NOTE], ['P', provider], ['a', `30023:${ANN}:x`])).toBe(true);
  const unusable = [
    [],
    [
      ['p', ANN],
      ['p', other],
    ],
    [['p', 'x']],
    [['p']],
    [
      ['p', ANN],
      ['e', NOTE],
      ['e', other],
    ],
    [
      ['p', ANN],
      ['e', 'x'],
    ],
    [
      ['p', ANN],
      ['P', other],
    ],
    [
      ['p', ANN],
      ['P', provider],
      ['P', provider],
    ],
    [
      ['p', ANN],
      ['a', 'x'],
    ],
  ];
  expect(unusable.filter((tags) => passes(...tags))).toEqual([]);
});

test('ZAP-05 the invoice of a receipt is compared without regard to case; a request may be unknown', () => {
  const provider = getPublicKey(KEY);
  const receipt = trusted({ kind: KIND.Zap, pubkey: provider, tags: [['bolt11', 'LNbc1X']] });
  expect(isReceiptOf(receipt, { provider, invoice: 'lnBC1x', request: undefined })).toBe(true);
  expect(isReceiptOf(receipt, { provider, invoice: 'lnBC1x', request: 'c'.repeat(64) })).toBe(
    false,
  );
});
