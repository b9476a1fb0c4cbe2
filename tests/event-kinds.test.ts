import fc from 'fast-check';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { expect, test } from 'vitest';
import { draftedKind, readDraft } from '../src/events/compose/foreign-drafts.ts';
import { authorizationOf, checkHttpAuth } from '../src/events/account/signing/http-auth.ts';
import { planEdit } from '../src/events/account/lists/list-edit.ts';
import { LIST_DEFINITIONS, type ListName } from '../src/events/account/lists/list-definitions.ts';
import {
  allow,
  bookmark,
  follow,
  type ListIntent,
  mediaServer,
  mute,
  relayUse,
} from '../src/events/account/lists/list-intents.ts';
import { entriesOf } from '../src/events/publish/outbox/list-versions.ts';
import { firstDrafts } from '../src/events/compose/first-notes.ts';
import { saveSettingsQuery } from '../src/events/account/signing/signed-query.ts';
import { readProfile } from '../src/events/facts/profile.ts';
import { readSignedEvent } from '../src/events/account/signing/signed-answer.ts';
import { deletionKeys } from '../src/events/nostr/deletion.ts';
import type { Draft, VerifiedEvent } from '../src/events/nostr/event.ts';
import { KIND } from '../src/events/nostr/kinds.ts';
import { exchanged } from '../src/events/messages/conversation.ts';
import { messageDraft } from '../src/events/messages/outgoing-message.ts';
import { readTip } from '../src/events/money/monero/monero.ts';
import {
  buildSubscription,
  buildUnsubscription,
  subscriptionIn,
  tiersIn,
} from '../src/events/money/zaps/subscription-tier.ts';
import { readZap } from '../src/events/facts/zap.ts';
import { buildZapRequest, zapRequestFault } from '../src/events/money/zaps/zap-request.ts';
import {
  buildDeletion,
  buildHighlight,
  buildReaction,
  buildReport,
  buildRepost,
} from '../src/events/compose/acts/build-acts.ts';
import { buildNote } from '../src/events/compose/build-note.ts';
import { readArticle } from '../src/events/reading/article/article.ts';
import { readHighlight } from '../src/events/reading/article/highlight.ts';
import { readLiveEvent } from '../src/events/reading/cards/live-event.ts';
import { readMarketFeeds } from '../src/events/reading/explore/feed-market.ts';
import { factsOf } from '../src/events/reading/thread/opened-event.ts';
import { readReaction } from '../src/events/reading/thread/reaction.ts';
import { repostTarget } from '../src/events/facts/references.ts';
import { withMedia } from '../src/events/reading/content/text-kinds.ts';
import { settingsIn } from '../src/events/settings/saved-settings.ts';
import { inSeconds, seconds } from '../src/events/core/time.ts';
import { checkPure } from '../src/events/nostr/verify-pure.ts';
import { verifyWith } from '../src/events/nostr/verify.ts';
import { EVENT_FILES, realEvents } from './support/events/real-events.ts';
import { secretKey } from './support/events/signed.ts';
import { trusted } from './support/events/trusted.ts';
import { pressed } from '../src/events/nostr/ours.ts';
import { runs } from './support/runs.ts';

const ME = getPublicKey(secretKey(1));
const OTHER = 'b'.repeat(64);
const NOW = seconds(1_700_000_000);
const verify = verifyWith(checkPure, 100);
const NOTE = trusted({ kind: 1, pubkey: OTHER, content: 'hello' });
const OWN = trusted({ kind: 1, pubkey: ME, content: 'mine' });
const TIER = trusted({
  kind: KIND.Tier,
  pubkey: OTHER,
  tags: [
    ['d', 'gold'],
    ['amount', '2100', 'sats', 'monthly'],
  ],
});
const TIERS = trusted({ kind: KIND.TierList, pubkey: OTHER, tags: [['e', TIER.id]] });
const offered = () => tiersIn([TIER, TIERS], OTHER)[0];
const REAL = EVENT_FILES.flatMap((file) => realEvents(file)).map((event) => trusted(event));

/**
 * A kind of the documents. `read`: returns undefined if the event is unreadable. `built`: an event
 * of that kind that the client writes.
 */
interface Row {
  readonly read?: (event: VerifiedEvent) => unknown;
  readonly built?: () => Draft | undefined;
  /** A readable event of that kind, if the client writes none and no real one is available. */
  readonly sample?: VerifiedEvent;
}

const FIELDS = {
  name: 'ann',
  displayName: '',
  website: '',
  about: '',
  lud16: '',
  nip05: '',
  picture: '',
  banner: '',
};
const first = () => firstDrafts({ fields: FIELDS, homeRelay: 'wss://a.example', follows: [OTHER] });

