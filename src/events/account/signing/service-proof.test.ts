import { expect, test } from 'vitest';
import { VERB_TABLE } from '../../connection/verb-table.ts';
import { proofDraft, settingsDraft, subsettingsDraft } from './request-drafts.ts';
import { isServiceProof } from './service-proof.ts';

const settings = (...tags: string[][]) => ({ kind: 30_078, tags });

test('ACCOUNT-23 TRUST-07 every request that this app signs for a caching service is a proof', () => {
  for (const draft of [
    settingsDraft(),
    subsettingsDraft('user-nwc'),
    proofDraft('direct_messages', ''),
  ])
    expect(isServiceProof(draft)).toBe(true);
});

test('ACCOUNT-23 a purpose in either place of the d tag, or a challenge, makes a proof', () => {
  for (const verb of Object.keys(VERB_TABLE))
    expect([verb, isServiceProof(settings(['d', verb]))]).toEqual([verb, true]);
  expect(isServiceProof(settings(['d', 'mark_all_dms_as_read']))).toBe(true);
  expect(isServiceProof(settings(['d', 'direct_messages']))).toBe(true);
  expect(isServiceProof(settings(['d', 'any app', 'set_notifications_seen']))).toBe(true);
  expect(isServiceProof(settings(['d', 'any app'], ['d', 'direct_messages']))).toBe(true);
  expect(isServiceProof(settings(['d', 'any app'], ['challenge', 'abc']))).toBe(true);
});

test('ACCOUNT-23 settings of other apps and events of other kinds are not proofs', () => {
  expect(isServiceProof(settings(['d', 'some app/settings']))).toBe(false);
  expect(isServiceProof({ kind: 30_023, tags: [['d', 'direct_messages', 'x']] })).toBe(false);
});
