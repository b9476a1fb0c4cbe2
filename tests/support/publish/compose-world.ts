import { createActor, fromCallback, SimulatedClock } from 'xstate';
import type { ComposeAim } from '../../../src/events/compose/compose.ts';
import { BLANK, type Writing } from '../../../src/events/publish/writing/writing.ts';
import { millis } from '../../../src/events/core/time.ts';
import {
  type ComposeActor,
  composeMachine,
} from '../../../src/machines/compose/compose.machine.ts';
import type {
  DraftCommand,
  DraftInput,
  DraftSignal,
  EmojiCommand,
  EmojiSignal,
  MiningInput,
  MiningSignal,
} from '../../../src/machines/compose/compose-protocol.ts';
import { elapse } from '../machines/clock.ts';
import { fakePort } from '../machines/fake-port.ts';
import { ME, type OutboxTab, type OutboxWorld, outboxWorld, RELAYS } from './outbox-world.ts';
import { HOME, picture, uploadPorts } from './upload-world.ts';
import type { OwnRelay } from '../../../src/events/account/lists/relay-list.ts';

export const relays = RELAYS.map((url) => ({ url, read: true, write: true }));
/** Publish now. */
export const wish = { type: 'compose.publish', now: millis(1_700_000_000_000) } as const;
export const NOTE: ComposeAim = { type: 'note' };

interface Setting {
  readonly world?: OutboxWorld;
  readonly tab?: OutboxTab;
  readonly found?: Writing | undefined;
  /** True if no port reports the saved text. */
  readonly silent?: boolean;
  readonly aim?: ComposeAim;
  /** The known relays of the account. */
  readonly located?: readonly OwnRelay[];
  /** The part that fails at its start. */
  readonly broken?: 'drafts' | 'emojis';
}
/** Report the account's publishing relays. */
export function locate(tab: OutboxTab, actor: ComposeActor, all: readonly OwnRelay[]): void {
  for (const one of all.length > 0 ? [tab.scope, actor] : [])
    one.send({ type: 'relayList.changed', relays: all });
}

/** Return the result, if it has ended, and the published events. */
function endOf(actor: ComposeActor) {
  const { status, value, context } = actor.getSnapshot();
  if (status !== 'done') return undefined;
  return value === 'published'
    ? { published: true, note: context.record?.event?.id }
    : { published: false };
}

const breaks = () =>
  fromCallback(() => {
    throw new Error('broken');
  });

/** A composer over a real outbox of one tab. The test plays the port that stores the text. */
export function composing({
  world = outboxWorld({ eager: true }),
  tab = world.open(),
  found,
  silent = false,
  aim = NOTE,
  located = relays,
  broken,
}: Setting = {}) {
  const drafts = fakePort<DraftCommand, DraftInput, DraftSignal>();
  const emojis = fakePort<EmojiCommand, { account: string }, EmojiSignal>();
  const mining = fakePort<{ type: 'mining.unavailable' }, MiningInput, MiningSignal>();
  const uploads = uploadPorts();
  const clock = new SimulatedClock();
  const actors = {
    drafts: drafts.logic,
    emojis: emojis.logic,
    mining: mining.logic,
    uploads: uploads.logic,
    ...(broken && { [broken]: breaks() }),
  };
  const actor = createActor(composeMachine.provide({ actors }), {
    input: {
      account: ME,
      aim,
      scope: tab.scope,
      bus: uploads.bus.bus,
      signer: uploads.signer.ref,
      home: HOME,
    },
    clock,
  }).start();
  locate(tab, actor, located);
  if (!silent) drafts.report({ type: 'draft.found', writing: found });
  const write = (text: string, now = 5) =>
    actor.send({ type: 'compose.write', text, now: millis(now) });
  const kept = () => drafts.told().findLast((command) => command.type === 'draft.keep');
  return {
    world,
    tab,
    drafts,
    mining,
    emojis,
    uploads,
    actor,
    addFiles: (count: number) => {
      const files = Array.from({ length: count }, () => picture());
      const known = {
        tier: 'none',
        told: undefined,
        servers: { tags: [] },
        mirrors: undefined,
      } as const;
      actor.send({ type: 'uploads.add', files, pictures: [...files.keys()], ...known });
    },
    write,
    kept: () => kept()?.writing.text,
    dropped: () => drafts.told().some(({ type }) => type === 'draft.drop'),
    wait: (ms: number) => elapse(clock, ms),
    is: (
      tag:
        | 'opening'
        | 'editable'
        | 'awaiting'
        | 'incomplete'
        | 'describing'
        | 'publishing'
        | 'failed'
        | 'leaving',
    ) => actor.getSnapshot().hasTag(tag),
    text: () => actor.getSnapshot().context.writing.text,
    ended: () => endOf(actor),
  };
}
export const writing = (text: string, begun = 5): Writing => ({
  ...BLANK,
  text,
  begun: millis(begun),
});
