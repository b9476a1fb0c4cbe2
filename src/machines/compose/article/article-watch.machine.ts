import { enqueueActions, sendParent, sendTo, setup } from 'xstate';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { RelayAnswer, RelaysAsk, RelaysForget } from '../../connection/relay-protocol.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

export interface ArticleWatchInput {
  readonly account: string;
  readonly scope: ScopeRef;
  readonly draft: string;
  readonly relays: ReadonlyArray<Ours<string>>;
}

/** Sent to the parent: a relay has an own article, or a draft of that name. */
export type ArticleSighted = { type: 'article.found'; draft: string; event: VerifiedEvent };

/** Watches the own relays for a publication of the open draft on another device (COMPOSE-13). */
export const articleWatchMachine = setup({
  types: {
    context: {} as ArticleWatchInput,
    events: {} as RelayAnswer,
    input: {} as ArticleWatchInput,
  },
  actions: {
    ask: sendTo(
      ({ context }) => context.scope,
      ({ context: { account, draft, relays }, self }): RelaysAsk => {
        const authors = [account];
        const filters = [
          { kinds: [KIND.Draft], authors, '#d': [draft] },
          // older articles are not requested, because a lookup finds the relevant one
          { kinds: [KIND.LongForm], authors, limit: 1 },
        ];
        return {
          type: 'relays.ask',
          from: self,
          ask: { kind: 'subscribe', filters, live: true },
          urls: relays,
        };
      },
    ),
    forget: sendTo(
      ({ context }) => context.scope,
      ({ context: { relays }, self }): RelaysForget => ({
        type: 'relays.forget',
        from: self,
        urls: relays,
      }),
    ),
    report: enqueueActions(({ context: { draft }, event, enqueue }) => {
      if (event.type !== 'relay.events') return;
      for (const one of event.events)
        enqueue(sendParent({ type: 'article.found', draft, event: one } satisfies ArticleSighted));
    }),
  },
}).createMachine({
  id: 'articleWatch',
  context: ({ input }) => input,
  entry: 'ask',
  exit: 'forget',
  on: { 'relay.events': { actions: 'report' } },
});