function edited(list: ListName, intent: ListIntent | undefined): Draft | undefined {
  const planned =
    intent &&
    planEdit({ list, account: ME, base: { state: 'none', unheard: [] }, intents: [intent] });
  return planned?.ok ? planned.plan.draft : undefined;
}

const listRow = (list: ListName, intent: ListIntent | undefined): Row => ({
  read: (event) => [...entriesOf(list, event)][0],
  built: () => edited(list, intent),
});
const tip = (kind: number): Row => ({
  read: readTip,
  sample: trusted({
    kind,
    pubkey: ME,
    tags: [
      ['p', OTHER],
      ['e', NOTE.id],
      ['amount', '800000000'],
    ],
  }),
});
const DRAFT = JSON.stringify({ kind: 1, content: 'begun', tags: [] });

/** EVENT-01: every kind that the documents name. */
const ROWS: Readonly<Record<string, Row>> = {
  Metadata: { read: (event) => readProfile(event).name || undefined, built: () => first().profile },
  Text: { read: factsOf, built: () => buildNote({ text: 'hello' }) },
  Contacts: listRow('follows', follow(OTHER)),
  EncryptedDirectMessage: {
    read: (event) => exchanged([event], ME, OTHER)[0],
    built: () => messageDraft(OTHER, 'AAAA?iv=AAAA'),
  },
  EventDeletion: { read: (event) => deletionKeys(event)[0], built: () => buildDeletion([OWN], ME) },
  Repost: { read: repostTarget, built: () => buildRepost({ event: NOTE }) },
  Reaction: { read: readReaction, built: () => buildReaction({ event: NOTE }) },
  Image: {
    read: (event) => withMedia(event).content || undefined,
    sample: trusted({
      kind: KIND.Image,
      content: 'a lamp',
      tags: [['imeta', 'url https://files.example/a.png']],
    }),
  },
  ChannelCreation: { read: factsOf },
  ChannelMetadata: { read: factsOf },
  ChannelMessage: { read: factsOf },
  ChannelHideMessage: {
    read: factsOf,
    sample: trusted({ kind: KIND.ChannelHideMessage, tags: [['e', NOTE.id]] }),
  },
  ChannelMuteUser: {
    read: factsOf,
    sample: trusted({ kind: KIND.ChannelMuteUser, tags: [['p', OTHER]] }),
  },
  ReportContent: { built: () => buildReport(OTHER, 'spam') },
  Subscribe: {
    read: (event) => subscriptionIn([event], ME, OTHER),
    built: () => {
      const one = offered();
      return one?.prices[0] && buildSubscription(one, one.prices[0]);
    },
  },
  Unsubscribe: {
    built: () => buildUnsubscription(trusted({ kind: KIND.Subscribe, tags: [['p', OTHER]] })),
  },
  ZapRequest: {
    read: (event) =>
      zapRequestFault(JSON.stringify(event), () => true) === undefined ? event : undefined,
    built: () =>
      buildZapRequest(
        {
          type: 'zap',
          to: { pubkey: OTHER, id: NOTE.id, address: undefined, kind: 1 },
          address: 'ann@example.com',
          relays: [pressed('wss://relay.example')],
          amountMsats: 42_000,
          message: 'Onward',
        },
        undefined,
      ),
  },
  Zap: { read: readZap },
  MoneroZapRequest: tip(KIND.MoneroZapRequest),
  MoneroZap: tip(KIND.MoneroZap),
  MoneroZapReceipt: {
    read: readTip,
    sample: trusted({
      kind: KIND.MoneroZapReceipt,
      pubkey: ME,
      tags: [
        ['P', OTHER],
        ['e', NOTE.id],
        ['amount', '800000000'],
      ],
    }),
  },
  Highlight: {
    read: (event) => readHighlight(event).text || undefined,
    built: () => buildHighlight({ event: NOTE }, { text: 'hello', context: 'hello' }),
  },
  MuteList: listRow('mutes', mute({ type: 'user', pubkey: OTHER })),
  RelayList: listRow('relays', relayUse('wss://relay.example', { read: true, write: true })),
  Bookmarks: listRow('bookmarks', bookmark(NOTE)),
  BlossomServers: listRow('mediaServers', mediaServer('https://files.example', 'add')),
  TierList: { read: (event) => tiersIn([event, TIER], OTHER)[0], sample: TIERS },
  CategorizedPeople: listRow('allowlist', allow(OTHER)),
  LongForm: { read: (event) => readArticle(event).address || undefined },
  LongFormDraft: {
    read: (event) =>
      draftedKind(event, ME) === undefined ? undefined : readDraft(event, event.content),
    sample: trusted({ kind: KIND.LongFormDraft, pubkey: ME, content: 'begun', tags: [['d', 'x']] }),
  },
  Draft: {
    read: (event) => (draftedKind(event, ME) === undefined ? undefined : readDraft(event, DRAFT)),
    sample: trusted({
      kind: KIND.Draft,
      pubkey: ME,
      content: 'sealed',
      tags: [
        ['d', 'x'],
        ['k', '1'],
      ],
    }),
  },
  Settings: {
    read: (event) => settingsIn({ events: [event], claims: [] }, ME),
    built: () => saveSettingsQuery('{}').draft,
  },
  LiveEvent: { read: (event) => readLiveEvent(event, 'https://home.example', NOW) },
  Dvm: {
    read: (event) => readMarketFeeds({ events: [event], claims: [] })[0],
    sample: trusted({
      kind: KIND.Dvm,
      content: '{"name":"Feed"}',
      tags: [
        ['d', 'x'],
        ['k', '5300'],
      ],
    }),
  },
  Tier: { read: (event) => tiersIn([event, TIERS], OTHER)[0], sample: TIER },
  HttpAuth: {
    read: (event) => {
      const checked = checkHttpAuth(
        authorizationOf(event),
        { url: 'https://a.example', method: 'GET' },
        NOW,
        verify,
      );
      return typeof checked === 'string' ? undefined : checked;
    },
    sample: signedNow({
      kind: KIND.HttpAuth,
      content: '',
      tags: [
        ['u', 'https://a.example'],
        ['method', 'GET'],
      ],
    }),
  },
};

