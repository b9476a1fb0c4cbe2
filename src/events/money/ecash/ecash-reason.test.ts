import { expect, test } from 'vitest';
import { readReason, saidByMint } from './ecash-reason.ts';

test('ECASH-03 each stored reason of a failed ecash job is read back, and others are not', () => {
  const codes =
    'badResponse notEnough invalidWords noWords noSeed noChance silent address unit spent expired ' +
    'notPaid keyset network badInvoice amountless amount inUse locked unproven noLocks fee';
  for (const code of codes.split(' ')) expect(readReason({ code, text: 'x' })).toEqual({ code });
  expect(readReason({ code: 'said', text: 'No' })).toEqual({ code: 'said', text: 'No' });
  for (const value of [
    undefined,
    'silent',
    { code: 'said' },
    { code: 'said', text: 1 },
    { code: 'x' },
  ])
    expect(readReason(value)).toBeUndefined();
});

test("ECASH-03 a mint's words are one line of at most 300 characters; no words are a bad response", () => {
  expect(saidByMint('Token\nspent')).toEqual({ code: 'said', text: 'Token spent' });
  expect([saidByMint(''), saidByMint(' \n ')]).toEqual([
    { code: 'badResponse' },
    { code: 'badResponse' },
  ]);
  const long = 'w'.repeat(400);
  const said = saidByMint(long);
  expect(said.code === 'said' && said.text.length).toBe(300);
  expect(readReason({ code: 'said', text: long })).toEqual(said);
});
