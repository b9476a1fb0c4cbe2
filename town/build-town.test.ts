import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { formatAddress } from '../src/events/nostr/address.ts';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../src/events/nostr/event.ts';
import { field, isRecord, parseJson } from '../src/events/core/json.ts';
import { KIND } from '../src/events/nostr/kinds.ts';
import { readImeta } from '../src/events/media/imeta.ts';
import { readInvoice } from '../src/events/nostr/bolt11.ts';
import { foldTips, moneroAddressIn } from '../src/events/money/monero/monero.ts';
import { readMoneroAddress } from '../src/events/money/monero/monero-address.ts';
import { readZap } from '../src/events/facts/zap.ts';
import { decode, secretKeyOf } from '../src/events/nostr/nip19.ts';
import { tokenize } from '../src/events/reading/content/content.ts';
import { mentionsOf, quotesOf } from '../src/events/reading/content/mentions.ts';
import {
  embeddedRepost,
  replyTarget,
  repostTarget,
  rootOf,
} from '../src/events/facts/references.ts';
import { readEvent } from '../src/events/nostr/event-shape.ts';
import { eventId } from '../src/events/nostr/serialize.ts';
import { inSeconds } from '../src/events/core/time.ts';
import { openEventVerifier } from '../service/verify.ts';
import { buildTown } from './build-town.ts';
import { createTownBase } from './found-town.ts';
import { passagesOf } from './story/kinds/articles.ts';
import {
  type BuildTarget,
  TOWN_ROW,
  type TownInfo,
  type TownInvoiceRow,
  type TownMember,
} from './town-target.ts';
import { isLong, sampleOf } from '../tests/support/runs.ts';

const NOW = 1_763_683_200;
const BASE = 'http://127.0.0.1:4870';

interface Built {
  readonly events: VerifiedEvent[];
  readonly blobs: Map<string, number>;
  readonly members: readonly TownMember[];
  readonly invoices: readonly TownInvoiceRow[];
  readonly meta: Map<string, string>;
  readonly info: TownInfo;
  readonly progress: number[];
}

async function build(seed: number, scale = 0.1): Promise<Built> {
  const events: VerifiedEvent[] = [];
  const blobs = new Map<string, number>();
  const members: TownMember[] = [];
  const invoices: TownInvoiceRow[] = [];
  const meta = new Map<string, string>();
  const progress: number[] = [];
  const target: BuildTarget = {
    baseUrl: BASE,
    insert: async (batch) => events.push(...batch),
    putBlob: async (bytes) => {
      const hash = createHash('sha256').update(bytes).digest('hex');
      blobs.set(hash, bytes.length);
      return { hash, path: `/${hash}.png` };
    },
    putMembers: async (list) => void members.push(...list),
    keepInvoices: async (list) => void invoices.push(...list),
    setMeta: async (name, value) => void meta.set(name, value),
  };
  const info = await buildTown(target, {
    seed,
    now: NOW,
    scale,
    onProgress: (share) => progress.push(share),
  });
  return { events, blobs, members, invoices, meta, info, progress };
}

let town: Built;
let byId: Map<string, SignedEvent>;
let addresses: Map<string, SignedEvent>;
const ofKind = (...kinds: number[]) => town.events.filter((event) => kinds.includes(event.kind));

beforeAll(async () => {
  town = await build(1);
  byId = new Map(town.events.map((event) => [event.id, event]));
  addresses = new Map(
    town.events.flatMap((event) => {
      const identifier = tagValue(event, 'd');
      return identifier === undefined
        ? []
        : [[formatAddress({ kind: event.kind, pubkey: event.pubkey, identifier }), event]];
    }),
  );
}, 120_000);

test.runIf(isLong)(
  'the same seed gives the same events and pictures, another seed other people',
  async () => {
    const [again, other] = [await build(1), await createTownBase(2, 40)];
    const ids = (built: Built) => built.events.map((event) => event.id + event.sig);
    expect(ids(again)).toEqual(ids(town));
    expect([...again.blobs.keys()]).toEqual([...town.blobs.keys()]);
    expect(
      other.people.filter((person) => town.events.some((event) => event.pubkey === person.pubkey)),
    ).toEqual([]);
  },
  120_000,
);

