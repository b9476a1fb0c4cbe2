import type { SignedEvent, Tag } from '../../src/events/nostr/event.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { seconds } from '../../src/events/core/time.ts';
import type { Rng } from '../../town/prng.ts';
import type { People } from './people.ts';
import type { Post, RecentPosts } from './recent-posts.ts';
import type { Key, FastSigner } from './fast-signer.ts';
import type { Words } from './vocabulary.ts';
import { zap } from './zaps.ts';

/** Everything needed to make events. */
export interface EventTools {
  readonly people: People;
  readonly pen: FastSigner;
  readonly words: Words;
  readonly shelf: RecentPosts;
  /** The signer of zap receipts, and the key of the node that issues their invoices (hex). */
  readonly provider: Key;
  readonly nodeKey: string;
}

/** An action of an account; each has a frequency in percent. */
type Act = (desk: EventTools, author: number, at: number, rng: Rng) => SignedEvent | undefined;
const ACTS: ReadonlyArray<readonly [share: number, act: Act]> = [
  [42, react],
  [22, answer],
  [17, note],
  [8, repost],
  [7, (desk, author, at, rng) => zapNoticed(desk, author, at, rng)],
  [1.2, article],
  [1.3, letter],
  [0.5, regret],
  [1, bookmark],
];
const ALL = ACTS.reduce((sum, [share]) => sum + share, 0);

/** Return the first events of an account: profile, relays, follows and, for some, mutes. */
export function standing(
  desk: EventTools,
  n: number,
  at: number,
  rng: Rng,
): readonly SignedEvent[] {
  const events = [
    profile(desk, n, 0, at),
    relays(desk, n, at, rng),
    contacts(desk, n, 0, n + 1, at),
  ];
  return rng.chance(0.15) ? [...events, mutes(desk, n, n + 1, at, rng)] : events;
}

/** Return another version of an account's own event. */
export function update(
  desk: EventTools,
  n: number,
  joined: number,
  at: number,
  rng: Rng,
): SignedEvent {
  const what = rng.next();
  if (what < 0.6) return contacts(desk, n, rng.int(1, 9), joined, at);
  return what < 0.85 ? profile(desk, n, rng.int(1, 9), at) : mutes(desk, n, joined, at, rng);
}

/**
 * Return the account's next event. If its input does not exist yet, the account publishes a note.
 */
export function act(desk: EventTools, author: number, at: number, rng: Rng): SignedEvent {
  let left = rng.next() * ALL;
  for (const [share, does] of ACTS) {
    left -= share;
    if (left < 0) return does(desk, author, at, rng) ?? note(desk, author, at, rng);
  }
  return note(desk, author, at, rng);
}

interface Said {
  readonly kind: number;
  readonly content?: string;
  readonly tags?: readonly Tag[];
}

function say(
  { people, pen }: EventTools,
  n: number,
  at: number,
  { kind, content = '', tags = [] }: Said,
): SignedEvent {
  const key = people.key(n);
  return pen.sign({ pubkey: key.pubkey, created_at: seconds(at), kind, tags, content }, key);
}

function profile(desk: EventTools, n: number, version: number, at: number): SignedEvent {
  const name = `${desk.words.ranked(n * 7 + 3)}${n}`;
  const content = JSON.stringify({
    name,
    display_name: name.toUpperCase(),
    about: `${desk.words.ranked(n)} and ${desk.words.ranked(n + version + 11)}`,
    picture: `https://media.example/face/${n}.jpg`,
    nip05: `${name}@people.example`,
    lud16: `${name}@pay.example`,
  });
  return say(desk, n, at, { kind: KIND.Metadata, content });
}

function relays(desk: EventTools, n: number, at: number, rng: Rng): SignedEvent {
  const tags = Array.from({ length: rng.int(1, 5) }, () => [
    'r',
    `wss://relay${Math.floor(60 * rng.next() ** 3)}.example`,
  ]);
  return say(desk, n, at, { kind: KIND.RelayList, tags });
}

function contacts(
  desk: EventTools,
  n: number,
  version: number,
  joined: number,
  at: number,
): SignedEvent {
  const tags = desk.people
    .follows(n, version, joined)
    .map((other) => ['p', desk.people.key(other).pubkey]);
  return say(desk, n, at, { kind: KIND.Contacts, tags });
}

function mutes(desk: EventTools, n: number, joined: number, at: number, rng: Rng): SignedEvent {
  const tags = Array.from({ length: rng.int(1, 12) }, () => [
    'p',
    desk.people.key(rng.int(0, joined - 1)).pubkey,
  ]);
  return say(desk, n, at, { kind: KIND.MuteList, tags: [...tags, ['t', desk.words.topic(rng)]] });
}

/** In ten notes one has a picture, one a link, one a quote and three a topic. */
function note(desk: EventTools, author: number, at: number, rng: Rng): SignedEvent {
  const { words, shelf } = desk;
  const text = Array.from({ length: rng.int(1, 3) }, () => words.sentence(rng)).join('. ');
  const sort = rng.int(0, 9);
  const quoted = sort === 2 ? shelf.noticed(rng) : undefined;
  const url = `https://media.example/${at}-${author}.jpg`;
  const topic = words.topic(rng);
  const said: Said =
    sort === 0
      ? {
          kind: KIND.Text,
          content: `${text} ${url}`,
          tags: [['imeta', `url ${url}`, 'm image/jpeg', 'dim 1200x800']],
        }
      : sort === 1
        ? { kind: KIND.Text, content: `${text} https://page.example/${rng.int(0, 5_000)}` }
        : quoted
          ? {
              kind: KIND.Text,
              content: text,
              tags: [
                ['q', quoted.event.id, '', quoted.event.pubkey],
                ['p', quoted.event.pubkey],
              ],
            }
          : sort < 6
            ? { kind: KIND.Text, content: `${text} #${topic}`, tags: [['t', topic]] }
            : { kind: KIND.Text, content: text };
  return put(desk, author, say(desk, author, at, said), rng);
}