function signedNow({ kind, content, tags }: Draft): VerifiedEvent {
  const answer: unknown = finalizeEvent(
    { kind, content, tags: tags.map((tag) => [...tag]), created_at: inSeconds(NOW) },
    secretKey(1),
  );
  const event = readSignedEvent(answer, verify);
  if (typeof event === 'string') throw new Error(`kind ${kind} is refused: ${event}`);
  return event;
}

const kindOf = (name: string): number =>
  new Map<string, number>(Object.entries(KIND)).get(name) ?? -1;

test('EVENT-01 each kind is in the table, and each built event is valid and readable', () => {
  for (const [name, { read, built }] of Object.entries(ROWS)) {
    const draft = built?.();
    if (built) expect([name, draft?.kind]).toEqual([name, kindOf(name)]);
    if (draft && read) expect([name, read(signedNow(draft))]).not.toEqual([name, undefined]);
    expect([name, kindOf(name) >= 0, read !== undefined || built !== undefined]).toEqual([
      name,
      true,
      true,
    ]);
  }
});

test('EVENT-01 each kind that is only read has a readable sample event', () => {
  for (const [name, { read, built, sample }] of Object.entries(ROWS)) {
    if (!read || built) continue;
    const samples = sample ? [sample] : REAL.filter(({ kind }) => kind === kindOf(name));
    expect([name, samples.some((event) => read(event) !== undefined)]).toEqual([name, true]);
  }
});

test('EVENT-01 INV-ISOLATE the validator refuses altered events, and no reader throws on valid ones', () => {
  const tag = fc.array(
    fc.oneof(fc.string(), fc.constantFrom('e', 'p', 'a', 'd', 'amount', OTHER)),
    { maxLength: 4 },
  );
  for (const [name, { read }] of Object.entries(ROWS)) {
    const kind = kindOf(name);
    const event = signedNow({ kind, content: '', tags: [] });
    expect([name, readSignedEvent({ ...event, content: 'altered' }, verify)]).toEqual([name, 'id']);
    expect([name, readSignedEvent({ ...event, tags: 'none' }, verify)]).toEqual([name, 'shape']);
    expect([name, readSignedEvent({ ...event, sig: '0'.repeat(128) }, verify)]).toEqual([
      name,
      'sig',
    ]);
    fc.assert(
      fc.property(
        fc.array(tag, { maxLength: 5 }),
        fc.oneof(fc.string(), fc.json()),
        (tags, content) => {
          read?.(trusted({ kind, tags, content, pubkey: ME }));
        },
      ),
      { numRuns: runs(20) },
    );
  }
});

test('EVENT-01 every edited list has one of those kinds, or one with a number in the requirements', () => {
  const named = new Set<number>(Object.keys(ROWS).map(kindOf));
  const others = Object.values(LIST_DEFINITIONS).flatMap(({ kind }) =>
    named.has(kind) ? [] : [kind],
  );
  expect(others).toEqual([KIND.DirectMessageRelays]);
});