test('every event has a valid shape, its own id and a valid signature; ids are unique', async () => {
  const gate = await openEventVerifier();
  const checked = new Set(sampleOf(town.events, 4));
  const wrong = town.events.filter(
    (event) =>
      readEvent(event) === undefined ||
      eventId(event) !== event.id ||
      (checked.has(event) && gate.verify({ ...event }) === undefined),
  );
  expect(wrong).toEqual([]);
  expect(byId.size).toBe(town.events.length);
});

test('no event is dated in the future, and the newest note is minutes old', () => {
  expect(town.events.filter((event) => inSeconds(event.created_at) > NOW)).toEqual([]);
  expect(
    NOW - Math.max(...ofKind(KIND.Text).map((event) => inSeconds(event.created_at))),
  ).toBeLessThan(300);
});

test('the kinds have the proportions of the whole town', () => {
  const count = (kind: number) => ofKind(kind).length;
  expect(count(KIND.Metadata)).toBe(town.info.accounts);
  for (const kind of [KIND.Contacts, KIND.RelayList, KIND.BlossomServers])
    expect(count(kind)).toBe(town.info.accounts);
  expect(count(KIND.LongForm)).toBeGreaterThanOrEqual(60);
  expect(count(KIND.Text)).toBeGreaterThan(560);
  expect(count(KIND.Reaction)).toBeGreaterThan(400);
  expect(count(KIND.Zap)).toBeGreaterThan(60);
  for (const kind of [
    KIND.Repost,
    KIND.Comment,
    KIND.Highlight,
    KIND.Bookmarks,
    KIND.MuteList,
    KIND.CategorizedPeople,
    KIND.LiveEvent,
    KIND.EventDeletion,
  ]) {
    expect(count(kind), String(kind)).toBeGreaterThan(2);
  }
});

test('NOTE-19 every reply refers to an older existing note in the thread of its root', () => {
  const notes = ofKind(KIND.Text);
  const answers = notes.filter((event) => replyTarget(event) !== undefined);
  expect(answers.length).toBeGreaterThan(notes.length / 4);
  for (const event of answers) {
    const parent = byId.get(replyTarget(event)?.key ?? '');
    const root = byId.get(rootOf(event)?.key ?? '');
    expect(parent?.created_at, event.content).toBeLessThanOrEqual(inSeconds(event.created_at));
    expect(parent === root || rootOf(parent ?? event)?.key === root?.id, event.content).toBe(true);
    expect(
      event.tags.some((tag) => tag[0] === 'p' && tag[1] === parent?.pubkey) ||
        parent?.pubkey === event.pubkey,
    ).toBe(true);
  }
});

test('one thread is very long and another very deep', () => {
  const depthOf = (event: SignedEvent): number => {
    const parent = byId.get(replyTarget(event)?.key ?? '');
    return parent ? depthOf(parent) + 1 : 0;
  };
  const notes = ofKind(KIND.Text);
  expect(Math.max(...notes.map(depthOf))).toBeGreaterThan(25);
  const sizes = Map.groupBy(notes, (event) => rootOf(event)?.key);
  sizes.delete(undefined);
  expect(Math.max(...[...sizes.values()].map((list) => list.length))).toBeGreaterThan(14);
});

test('ZAP-05 every receipt is a valid zap by the play provider, with an invoice for the requested amount', () => {
  const provider = field(JSON.parse(town.meta.get(TOWN_ROW) ?? '{}'), 'provider');
  for (const receipt of ofKind(KIND.Zap)) {
    const zap = readZap(receipt);
    const request = readEvent(parseJson(tagValue(receipt, 'description') ?? ''));
    expect(receipt.pubkey).toBe(provider);
    expect(zap?.amountMsats).toBe(Number(request && tagValue(request, 'amount')));
    expect(readInvoice(tagValue(receipt, 'bolt11') ?? '')).toMatchObject({
      network: 'regtest',
      amountMsats: zap?.amountMsats,
    });
    expect(zap?.target !== undefined && (byId.has(zap.target) || addresses.has(zap.target))).toBe(
      true,
    );
    expect(zap?.receiver).toBe(
      (byId.get(zap?.target ?? '') ?? addresses.get(zap?.target ?? ''))?.pubkey,
    );
  }
});

