import { signingMessage } from '../../../events/account/signing/signing-error.ts';
import { inEnglish } from '../../../../tests/support/views/in-english.ts';
import { expect, test } from 'vitest';
import type { Account } from '../../../events/account/account.ts';
import { backedUp, relockedBy, switchAfter, refusalOf, savedOf } from './account-switch.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const [me, other] = ['1'.repeat(64), '2'.repeat(64)];
const key = (lock: 'pin' | 'device' | 'page', pubkey = me): Account => ({
  pubkey,
  method: 'key',
  lock,
});
const reader: Account = { pubkey: me, method: 'readonly' };
const extension: Account = { pubkey: me, method: 'extension' };
const remote: Account = { pubkey: me, method: 'remote' };

test('INV-SCOPE account changes in another tab affect this one only for the current account', () => {
  for (const same of [key('pin'), key('device'), key('page'), reader, extension, remote])
    expect(switchAfter(same, [key('pin', other), same])).toBeUndefined();
  expect(switchAfter(undefined, [reader])).toBeUndefined();
  expect(switchAfter(key('pin'), [key('pin', other)])).toEqual({
    account: key('pin', other),
    keyOpen: false,
  });
  expect(switchAfter(key('pin'), [])).toEqual({ account: undefined, keyOpen: false });
  const moved: ReadonlyArray<readonly [Account, Account]> = [
    [key('pin'), key('device')],
    [key('pin'), reader],
    [key('page'), key('pin')],
    [key('page'), extension],
    [reader, key('pin')],
    [extension, remote],
    [remote, reader],
  ];
  for (const [from, to] of moved)
    expect(switchAfter(from, [to])).toEqual({ account: to, keyOpen: false });
});

test('ACCOUNT-01 a key that only this page has is stored as a reader elsewhere, without effect here', () => {
  expect(switchAfter(key('page'), [reader])).toBeUndefined();
});

test('INV-SCOPE ACCOUNT-01 a refusal says why: no key, another account, or a silent request', () => {
  const sign = { do: 'sign', template: pressed({ kind: 1, tags: [], content: '' }) } as const;
  const cipher = (act: 'encrypt' | 'decrypt') =>
    ({ do: act, scheme: 'nip44', peer: me, text: '' }) as const;
  const codes = [sign, cipher('encrypt'), cipher('decrypt')].map(
    (act) => refusalOf({ act, pubkey: me }, undefined).code,
  );
  expect(codes).toEqual(['sign-no-nsec', 'encrypt-no-nsec', 'decrypt-no-nsec']);
  expect(refusalOf({ act: sign, pubkey: me }, reader)).toEqual(
    refusalOf({ act: sign, pubkey: me }, undefined),
  );
  expect(inEnglish(signingMessage(refusalOf({ act: sign, pubkey: me }, undefined)))).toContain(
    'You need to be signed in to perform this action',
  );
  expect(inEnglish(signingMessage(refusalOf({ act: sign, pubkey: other }, key('pin'))))).toContain(
    'This was meant for another account',
  );
  expect(inEnglish(signingMessage(refusalOf({ act: sign, pubkey: me }, key('pin'))))).toContain(
    'This would have needed a prompt',
  );
});

test('a key is backed up the way it is locked; confirming a copy changes nothing else of the account', () => {
  expect(
    [key('pin'), key('device'), key('page'), extension].map((account) => backedUp(account).by),
  ).toEqual(['pin', 'device', 'open', 'open']);
  expect([backedUp(key('pin')).pubkey, backedUp(undefined)]).toEqual([
    me,
    { pubkey: '', by: 'open' },
  ]);
  expect(savedOf({ pubkey: me, method: 'key', lock: 'device', unsaved: true })).toEqual(
    key('device'),
  );
  expect(savedOf(remote)).toBe(remote);
});

test('ACCOUNT-22 a PIN that was set or removed is no switch of the account', () => {
  expect(relockedBy(key('device'), [key('pin')])).toEqual(key('pin'));
  expect(relockedBy(key('pin'), [key('pin', other), key('device')])).toEqual(key('device'));
  for (const accounts of [[], [key('pin')], [key('page')], [reader], [key('device', other)]])
    expect(relockedBy(key('pin'), accounts)).toBeUndefined();
  expect([relockedBy(undefined, [key('pin')]), relockedBy(key('page'), [key('pin')])]).toEqual([
    undefined,
    undefined,
  ]);
});
