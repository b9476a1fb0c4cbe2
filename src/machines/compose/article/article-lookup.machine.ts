import { assign, type DoneActorEvent, enqueueActions, setup } from 'xstate';
import { schemeOf } from '../../../events/account/keys/cipher-payload.ts';
import { query } from '../../../events/connection/verbs.ts';
import { newestVersion, tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import {
  draftNameOf,
  sourceOfDraft,
  versionOfDraft,
} from '../../../events/compose/article/article-draft.ts';
import {
  type ArticleVersion,
  publishedVersion,
} from '../../../events/compose/article/article-versions.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { SignSettled } from '../../core/sign-request.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import type { RelayAnswer } from '../../connection/relay-protocol.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

export interface ArticleLookInput {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  readonly relays: ReadonlyArray<Ours<string>>;
  /** The name of the draft, and the identifier of the article that it edits or may become. */
  readonly draft: string;
  readonly identifier: string | undefined;
  /** Ids of drafts that were opened before. */
  readonly known: ReadonlySet<string>;
  /** True if no user waits for it. Drafts that need a prompt stay encrypted (BEYOND-03). */
  readonly quiet: boolean;
}

/**
 * Result of a lookup: versions from relays, the published article, and ids of drafts that stayed
 * encrypted. `isHeard`: a source that would know has answered. `emptied`: an empty draft, which
 * marks publication or deletion.
 */
export interface ArticleFound {
  readonly versions: readonly ArticleVersion[];
  readonly published: VerifiedEvent | undefined;
  readonly opened: readonly string[];
  readonly closed: readonly string[];
  readonly isHeard: boolean;
  readonly emptied: VerifiedEvent | undefined;
}

interface Context extends ArticleLookInput {
  /** Relays that have not finished yet. */
  readonly open: readonly string[];
  readonly isServed: boolean;
  readonly isHeard: boolean;
  readonly events: ReadonlyMap<string, VerifiedEvent>;
  /** By event id: pending decryptions, and decrypted texts. */
  readonly asked: ReadonlySet<string>;
  readonly clear: ReadonlyMap<string, string>;
}

/** Limit of events for one draft, because relays may hold different versions. */
const MOST = 5;

/**
 * Looks up one article on the own relays and the caching service: its published version and its
 * drafts (COMPOSE-08). Decrypts drafts with the account's key.
 */
export const articleLookMachine = setup({
  types: {
    context: {} as Context,
    events: {} as RelayAnswer | SignSettled | DoneActorEvent<Outcome>,
    input: {} as ArticleLookInput,
    output: {} as ArticleFound,
  },
  actors: { request: requestMachine },
  guards: {
    isHeardOut: ({ context: { open, isServed } }) => isServed && open.length === 0,
    isOpened: ({ context: { asked } }) => asked.size === 0,
  },
  delays: { timeout: 6_000, signTimeout: 15 * 60_000 },
  actions: {
    askRelays: enqueueActions(
      ({ context: { account, scope, relays, draft, identifier, quiet }, enqueue, self }) => {
        const names = (kinds: readonly number[], name: string) => ({
          kinds,
          authors: [account],
          '#d': [name],
        });
        const source = sourceOfDraft(draft);
        const filters = [
          names([KIND.Draft], draft),
          ...(source?.kind === KIND.LongFormDraft
            ? [names([KIND.LongFormDraft], source.identifier)]
            : []),
          ...(identifier === undefined ? [] : [names([KIND.LongForm], identifier)]),
        ];
        const ask = { kind: 'subscribe', filters, ...(quiet ? {} : { wanted: true }) } as const;
        if (relays.length > 0)
          enqueue.sendTo(scope, {
            type: 'relays.ask',
            from: self,
            ask,
            urls: relays,
          });
      },
    ),
    receive: assign(({ context, event }) =>
      event.type === 'relay.events' ? { events: withEvents(context, event.events) } : {},
    ),
    recordEnded: assign(({ context: { open, isHeard }, event }) => {
      if (event.type !== 'relay.ended') return {};
      return { open: open.filter((url) => url !== event.url), isHeard: isHeard || event.complete };
    }),
    recordServed: assign(({ context }, { outcome }: { outcome: Outcome | undefined }) => ({
      isServed: true,
      isHeard: context.isHeard || outcome?.ok === true,
      events: withEvents(context, outcome?.ok ? outcome.answer.events : []),
    })),
    openSealed: enqueueActions(
      ({ context: { account, signer, events, known, quiet }, enqueue, self }) => {
        const sealed = [...events.values()].flatMap((event) => {
          const scheme =
            event.kind === KIND.Draft && !known.has(event.id) ? schemeOf(event.content) : undefined;
          return scheme ? [{ event, scheme }] : [];
        });
        enqueue.assign({ asked: new Set(sealed.slice(0, MOST).map(({ event }) => event.id)) });
        for (const { event, scheme } of sealed.slice(0, MOST)) {
          const act = { do: 'decrypt', scheme, peer: account, text: event.content } as const;
          const request = {
            id: event.id,
            from: self,
            pubkey: account,
            reason: { code: 'sign.readDraft' },
            act,
            quiet,
          } as const;
          enqueue.sendTo(signer, { type: 'sign.request', request });
        }
      },
    ),
    recordOpened: assign(({ context: { asked, clear }, event }) => {
      if (event.type !== 'sign.settled') return {};
      const { id, outcome } = event;
      const rest = new Set([...asked].filter((one) => one !== id));
      // a text that the key cannot decrypt is no draft of this account, and is not requested again
      const text =
        outcome.ok && 'text' in outcome
          ? outcome.text
          : !outcome.ok && outcome.failure.code === 'bad-cipher'
            ? ''
            : undefined;
      return {
        asked: rest,
        ...(text === undefined ? {} : { clear: new Map(clear).set(id, text) }),
      };
    }),
    cancel: enqueueActions(({ context: { asked, signer }, enqueue, self }) => {
      for (const id of asked) enqueue.sendTo(signer, { type: 'sign.cancel', id, from: self });
    }),
  },
}).createMachine({
  id: 'articleLookup',
  context: ({ input }) => ({
    ...input,
    open: input.relays,
    isServed: input.identifier === undefined,
    isHeard: false,
    events: new Map(),
    asked: new Set(),
    clear: new Map(),
  }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: ({ context }) => context.identifier === undefined, target: 'asking.relays' },
        { target: 'asking.both' },
      ],
    },
    asking: {
      entry: 'askRelays',
      initial: 'relays',
      always: { guard: 'isHeardOut', target: 'opening' },
      on: { 'relay.events': { actions: 'receive' }, 'relay.ended': { actions: 'recordEnded' } },
      after: { timeout: 'opening' },
      states: {
        relays: {},
        both: {
          invoke: {
            id: 'published',
            src: 'request',
            input: ({ context: { account, bus, identifier = '' } }) => ({
              bus,
              query: query('parametrized_replaceable_event', {
                pubkey: account,
                kind: KIND.LongForm,
                identifier,
                extended_response: false,
              }),
            }),
            onDone: {
              target: 'relays',
              actions: { type: 'recordServed', params: ({ event }) => ({ outcome: event.output }) },
            },
            onError: {
              target: 'relays',
              actions: { type: 'recordServed', params: { outcome: undefined } },
            },
          },
        },
      },
    },
    opening: {
      entry: 'openSealed',
      exit: 'cancel',
      always: { guard: 'isOpened', target: 'ended' },
      on: { 'sign.settled': { actions: 'recordOpened' } },
      after: { signTimeout: 'ended' },
    },
    ended: { type: 'final' },
  },
  output: ({ context }): ArticleFound => foundIn(context),
});

