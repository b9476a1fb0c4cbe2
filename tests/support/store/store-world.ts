import { seconds, type Seconds } from '../../../src/events/core/time.ts';
import type { Verify } from '../../../src/events/nostr/verify.ts';
import type { SignedEvent, VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import type { Store } from '../../../service/store/store.ts';
import { openEventVerifier } from '../../../service/verify.ts';
import { signed } from '../events/signed.ts';

/** The clock of the world, in seconds. */
export const NOW = 1_760_000_000;
export const RELAY = 'wss://relay.example';

/** Opens an empty engine. */
export type OpenEngine = (options: {
  readonly now: () => Seconds;
  readonly verify: Verify;
}) => Store | Promise<Store>;

const { verify } = await openEventVerifier();

/** Return an event by villager `n`, `ago` seconds before now. */
function say(
  n: number,
  ago: number,
  fields: { kind?: number; content?: string; tags?: string[][] } = {},
): VerifiedEvent {
  const event = verify(signed({ ...fields, created_at: NOW - ago }, n));
  if (!event) throw new Error('a signed event is refused');
  return event;
}

const key = (n: number) => signed({}, n).pubkey;
/**
 * Ann follows Ben and Cid, Ben follows Ann, Dan follows no account and pays; Eve signs receipts.
 */
export const [ANN = '', BEN = '', CID = '', DAN = '', EVE = ''] = [1, 2, 3, 4, 5].map(key);

const profile = (n: number, name: string) =>
  say(n, 9_000, {
    kind: KIND.Metadata,
    content: JSON.stringify({ name, lud16: `${name}@pay.example` }),
  });
const follows = (n: number, ago: number, ...others: string[]) =>
  say(n, ago, { kind: KIND.Contacts, tags: others.map((other) => ['p', other]) });
const essay = (ago: number, words: string) => {
  const tags = [
    ['d', 'essay'],
    ['title', 'On rivers'],
    ['published_at', String(NOW - 2_000)],
    ['t', 'Water'],
  ];
  return say(2, ago, { kind: KIND.LongForm, content: words, tags });
};

const note = say(2, 1_000, { content: 'the river sings #water', tags: [['t', 'water']] });
const picture = say(3, 900, {
  content: 'look https://media.example/boat.png and https://page.example/about #Water',
});
const reply = say(3, 800, {
  content: 'so it does',
  tags: [
    ['e', note.id, '', 'root'],
    ['p', BEN],
  ],
});
const deep = say(1, 700, {
  content: 'indeed',
  tags: [
    ['e', note.id, '', 'root'],
    ['e', reply.id, '', 'reply'],
  ],
});
const quote = say(1, 600, { content: 'hear this', tags: [['q', note.id]] });
const repost = say(1, 500, {
  kind: KIND.Repost,
  tags: [
    ['e', note.id],
    ['p', BEN],
  ],
});
const like = say(3, 400, {
  kind: KIND.Reaction,
  content: '+',
  tags: [
    ['e', note.id],
    ['p', BEN],
  ],
});
const draftOf = (ago: number) =>
  say(1, ago, {
    kind: KIND.Draft,
    content: 'secret',
    tags: [
      ['d', 'x'],
      ['k', '30023'],
    ],
  });
const first = essay(2_000, 'one two three');
const second = essay(300, 'one two three four');
const bookmarks = say(1, 200, { kind: KIND.Bookmarks, tags: [['e', note.id]] });
const live = say(4, 100, {
  kind: KIND.LiveEvent,
  tags: [
    ['d', 'show'],
    ['p', DAN],
  ],
});
const chat = say(1, 90, {
  kind: KIND.LiveChatMessage,
  content: 'hello',
  tags: [['a', `${KIND.LiveEvent}:${DAN}:show`]],
});
const relays = say(1, 80, { kind: KIND.RelayList, tags: [['r', RELAY]] });

/** The text of an invoice that cannot be parsed: zaps may be paid by any means. */
export const invoiceFor = (sats: number): string => `lnbc${sats}`;

function zap(to: SignedEvent, sats: number, ago: number): VerifiedEvent {
  const tags = [
    ['e', to.id],
    ['p', to.pubkey],
    ['amount', String(sats * 1_000)],
  ];
  const request = signed({ kind: KIND.ZapRequest, tags, created_at: NOW - ago }, 4);
  return say(5, ago, {
    kind: KIND.Zap,
    tags: [
      ['e', to.id],
      ['p', to.pubkey],
      ['description', JSON.stringify(request)],
      ['bolt11', invoiceFor(sats)],
    ],
  });
}

const small = zap(note, 21, 70);
const large = zap(note, 100, 60);
const whisper = say(2, 50, {
  kind: KIND.EncryptedDirectMessage,
  content: 'psst',
  tags: [['p', ANN]],
});
const regretted = say(3, 40, { content: 'never mind the river' });
const regret = say(3, 30, { kind: KIND.EventDeletion, tags: [['e', regretted.id]] });

/** A small world of events that are really signed, by name. */
export const WORLD = {
  ann: profile(1, 'ann'),
  ben: profile(2, 'ben'),
  cid: profile(3, 'cid'),
  annFollows: follows(1, 8_000, BEN, CID),
  benFollowed: follows(2, 2 * 86_400, CID),
  benFollows: follows(2, 7_000, ANN),
  note,
  picture,
  reply,
  deep,
  quote,
  repost,
  like,
  draft: draftOf(350),
  first,
  second,
  bookmarks,
  live,
  chat,
  relays,
  small,
  large,
  whisper,
  regretted,
  regret,
} as const;

/** The address of the essay. */
export const ESSAY = `${KIND.LongForm}:${BEN}:essay`;
export const SHOW = `${KIND.LiveEvent}:${DAN}:show`;

/** Open an engine that contains the world. */
export async function openWorld(open: OpenEngine): Promise<Store> {
  const store = await open({ now: () => seconds(NOW), verify });
  await store.insert(Object.values(WORLD), RELAY);
  return store;
}
