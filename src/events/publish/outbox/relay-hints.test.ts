import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { Claim } from '../../connection/claims.ts';
import type { VerifiedEvent } from '../../nostr/event.ts';
import { emptyFacts, foldFacts } from '../../facts/facts.ts';
import { KIND } from '../../nostr/kinds.ts';
import { seconds } from '../../core/time.ts';
import { relayHintsOf } from './relay-hints.ts';

const ANN = 'a'.repeat(64);
const note = trusted({ pubkey: ANN, content: 'said' });
const repost = (hint: string, at: number) =>
  trusted({ kind: KIND.Repost, tags: [['e', note.id, hint]], created_at: at });
const list = trusted({
  pubkey: ANN,
  kind: KIND.RelayList,
  tags: [
    ['r', 'wss://reads.example', 'read'],
    ['r', 'wss://writes.example', 'write'],
    ['r', 'wss://both.example'],
  ],
});
const facts = (events: readonly VerifiedEvent[], hint?: string) => {
  const claims: readonly Claim[] =
    hint === undefined ? [] : [{ claim: 'hints', hints: new Map([[note.id, hint]]) }];
  return foldFacts(emptyFacts, { events, claims, now: seconds(1_800_000_000) });
};

test("NOTE-18 LIMIT-03 an opened note has three relay hints at most, a feed row two, the author's first", () => {
  const reposts = [
    repost('wss://one.example', 3),
    repost('wss://two.example', 2),
    repost('wss://three.example', 1),
  ];
  const ids = reposts.map(({ id }) => id);
  const known = facts([note, list, ...reposts]);
  expect([relayHintsOf(known, note), relayHintsOf(known, note, ids)]).toEqual([
    ['wss://writes.example', 'wss://both.example'],
    ['wss://writes.example', 'wss://both.example'],
  ]);
  expect(relayHintsOf(facts([note, ...reposts]), note, ids)).toEqual([
    'wss://one.example',
    'wss://two.example',
  ]);
});

test("NOTE-18 TRUST-07 a service's relay hint is used only if no signed event names one", () => {
  expect(relayHintsOf(facts([note], 'wss://seen.example'), note)).toEqual(['wss://seen.example']);
  expect(relayHintsOf(facts([note, list], 'wss://seen.example'), note, [])).toEqual([
    'wss://writes.example',
    'wss://both.example',
  ]);
});

test('NOTE-18 E-24 only public ws and wss relays are named, each once', () => {
  const reposts = [
    repost('https://one.example', 4),
    repost('wss://10.0.0.1', 3),
    repost('wss://two.example', 2),
    repost('wss://two.example/', 1),
  ];
  const ids = reposts.map(({ id }) => id);
  expect(relayHintsOf(facts([note, ...reposts]), note, ids)).toEqual(['wss://two.example']);
  expect(relayHintsOf(facts([note], 'javascript:alert(1)'), note)).toEqual([]);
});