test('NOTE-20 every invoice in a note is in the ledger of play sats, so that it can be paid', () => {
  const written = ofKind(KIND.Text).flatMap(({ content }) => /lnbc\w+/.exec(content)?.[0] ?? []);
  expect(written.length).toBeGreaterThan(0);
  const kept = new Map(town.invoices.map((invoice) => [invoice.bolt11, invoice]));
  for (const text of written) {
    const { hash, preimage, msats, expiresAt } = kept.get(text) ?? {};
    expect(readInvoice(text)).toMatchObject({
      network: 'regtest',
      paymentHash: hash,
      amountMsats: msats,
      expiresAt,
    });
    expect(
      createHash('sha256')
        .update(Buffer.from(preimage ?? '', 'hex'))
        .digest('hex'),
    ).toBe(hash);
  }
});

test('ECASH-01 the notes contain no ecash without a mint that issues it', () => {
  expect(ofKind(KIND.Text).filter(({ content }) => content.includes('cashuA'))).toEqual([]);
});

test('reposts contain the exact event that they refer to; quotes refer to existing events', () => {
  for (const repost of ofKind(KIND.Repost)) {
    expect(embeddedRepost(repost)).toEqual(byId.get(repostTarget(repost)?.key ?? ''));
  }
  const quotes = ofKind(KIND.Text).flatMap((event) => quotesOf(event).map((quote) => quote.key));
  expect(quotes.length).toBeGreaterThan(10);
  expect(quotes.filter((target) => !byId.has(target) && !addresses.has(target))).toEqual([]);
});

test('INV-VERIFIED reactions, comments and highlights refer to existing events, and only authors delete', () => {
  const pointers = ofKind(
    KIND.Reaction,
    KIND.Comment,
    KIND.Highlight,
    KIND.EventDeletion,
    KIND.Bookmarks,
  ).flatMap((event) =>
    event.tags.flatMap(([name, value = '']) =>
      name === 'e' || name === 'E'
        ? [byId.has(value)]
        : name === 'a' || name === 'A'
          ? [addresses.has(value)]
          : [],
    ),
  );
  expect(pointers.length).toBeGreaterThan(500);
  expect(pointers).not.toContain(false);
  for (const deletion of ofKind(KIND.EventDeletion))
    expect(byId.get(tagValue(deletion, 'e') ?? '')?.pubkey).toBe(deletion.pubkey);
});

test('pictures have size, hash and description beside the url, and the media server stores them', () => {
  const imetas = ofKind(KIND.Text).flatMap((event) =>
    [...readImeta(event.tags).values()].map((imeta) => ({ event, imeta })),
  );
  expect(imetas.length).toBeGreaterThan(30);
  for (const { event, imeta } of imetas) {
    expect(event.content).toContain(imeta.url);
    expect(imeta.url).toBe(`${BASE}/${imeta.hash}.png`);
    expect(town.blobs.has(imeta.hash)).toBe(true);
    expect(imeta.alt.length).toBeGreaterThan(5);
    expect(imeta.size?.width).toBeGreaterThan(450);
  }
  const served = ofKind(KIND.Metadata).flatMap((event) => {
    const profile = parseJson(event.content);
    return isRecord(profile)
      ? ['picture', 'banner'].flatMap((name) => field(profile, name) ?? [])
      : [];
  });
  expect(served.filter((url) => !town.blobs.has(String(url).slice(BASE.length + 1, -4)))).toEqual(
    [],
  );
});

