import { conversationKey, encryptNip44 } from '../../../src/events/account/keys/nip44.ts';
import type { Draft, Tag } from '../../../src/events/nostr/event.ts';
import { bytesOf } from '../../../src/events/core/hex.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { playHash } from '../../play-keys.ts';
import type { Person } from '../../people/people.ts';
import { DAY, HOUR } from '../note-times.ts';
import { named, type World } from '../world.ts';

/**
 * Write drafts of the mayor and Jun, encrypted to themselves (NIP-37). One is old and in plain
 * text, and one cannot be decrypted.
 */
export function keepDrafts(world: World): void {
  const [iris, jun] = [named(world, 'iris'), named(world, 'jun')];
  const lamps =
    'The council has a budget line for lamps and none for the dark between them. I would like to change that.\n\n- who minds the switch\n- what Kevin thinks';
  seal(world, iris, 'lamps', 3 * HOUR, {
    kind: KIND.LongForm,
    content: lamps,
    tags: [['title', 'In defence of the unlit lane']],
  });
  seal(world, iris, 'ferry', 2 * DAY, {
    kind: KIND.LongForm,
    content: '',
    tags: [['title', 'Ferry rules, second edition']],
  });
  seal(world, iris, 'goose', 40 * 60, {
    kind: KIND.Text,
    content: 'To whom it may concern (Kevin): the bandstand is not a nest. It was, twice. It',
    tags: [],
  });
  const tags: Tag[] = [
    ['d', 'other-key'],
    ['k', String(KIND.LongForm)],
  ];
  // Encrypted for another account, as by an app with another key.
  const lost = sealed(world, iris, jun.pubkey, 'other-key', '{}');
  world.ledger.write({
    author: iris,
    at: world.now - 9 * DAY,
    kind: KIND.Draft,
    content: lost,
    tags,
  });
  const plain: Tag[] = [
    ['d', 'harbour-names'],
    ['title', 'Names that the harbour has had'],
  ];
  const content = 'Whin, Low Whin, the Basin, and for eleven days in 1953 Port Elizabeth.';
  world.ledger.write({
    author: iris,
    at: world.now - 50 * DAY,
    kind: KIND.LongFormDraft,
    content,
    tags: plain,
  });
  seal(world, jun, 'forty-one', 5 * HOUR, {
    kind: KIND.LongForm,
    content: 'Hour forty-one: the soup.',
    tags: [['title', 'Forty-one hours']],
  });
}

function seal(world: World, author: Person, name: string, ago: number, draft: Draft): void {
  const tags: Tag[] = [
    ['d', name],
    ['k', String(draft.kind)],
  ];
  const content = sealed(world, author, author.pubkey, name, JSON.stringify(draft));
  world.ledger.write({ author, at: world.now - ago, kind: KIND.Draft, content, tags });
}

function sealed(
  { seed }: World,
  { secret, name }: Person,
  to: string,
  draft: string,
  text: string,
): string {
  const key = conversationKey(bytesOf(secret), to);
  const nonce = bytesOf(playHash(seed, `draft ${name} ${draft}`));
  const content = key && encryptNip44(key, text, nonce);
  if (content === undefined) throw new Error(`the draft ${draft} cannot be encrypted`);
  return content;
}
