import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate';
import type { LinkPreview } from '../../../events/connection/claims.ts';
import { seconds } from '../../../events/core/time.ts';
import type { Bus } from '../../core/bus.ts';
import { linkPreviewPort } from './link-preview-port.ts';

export type LinkPreviewsEvent =
  /** A link without a preview came into sight, or left it. */
  { type: 'link.seen'; url: string } | { type: 'link.left'; url: string };

interface Context {
  readonly bus: Bus;
  /** Links in sight that were not asked for yet, in the order of their arrival. */
  readonly waiting: readonly string[];
  /** Links that were answered, with a preview or without, oldest first. */
  readonly asked: ReadonlySet<string>;
}

/** Links that wait at most. The newest are kept. */
const MOST_WAITING = 5;
const MOST_ASKED = 300;

/**
 * Asks for previews of links that stay in sight, one at a time (NOTE-08). Results go to the read
 * model. A link is asked for once.
 */
export const linkPreviewsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as LinkPreviewsEvent,
    input: {} as { readonly bus: Bus },
  },
  actors: { preview: linkPreviewPort },
  delays: { rest: 700, pause: 10_000, timeout: 12_000 },
  guards: {
    isFirst: ({ context, event }) => context.waiting[0] === event.url,
    hasWaiting: ({ context }) => context.waiting.length > 0,
  },
  actions: {
    add: assign(({ context, event: { url } }) =>
      context.asked.has(url) || context.waiting.includes(url)
        ? {}
        : { waiting: [...context.waiting, url].slice(-MOST_WAITING) },
    ),
    drop: assign(({ context, event }) => ({
      waiting: context.waiting.filter((url) => url !== event.url),
    })),
    skip: assign(({ context }) => ({ waiting: context.waiting.slice(1) })),
    settle: enqueueActions(
      ({ context, enqueue }, { preview }: { preview: LinkPreview | undefined }) => {
        const [url = '', ...waiting] = context.waiting;
        const asked = new Set([...context.asked, url].slice(-MOST_ASKED));
        enqueue.assign({ waiting, asked });
        if (!preview) return;
        const claims = [{ claim: 'previews', previews: [preview] } as const];
        enqueue.sendTo(context.bus, {
          type: 'facts.received',
          events: [],
          claims,
          now: seconds(0),
        });
      },
    ),
  },
}).createMachine({
  id: 'linkPreviews',
  context: ({ input: { bus } }) => ({ bus, waiting: [], asked: new Set() }),
  initial: 'idle',
  on: { 'link.seen': { actions: 'add' }, 'link.left': { actions: 'drop' } },
  states: {
    idle: { always: { guard: 'hasWaiting', target: 'waiting' } },
    waiting: {
      on: { 'link.left': { guard: 'isFirst', target: 'idle', actions: 'drop' } },
      after: { rest: { target: 'asking' } },
    },
    asking: {
      invoke: {
        id: 'preview',
        src: 'preview',
        input: ({ context }) => context.waiting[0] ?? '',
        onDone: {
          target: 'idle',
          actions: { type: 'settle', params: ({ event }) => ({ preview: event.output }) },
        },
        onError: { target: 'pausing', actions: 'skip' },
      },
      on: { 'link.left': { guard: 'isFirst' } },
      after: { timeout: { target: 'pausing', actions: 'skip' } },
    },
    pausing: { after: { pause: { target: 'idle' } } },
  },
});

export type LinkPreviewsActor = ActorRefFrom<typeof linkPreviewsMachine>;
