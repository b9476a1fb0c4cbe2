import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { trusted } from '../support/events/trusted.ts';

/** Return an account of the crowd by its number. */
export const member = (n: number) => n.toString(16).padStart(64, '0');

const ACCOUNTS = 2_000;
const FOLLOWS = 120;
const WORDS =
  'town river bridge market lantern winter paper engine garden signal harbour letter window copper silver meadow'.split(
    ' ',
  );

/**
 * Common events of a crowd, one second apart and ending at `end` (seconds). Ids are correct,
 * signatures are not. Deterministic.
 */
export function* crowd(count: number, end: number): Generator<VerifiedEvent> {
  const random = numbers(7);
  const pick = (n: number) => Math.floor(random() * n);
  const notes: VerifiedEvent[] = [];
  // a few notes get far more replies, likes and zaps than the rest, mostly soon after they were
  // written
  const popular = () =>
    notes[notes.length - 1 - Math.floor(notes.length * random() ** 4)] ?? notes[0];
  for (let i = 0; i < count; i++) {
    const base = { pubkey: member(pick(ACCOUNTS)), created_at: end - count + i };
    const event =
      i < 2 * ACCOUNTS
        ? standing(i, base.created_at)
        : act(i, base, popular(), { pick, words: () => sentence(pick) });
    if (event.kind === KIND.Text) notes.push(event);
    yield event;
  }
}

interface Chance {
  readonly pick: (n: number) => number;
  readonly words: () => string;
}

/** A profile and a contact list for every account, before all other events. */
function standing(i: number, created_at: number): VerifiedEvent {
  const n = i >> 1;
  const pubkey = member(n);
  if (i % 2 === 0) {
    const profile = {
      name: `user${n}`,
      about: 'Says this and that.',
      picture: `https://media.example/${n}.jpg`,
      nip05: `user${n}@example.com`,
    };
    return trusted({ pubkey, created_at, kind: KIND.Metadata, content: JSON.stringify(profile) });
  }
  const tags = Array.from({ length: FOLLOWS }, (_, k) => ['p', member((n + 1 + k * k) % ACCOUNTS)]);
  return trusted({ pubkey, created_at, kind: KIND.Contacts, tags });
}

/**
 * A hundred events consist of 45 likes, 20 replies, 15 notes, 8 reposts, 10 zaps and 2 articles.
 */
function act(
  i: number,
  base: { pubkey: string; created_at: number },
  about: VerifiedEvent | undefined,
  { pick, words }: Chance,
): VerifiedEvent {
  const kind = pick(100);
  if (!about || kind < 15) return note(i, base, about, { pick, words });
  const target = [
    ['e', about.id],
    ['p', about.pubkey],
  ];
  if (kind < 60) return trusted({ ...base, kind: KIND.Reaction, content: '+', tags: target });
  if (kind < 80)
    return trusted({
      ...base,
      content: words(),
      tags: [
        ['e', about.id, '', 'root'],
        ['p', about.pubkey],
      ],
    });
  if (kind < 88)
    return trusted({ ...base, kind: KIND.Repost, content: JSON.stringify(about), tags: target });
  if (kind < 98) return zap(base, about, 21 * (1 + pick(100)));
  const tags = [
    ['d', `essay-${i}`],
    ['title', words()],
    ['published_at', String(base.created_at)],
    ['t', WORDS[pick(5)] ?? ''],
  ];
  return trusted({
    ...base,
    kind: KIND.LongForm,
    content: Array.from({ length: 40 }, words).join('\n\n'),
    tags,
  });
}

/** In ten notes one has a picture, one a link and one a quote. */
function note(
  i: number,
  base: { pubkey: string; created_at: number },
  about: VerifiedEvent | undefined,
  { pick, words }: Chance,
): VerifiedEvent {
  const text = `${words()} ${words()}`;
  const sort = pick(10);
  const url = `https://media.example/${i}.jpg`;
  if (sort === 0)
    return trusted({
      ...base,
      content: `${text} ${url}`,
      tags: [['imeta', `url ${url}`, 'm image/jpeg', 'dim 1200x800']],
    });
  if (sort === 1) return trusted({ ...base, content: `${text} https://page.example/${pick(500)}` });
  if (sort === 2 && about) return trusted({ ...base, content: text, tags: [['q', about.id]] });
  return trusted({ ...base, content: text, tags: [['t', WORDS[pick(16)] ?? '']] });
}

function zap(
  base: { pubkey: string; created_at: number },
  about: VerifiedEvent,
  sats: number,
): VerifiedEvent {
  const tags = [
    ['p', about.pubkey],
    ['e', about.id],
  ];
  const request = trusted({
    ...base,
    kind: KIND.ZapRequest,
    tags: [...tags, ['amount', String(sats * 1_000)]],
  });
  return trusted({
    ...base,
    pubkey: member(0),
    kind: KIND.Zap,
    tags: [...tags, ['description', JSON.stringify(request)]],
  });
}

function sentence(pick: (n: number) => number): string {
  return Array.from({ length: 6 + pick(10) }, () => WORDS[pick(WORDS.length)]).join(' ');
}

/** Deterministic random numbers from 0 to 1 (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
