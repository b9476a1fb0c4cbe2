import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/trusted.ts';
import type { Claim } from '../connection/claims.ts';
import type { VerifiedEvent } from '../event.ts';
import { emptyFacts, foldFacts } from '../facts.ts';
import { KIND } from '../kinds.ts';
import { seconds } from '../time.ts';
import { foundOn } from './found-on.ts';

const ANN = 'a'.repeat(64);
const note = trusted({ pubkey: ANN, content: 'said' });
const repost = (hint: string, at: number) => trusted({ kind: KIND.Repost, tags: [['e', note.id, hint]], created_at: at });
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
  const claims: readonly Claim[] = hint === undefined ? [] : [{ claim: 'hints', hints: new Map([[note.id, hint]]) }];
  return foldFacts(emptyFacts, { events, claims, now: seconds(1_800_000_000) });
};

test('NOTE-18 LIMIT-03 of an opened note at most three relays are named, in a feed page two: where it was seen, where reposts found it, where its author publishes', () => {
  const reposts = [repost('wss://one.example', 3), repost('wss://two.example', 2), repost('wss://three.example', 1)];
  const known = facts([note, list, ...reposts], 'wss://seen.example');
  expect(foundOn(known, note)).toEqual(['wss://seen.example', 'wss://writes.example', 'wss://both.example']);
  const ids = reposts.map(({ id }) => id);
  expect(foundOn(known, note, ids)).toEqual(['wss://seen.example', 'wss://one.example']);
  expect(foundOn(facts([note, ...reposts]), note, ids)).toEqual(['wss://one.example', 'wss://two.example']);
  expect(foundOn(known, note, [])).toEqual(['wss://seen.example', 'wss://writes.example']);
});

test('NOTE-18 E-24 only wss and ws on the public internet is named, and no relay twice', () => {
  const bad = [repost('https://one.example', 3), repost('wss://10.0.0.1', 2), repost('wss://seen.example/', 1)];
  const known = facts([note, ...bad], 'wss://seen.example');
  expect(
    foundOn(
      known,
      note,
      bad.map(({ id }) => id),
    ),
  ).toEqual(['wss://seen.example']);
  expect(foundOn(facts([note], 'javascript:alert(1)'), note)).toEqual([]);
});