/** Make a note available to others: most get little attention, a few get much. */
function put(
  { shelf, people }: EventTools,
  author: number,
  event: SignedEvent,
  rng: Rng,
  root = event,
): SignedEvent {
  shelf.put({
    event,
    author,
    root,
    weight: (people.reach(author) / (1 - rng.next()) ** 0.7) * (root === event ? 1 : 0.2),
  });
  return event;
}

function answer(desk: EventTools, author: number, at: number, rng: Rng): SignedEvent | undefined {
  const { shelf, words } = desk;
  const to = (rng.chance(0.4) ? shelf.talk(rng) : undefined) ?? shelf.noticed(rng);
  if (!to) return undefined;
  const { event, root } = to;
  const people = [...new Set([root.pubkey, event.pubkey])].map((pubkey) => ['p', pubkey]);
  const names =
    event === root
      ? [['e', root.id, '', 'root', root.pubkey]]
      : [
          ['e', root.id, '', 'root', root.pubkey],
          ['e', event.id, '', 'reply', event.pubkey],
        ];
  return put(
    desk,
    author,
    say(desk, author, at, {
      kind: KIND.Text,
      content: words.sentence(rng),
      tags: [...names, ...people],
    }),
    rng,
    root,
  );
}

function pointing({ event }: Post): Tag[] {
  return [
    ['e', event.id],
    ['p', event.pubkey],
  ];
}

function react(desk: EventTools, author: number, at: number, rng: Rng): SignedEvent | undefined {
  const to = desk.shelf.noticed(rng);
  return (
    to &&
    say(desk, author, at, {
      kind: KIND.Reaction,
      content: rng.chance(0.8) ? '+' : rng.pick(['🤙', '🔥', '❤️', '😂', '-']),
      tags: pointing(to),
    })
  );
}

function repost(desk: EventTools, author: number, at: number, rng: Rng): SignedEvent | undefined {
  const to = desk.shelf.noticed(rng);
  return (
    to &&
    say(desk, author, at, {
      kind: KIND.Repost,
      content: JSON.stringify(to.event),
      tags: pointing(to),
    })
  );
}

function zapNoticed(
  desk: EventTools,
  author: number,
  at: number,
  rng: Rng,
): SignedEvent | undefined {
  const to = desk.shelf.noticed(rng);
  if (!to) return undefined;
  const msats = 1_000 * rng.pick([21, 21, 21, 50, 100, 210, 420, 1_000, 2_100, 5_000, 21_000]);
  const tags = [...pointing(to), ['amount', String(msats)], ['relays', 'wss://relay0.example']];
  const request = say(desk, author, at, {
    kind: KIND.ZapRequest,
    content: rng.chance(0.2) ? desk.words.sentence(rng) : '',
    tags,
  });
  return zap(desk, request, msats);
}

/** In five articles one is another version of the author's last one, with the same name. */
function article(desk: EventTools, author: number, at: number, rng: Rng): SignedEvent {
  const { words } = desk;
  const name = rng.chance(0.2) ? 'essay' : `essay-${at}`;
  const paragraphs = Array.from({ length: rng.int(6, 40) }, () => words.sentence(rng));
  const tags = [
    ['d', name],
    ['title', words.sentence(rng)],
    ['summary', words.sentence(rng)],
    ['published_at', String(at)],
    ['t', words.topic(rng)],
  ];
  return say(desk, author, at, { kind: KIND.LongForm, content: paragraphs.join('\n\n'), tags });
}

/** The content cannot be decrypted: random bytes, as long as a message. */
function letter(desk: EventTools, author: number, at: number, rng: Rng): SignedEvent {
  const bytes = Uint8Array.from({ length: 16 * rng.int(2, 12) }, () => rng.int(0, 255));
  const content = `${Buffer.from(bytes).toString('base64')}?iv=${Buffer.from(bytes.subarray(0, 16)).toString('base64')}`;
  const to = desk.people.known(rng, author + 1);
  return say(desk, author, at, {
    kind: KIND.EncryptedDirectMessage,
    content,
    tags: [['p', desk.people.key(to).pubkey]],
  });
}

function regret(desk: EventTools, author: number, at: number): SignedEvent | undefined {
  const last = desk.shelf.lastOf(author);
  return (
    last &&
    say(desk, author, at, {
      kind: KIND.EventDeletion,
      tags: [
        ['e', last.event.id],
        ['k', String(KIND.Text)],
      ],
    })
  );
}

function bookmark(desk: EventTools, author: number, at: number, rng: Rng): SignedEvent | undefined {
  const marked = Array.from({ length: rng.int(1, 20) }, () => desk.shelf.noticed(rng)).flatMap(
    (post) => (post ? [['e', post.event.id]] : []),
  );
  return marked.length === 0
    ? undefined
    : say(desk, author, at, { kind: KIND.Bookmarks, tags: marked });
}
