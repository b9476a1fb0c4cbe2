import { expect, test } from 'vitest';
import { vectors } from '../../../../tests/support/data.ts';
import { zapRequestFault } from '../../../events/money/zap-request.ts';
import { checkPure } from '../../../events/verify-pure.ts';
import { paymentEnglish, spoken } from './payments.ts';

const { words } = paymentEnglish;

test('ZAP-04 what is wrong with a zap request is said in the words that are documented', () => {
  expect([
    words['zapRequest.invalidJson'],
    words['zapRequest.notEvent'],
    words['zapRequest.badSignature'],
    words['zapRequest.noP'],
    words['zapRequest.badP'],
    words['zapRequest.badE'],
    words['zapRequest.noRelays'],
  ]).toEqual([
    'Invalid zap request JSON.',
    'Zap request is not a valid Nostr event.',
    'Invalid signature on zap request.',
    "Zap request doesn't have a 'p' tag.",
    "Zap request 'p' tag is not valid hex.",
    "Zap request 'e' tag is not valid hex.",
    "Zap request doesn't have a 'relays' tag.",
  ]);
});

test('vectors: ZAP-04 a peer of NIP-57 says the same of the same requests', () => {
  const { cases } = vectors<{ cases: { group: string; args: string[]; result: unknown }[] }>('peer-nip57.json');
  const requests = cases.filter(({ group }) => group === 'nip57.validateZapRequest');
  expect(requests).not.toEqual([]);
  for (const { args, result } of requests) {
    const fault = zapRequestFault(args[0] ?? '', checkPure);
    expect(fault ? words[fault] : null).toBe(result);
  }
});

test('E-38 both amounts are named where an invoice is not over what was asked for; a wallet’s own words are passed on', () => {
  const text = spoken(words, { code: 'pay.otherAmount', params: { asked: 42_000, invoiced: 43_500 } });
  expect(text).toContain('42 sats');
  expect(text).toContain('43.5 sats');
  expect(spoken(words, { code: 'said', params: { text: 'No route' } })).toBe('No route');
  expect(spoken(words, { code: 'wallet.noRelay' })).toContain('invalid connection string');
});
