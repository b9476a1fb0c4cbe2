import { KIND } from '../../../src/events/nostr/kinds.ts';
import { DAY, HOUR } from '../note-times.ts';
import { writeNote } from './write-note.ts';
import type { World } from '../world.ts';

const SLIPS = [
  'This was meant for my mother.',
  'Testing testing is this thing on',
  'Has anybody seen the — oh. It was in my hand.',
  'I take back what I said about the hedge.',
  'Buy: rye flour, candles, the other kind of string',
  'Sent from the ferry by a sleeve.',
  'asdfghjklö',
  'I shall never post after midnight again.',
  'Wrong account. Good evening all the same.',
];

/** Write a handful of notes that their authors deleted soon after (NIP-09). */
export function addDeletedNotes(world: World): void {
  const rng = world.rng.fork('regrets');
  for (const text of SLIPS) {
    const author = rng.pick(world.people.filter((person) => !person.institution && !person.known));
    const at = world.now - rng.between(0.3, 50) * DAY;
    const note = writeNote(world, rng, {
      author,
      at,
      circle: 'town',
      bank: 'town',
      mood: 'quip',
      text,
      hashtags: 0,
      appeal: 0,
    });
    if (!note) continue;
    const tags = [
      ['e', note.id],
      ['k', String(KIND.Text)],
    ];
    world.ledger.write({
      author,
      at: at + rng.between(0.01, 2) * HOUR,
      kind: KIND.EventDeletion,
      content: rng.pick(['', 'typo', 'sorry', 'wrong window']),
      tags,
    });
  }
}