/** Return the own events about this article. Other events are ignored. */
function withEvents(
  { account, draft, identifier, events }: Context,
  more: readonly VerifiedEvent[],
): Context['events'] {
  const isMeant = (event: VerifiedEvent) =>
    event.pubkey === account &&
    (event.kind === KIND.LongForm
      ? identifier !== undefined && tagValue(event, 'd') === identifier
      : draftNameOf(event) === draft);
  return new Map([...events, ...more.filter(isMeant).map((event) => [event.id, event] as const)]);
}

function foundIn({ events, clear, known, isHeard }: Context): ArticleFound {
  const all = [...events.values()];
  const published = newestVersion(all.filter(({ kind }) => kind === KIND.LongForm));
  // an empty draft deletes all earlier ones, even if some relay still has them (NIP-37)
  const emptied = newestVersion(
    all.filter(({ kind, content }) => kind === KIND.Draft && content.trim() === ''),
  );
  const isLeft = ({ kind, content, created_at }: VerifiedEvent) =>
    kind !== KIND.LongForm &&
    content.trim() !== '' &&
    !(kind === KIND.Draft && emptied && created_at <= emptied.created_at);
  const drafts = all.filter(isLeft);
  const versions = drafts.flatMap((event) => {
    const text =
      event.kind === KIND.LongFormDraft || !schemeOf(event.content)
        ? event.content
        : clear.get(event.id);
    return text === undefined ? [] : (versionOfDraft(event, text) ?? []);
  });
  const opened = drafts.filter(({ id }) => clear.has(id)).map(({ id }) => id);
  const closed = drafts
    .filter(({ id, content }) => schemeOf(content) && !clear.has(id) && !known.has(id))
    .map(({ id }) => id);
  const found = [...versions, ...(published ? [publishedVersion(published)] : [])];
  return { versions: found, published, opened, closed, isHeard, emptied };
}