test('NOTE-02 the texts are parsed as intended: mentions, tags, emoji, invoices, links, scripts', () => {
  const notes = ofKind(KIND.Text);
  const types = new Set(notes.flatMap((event) => tokenize(event, BASE).map((token) => token.type)));
  const wanted = [
    'text',
    'linebreak',
    'link',
    'image',
    'hashtag',
    'profile',
    'event',
    'address',
    'emoji',
    'invoice',
  ] as const;
  expect(wanted.filter((type) => !types.has(type))).toEqual([]);
  const all = [...notes, ...ofKind(KIND.LongForm)].map((event) => event.content).join('\n');
  for (const script of [/\p{Script=Arabic}{3}/u, /\p{Script=Han}{3}/u, /\p{Script=Hiragana}{2}/u])
    expect(all).toMatch(script);
  for (const event of notes) {
    const named = mentionsOf(event);
    expect(
      named.filter(
        (pubkey) =>
          !event.tags.some((tag) => tag[0] === 'p' && tag[1] === pubkey) && pubkey !== event.pubkey,
      ),
      event.content,
    ).toEqual([]);
  }
});

test('THREAD-04 articles have a cover, a summary, a date and varied markdown', () => {
  const articles = ofKind(KIND.LongForm);
  for (const article of articles) {
    for (const name of ['d', 'title', 'summary', 'image', 'published_at', 't'])
      expect(tagValue(article, name), `${name} of ${tagValue(article, 'd')}`).toBeTruthy();
    expect(article.content.length).toBeGreaterThan(500);
    expect(article.content).not.toMatch(/\[\[|photo:|undefined/);
  }
  const all = articles.map((article) => article.content).join('\n\n');
  for (const part of [
    /^## /m,
    /^\| --- \|/m,
    /^```js$/m,
    /^> /m,
    /\[\^1\]: /,
    /!\[[^\]]+\]\(http/,
    /nostr:npub1/,
    /^1\. /m,
    /\*\*[^*]+\*\*/,
  ])
    expect(all).toMatch(part);
});

test('highlights are passages of the rendered article', () => {
  for (const highlight of ofKind(KIND.Highlight)) {
    const article = addresses.get(tagValue(highlight, 'a') ?? '');
    expect(article?.content).toContain(highlight.content);
    expect(tagValue(highlight, 'context')).toContain(highlight.content);
  }
  expect(
    passagesOf(
      'A short one.\n\nHere is a sentence that is long enough to be marked by somebody. And another.',
    ),
  ).toEqual([
    {
      text: 'Here is a sentence that is long enough to be marked by somebody.',
      context: 'Here is a sentence that is long enough to be marked by somebody. And another.',
    },
  ]);
});

test('each person has a name at this domain, and the demo accounts have the printed keys', () => {
  expect(new Set(town.members.map((member) => member.name)).size).toBe(town.info.accounts);
  expect(town.meta.get('default_pubkey')).toBe(town.info.defaultPubkey);
  for (const { nsec, npub, pubkey } of town.info.demo) {
    expect(secretKeyOf(nsec)?.length).toBe(32);
    expect(decode(npub)).toEqual({ type: 'npub', pubkey });
    expect(ofKind(KIND.Metadata).some((event) => event.pubkey === pubkey)).toBe(true);
  }
  expect(town.info.demo.length).toBe(3);
});

test('progress grows until its end', () => {
  expect(town.progress).toEqual(town.progress.toSorted((one, other) => one - other));
  expect(town.progress.at(-1)).toBeCloseTo(1);
});

test('XMR-01 some accept Monero at stage network addresses, and their tips are parsed once each', () => {
  const named = ofKind(KIND.Metadata).flatMap((event) => moneroAddressIn(event) ?? []);
  expect(named).toHaveLength(3);
  for (const address of named)
    expect(readMoneroAddress(address)).toEqual({ network: 'stagenet', type: 'standard' });
  const events = ofKind(KIND.MoneroZapRequest, KIND.MoneroZap, KIND.MoneroZapReceipt);
  const tips = foldTips(events);
  expect(tips.map(({ stage }) => stage).toSorted()).toEqual([
    'asked',
    'received',
    'received',
    'received',
    'sent',
    'sent',
  ]);
  expect(tips.every(({ amount }) => amount !== undefined)).toBe(true);
  expect(
    tips.filter(
      ({ target }) => target !== undefined && !byId.has(target) && !addresses.has(target),
    ),
  ).toEqual([]);
});
