import fc from 'fast-check';
import { expect, test } from 'vitest';
import { key, NOW, openVillage } from '../../tests/support/service/village.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { listenCache } from '../../tests/support/connection/cache-client.ts';
import { VERB_TABLE } from '../../src/events/connection/verb-table.ts';
import type { CacheContext } from './cache-context.ts';
import { isReadableBy, PRIVATE_KINDS } from '../store/filters/private-kinds.ts';
import { answerFilter } from './filter-request.ts';
import { ANSWERS, attempt, answer, answerSlow, isSlow } from './answer-verb.ts';
import { runs } from '../../tests/support/runs.ts';

const [ANN, BEN, CAT] = [1, 2, 3];
const village = openVillage({
  broadcast: ({ events }) =>
    Promise.resolve(
      new Map([['wss://x.example', new Map(events.map(({ id, sig }) => [id, sig]))]]),
    ),
});

/** One private event of each kind, from Ann to Ben. */
const letters = PRIVATE_KINDS.filter((kind) => kind < 20_000 || kind >= 30_000).map((kind) =>
  village.post(ANN, {
    kind,
    content: `bread https://secret.example/${kind}.png nostr:note1 #bread`,
    tags: [
      ['d', 'bread'],
      ['p', key(BEN)],
      ['t', 'bread'],
      ['k', '30023'],
    ],
  }),
);
const addresses = letters.map(({ kind }) => `${kind}:${key(ANN)}:bread`);
const ids = letters.map(({ id }) => id);
village.follow(BEN, ANN, CAT);
village.follow(CAT, ANN, BEN);
village.profile(ANN, 'bread');
// Public events that reference them.
for (const [n, letter] of letters.entries()) {
  village.reply(CAT, letter, 'bread', n);
  village.note(CAT, 'bread quoted', n, [['q', letter.id]]);
  village.like(CAT, letter, n);
  village.repost(CAT, letter, n);
  village.post(CAT, {
    kind: KIND.GenericRepost,
    tags: [
      ['e', letter.id],
      ['k', String(letter.kind)],
    ],
  });
  village.zap(CAT, letter, 21, n);
  village.post(CAT, { kind: KIND.Highlight, content: 'bread', tags: [['e', letter.id]] });
}
const listed = [...ids.map((id) => ['e', id]), ...addresses.map((address) => ['a', address])];
for (const kind of [KIND.Bookmarks, KIND.MuteList]) village.post(CAT, { kind, tags: listed });
village.post(CAT, { kind: KIND.CurationSet, tags: [['d', 'bread'], ...listed] });

/** Return the private events in some text that these readers must not see. */
function leaked(text: string, readers: readonly string[] = []): string[] {
  return letters
    .filter((letter) => text.includes(letter.sig) && !isReadableBy(readers, letter))
    .map(({ kind, id }) => `${kind} ${id}`);
}

const privateKind = fc.constantFrom(...PRIVATE_KINDS, KIND.Text, KIND.Zap);
const id = fc.constantFrom(...ids);
const person = fc.constantFrom(key(ANN), key(BEN), key(CAT));
const words = fc.constantFrom(
  'bread',
  '#bread',
  ...PRIVATE_KINDS.map((kind) => `kind:${kind}`),
  ...PRIVATE_KINDS.map((kind) => `kind:${kind} orderby:likes`),
  `kind:4 from:${key(ANN)}`,
  `kind:1059 @${key(BEN)}`,
  'kind:4 #bread',
  'kind:4 scope:mynotifications',
);
const kinds = fc.array(privateKind, { minLength: 1, maxLength: 3 });
const spec = fc
  .record(
    {
      id: fc.constantFrom(
        'latest',
        'all-notes',
        'feed',
        'global-trending',
        'most-zapped',
        'advsearch',
        'search',
        'muted-threads',
        'hall-of-fame-notes',
      ),
      kind: fc.constantFrom('notes', 'reads'),
      kinds,
      pubkey: person,
      notes: fc.constantFrom(
        'authored',
        'replies',
        'follows',
        'bookmarks',
        'user_media_thumbnails',
      ),
      query: words,
      curation: fc.constant('bread'),
      include_replies: fc.boolean(),
      hours: fc.constant(168),
    },
    { requiredKeys: ['id'] },
  )
  .map((fields) => JSON.stringify(fields));

/** Requests that target private events. */
const payloads: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    event_id: id,
    event_ids: fc.subarray(ids, { minLength: 1 }),
    pubkey: person,
    pubkeys: fc.array(person, { maxLength: 3 }),
    user_pubkey: person,
    sender: person,
    receiver: person,
    kind: privateKind,
    kinds,
    identifier: fc.constant('bread'),
    events: fc.array(
      fc.record({ pubkey: person, kind: privateKind, identifier: fc.constant('bread') }),
      { maxLength: 3 },
    ),
    spec,
    query: words,
    notes: fc.constantFrom('authored', 'replies', 'follows', 'bookmarks', 'user_media_thumbnails'),
    directive: fc.constantFrom(
      `search;kind:4`,
      `authored;${key(ANN)}`,
      `bookmarks;${key(CAT)}`,
      key(CAT),
    ),
    timeframe: fc.constantFrom('latest', 'popular', 'trending', 'mostzapped'),
    scope: fc.constantFrom('global', 'follows', 'tribe', 'network'),
    selector: fc.constantFrom('trending_24h', 'mostzapped_4h'),
    curation: fc.constant('bread'),
    extended_response: fc.boolean(),
    include_replies: fc.boolean(),
    since: fc.constantFrom(0, 1),
    limit: fc.constantFrom(1, 20, 100),
  },
  { requiredKeys: [] },
);

