import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressOf } from '../../../src/events/nostr/address.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { history, KEYS, NOW } from '../../../tests/support/store/store-histories.ts';
import { runs } from '../../../tests/support/runs.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { independentBatchesOf } from './independent-batches.ts';

const [ANN = '', BOB = ''] = KEYS;
const note = trusted({ pubkey: ANN, created_at: NOW, content: 'a note' });
const about = (pubkey: string, kind: number, content = '+') =>
  trusted({ pubkey, kind, content, created_at: NOW, tags: [['e', note.id]] });
const sizes = (events: Parameters<typeof independentBatchesOf>[0]) =>
  [...independentBatchesOf(events)].map((run) => run.length);

test('a batch is split in order: a run has no duplicate, no two versions, and nothing after a deletion', () => {
  fc.assert(
    fc.property(history, (events) => {
      const all = [...independentBatchesOf([...events, ...events])];
      expect(all.flat().map(({ event }) => event.id)).toEqual(
        [...events, ...events].map(({ id }) => id),
      );
      for (const run of all) {
        const names = run.flatMap(({ event }) => addressOf(event) ?? event.id);
        expect(new Set(names).size).toBe(run.length);
        expect(run.slice(0, -1).map(({ event }) => event.kind)).not.toContain(KIND.EventDeletion);
      }
    }),
    { numRuns: runs(60) },
  );
});

test('events of several accounts share a run; a second like by one account starts the next run', () => {
  expect(
    sizes([
      note,
      about(ANN, KIND.Text, 'own answer'),
      about(BOB, KIND.Text, 'answer'),
      about(BOB, KIND.Reaction),
    ]),
  ).toEqual([4]);
  expect(
    sizes([about(BOB, KIND.Reaction), about(BOB, KIND.Repost, ''), about(ANN, KIND.Reaction)]),
  ).toEqual([3]);
  expect(
    sizes([
      note,
      about(BOB, KIND.Reaction),
      about(BOB, KIND.Reaction, '❤️'),
      about(ANN, KIND.Reaction),
    ]),
  ).toEqual([2, 2]);
});
