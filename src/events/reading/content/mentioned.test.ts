import { expect, test } from 'vitest';
import { npubOf } from '../../nostr/nip19.ts';
import { tokenize } from './content.ts';
import { mentionedIn } from './mentioned.ts';

const PEOPLE = Array.from({ length: 30 }, (_, at) => at.toString(16).padStart(64, '0'));
const mention = (pubkey: string) => `nostr:${npubOf(pubkey) ?? ''}`;

test('NOTE-02 BEYOND-05 the people a text mentions are named once each, in its order, at most 20', () => {
  const content = ['Ask', mention(PEOPLE[1] ?? ''), ...PEOPLE.map(mention)].join(' ');
  const [first, second, ...others] = PEOPLE;
  expect(mentionedIn(tokenize({ content, tags: [] }, 'https://here.example'))).toEqual(
    [second, first, ...others].slice(0, 20),
  );
});