test('NIP-04 NIP-17 NIP-37 NIP-59 no verb of the caching service leaks a private message', async () => {
  for (const verb of ANSWERS.keys()) {
    await fc.assert(
      fc.asyncProperty(payloads, async (payload) => {
        expect(leaked(JSON.stringify(await answer(village.context, verb, payload)))).toEqual([]);
      }),
      { numRuns: runs(60) },
    );
  }
});

test('NIP-59 a private message is not broadcast as the parent of a reply', async () => {
  for (const letter of letters) {
    const reply = village.reply(CAT, letter, 'gone public');
    for (const verb of ['broadcast_reply', 'broadcast_events'].filter(isSlow)) {
      const payload = { event: reply, events: [reply], relays: ['wss://x.example'] };
      expect(
        leaked(
          JSON.stringify(
            await answerSlow(village.context, verb, payload, new AbortController().signal),
          ),
        ),
      ).toEqual([]);
    }
  }
});

test('NIP-04 NIP-59 a relay-style filter returns no private message either, nor does its stream', async () => {
  const pushed: string[] = [];
  const stops: ((() => void) | undefined)[] = [];
  for (const filter of [{ since: 1 }, { idsonly: true }]) {
    const { open, results } = answerFilter(village.context, filter);
    stops.push(open?.((result) => void pushed.push(result)));
    await results();
  }
  const filters = fc.record(
    {
      ids: fc.subarray(ids),
      search: words,
      since: fc.constant(1),
      until: fc.constant(NOW),
      idsonly: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      expect(
        leaked(
          JSON.stringify(
            await attempt(village.context, 'filter', answerFilter(village.context, filter).results),
          ),
        ),
      ).toEqual([]);
    }),
  );
  for (const [n, kind] of PRIVATE_KINDS.entries())
    letters.push(village.post(ANN, { kind, content: 'later', tags: [['p', key(BEN)]] }, n));
  const open = village.note(ANN, 'for all');
  await expect.poll(() => pushed.join()).toContain(open.sig);
  for (const stop of stops) stop?.();
  expect(leaked(pushed.join())).toEqual([]);
  expect(letters.filter((letter) => pushed.join().includes(letter.id))).toEqual([]);
});

test('NIP-17 a feed request for only private kinds is refused with the reason', async () => {
  expect(await village.notice('feed', { pubkey: key(ANN), kinds: [4, 1059] })).toBe(
    'private messages are not given here',
  );
  expect(await village.notice('feed', { pubkey: key(ANN), kinds: [4, 1] })).toBeUndefined();
});

/** All data that a connection without a proof receives, from every verb and every stream. */
async function heardBy(context: CacheContext): Promise<string> {
  const server = await listenCache(context);
  const client = await server.connect();
  const frames: unknown[] = [];
  const named = {
    event_id: ids[0],
    event_ids: ids,
    identifier: 'bread',
    kind: 4,
    kinds: [...PRIVATE_KINDS, KIND.Text],
    query: 'bread',
    since: 0,
    limit: 100,
  };
  const people = {
    pubkey: key(ANN),
    pubkeys: [key(ANN), key(BEN)],
    user_pubkey: key(BEN),
    sender: key(ANN),
    receiver: key(BEN),
  };
  const asked = {
    ...named,
    ...people,
    spec: '{"id":"all-notes","kind":"notes"}',
    notes: 'authored',
    extended_response: false,
  };
  const verbs = Object.keys(VERB_TABLE);
  for (const verb of verbs) frames.push(...(await client.request(verb, verb, asked)));
  const later = PRIVATE_KINDS.map((kind, n) =>
    village.post(ANN, {
      kind,
      content: 'told later',
      tags: [
        ['d', `later ${n}`],
        ['p', key(BEN)],
      ],
    }),
  );
  letters.push(...later);
  frames.push(...(await client.request('end', 'server_name')));
  await server.stop();
  return JSON.stringify(frames);
}

test('NIP-04 NIP-17 NIP-37 NIP-59 no verb or stream leaks a private event without a proof', async () => {
  const heard = await heardBy(village.context);
  expect(heard).toContain('"EOSE"');
  expect(leaked(heard)).toEqual([]);
  const store = new Proxy(village.store, {
    get: (target, name, self) =>
      name === 'events' ? target.messagesById : Reflect.get(target, name, self),
  });
  expect(leaked(await heardBy({ ...village.context, store }))).not.toEqual([]);
});
