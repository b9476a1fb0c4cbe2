import type { AnyActorRef } from 'xstate';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountApp } from '../../../../tests/support/account/account-app.ts';
import { A } from '../../../../tests/support/account/session-world.ts';
import { range, verified } from '../../../../tests/support/connection/fake-cache.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { differences } from '../../../../tests/support/machines/differences.ts';
import { actorAt } from '../../../../tests/support/views/rendered-app.tsx';
import { quotedMessage } from '../../../events/account/user-message.ts';
import { seconds } from '../../../events/core/time.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { accountFeatures } from '../features.ts';
import { crashActor, type Fault, openFaults, stopActor } from '../../inspector/faults.ts';
import { readRecording } from './read-recording.ts';
import { recordingText } from './recording-text.ts';
import { replay } from './replay.ts';
import { replayedHistory } from './replayed-history.ts';
import { LOADERS, replayedApp } from './replayed-app.ts';
import { type StateHashes, stateHashes } from './state-hash.ts';

// XState warns of events to stopped actors, which are the point here
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

const NOTE = 'e'.repeat(64);
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The whole app with an account, and faults by hand. `step`: let something happen, and hash. */
async function start() {
  const fake = accountApp({ pubkey: A, method: 'extension' }, {}, (provided) =>
    accountFeatures({ ...provided, ...LOADERS }),
  );
  const { app, clock, recorder } = fake;
  const faults = openFaults(app, { cutPage: () => () => undefined, changed: () => undefined });
  const hashes = new Map<number, StateHashes>();
  const step = async (happens: () => void): Promise<void> => {
    happens();
    await settle();
    hashes.set(recorder.recording().log.length, stateHashes(app));
  };
  const at = (...ids: string[]): AnyActorRef => actorAt(app, ...ids);
  const show = (text: string) =>
    app.send({ type: 'toast.show', kind: 'info', message: quotedMessage(text) });
  const publish = (text: string) =>
    at('account').send({
      type: 'account.intent',
      intent: {
        type: 'intents.publish',
        draft: pressed({ kind: 1, content: text, tags: [] }),
        now: seconds(1_700_000_000),
      },
    });
  const open = (id: string) =>
    at('screens').send({
      type: 'screen.opened',
      order: { kind: 'thread', key: `thread:${id}`, input: { target: { type: 'note', id } } },
    });
  app.start();
  await step(() => fake.socket.connect());
  await step(() => elapse(clock, 3_000));
  // relays of the account, without which nothing is published
  await step(() => at('account', 'scope').send({ type: 'relayList.find' }));
  await step(() => fake.answer('replaceable_event'));
  /** Read the file of the session. */
  const read = (level: 'own' | 'shared' = 'own') =>
    readRecording(recordingText(recorder.recording(), level));
  /** Replay it, and compare each step. */
  const again = (level: 'own' | 'shared' = 'own') => {
    const recording = read(level);
    const differing: string[] = [];
    let compared = 0;
    const { root, lost } = replay(replayedApp(), recording, {
      onStep: (played, running) => {
        const expected = hashes.get(played);
        if (!expected) return;
        compared++;
        for (const path of differences(expected, stateHashes(running)))
          differing.push(`after ${played} entries ${path}`);
      },
    });
    const names = lost.map(({ to, event }) => `${to.join('/')} ${event.type}`);
    return { root, result: { differing, lost: names, compared }, steps: hashes.size };
  };
  return { ...fake, faults, at, step, show, publish, open, read, again };
}

type World = Awaited<ReturnType<typeof start>>;

const statusOf = (root: AnyActorRef, ...ids: string[]) =>
  actorAt(root, ...ids).getSnapshot().status;

/** Expect the replay to agree at each step. Return its root. */
function agreed({ again }: World): AnyActorRef {
  const { root, result, steps } = again();
  expect(result).toEqual({ differing: [], lost: [], compared: steps });
  return root;
}

test('TOOL-02 TOOL-05 actors stopped by hand are stopped in the replay at the same step', async () => {
  const world = await start();
  const { at, step, show, publish, open, clock } = world;
  await step(() => show('one'));
  await step(() => stopActor(at('toasts')));
  await step(() => show('two'));
  await step(() => stopActor(at('account', 'scope', 'outbox')));
  await step(() => publish('unheard'));
  await step(() => open(NOTE));
  await step(() => stopActor(at('screens', `thread:${NOTE}`)));
  await step(() => stopActor(at('cache', 'socket')));
  await step(() => elapse(clock, 60_000, 1_000));
  const root = agreed(world);
  expect(statusOf(root, 'toasts')).toBe('stopped');
  expect(statusOf(root, 'screens', `thread:${NOTE}`)).toBe('stopped');
  // the inspector over the recording
  const { history } = replayedHistory(replayedApp(), world.read());
  const ended = history.events.filter(({ event }) => event.type === 'inspector.stop');
  expect(ended.map(({ to }) => [to.id, to.ended !== undefined])).toEqual([
    ['toasts', true],
    ['outbox', true],
    [`thread:${NOTE}`, true],
    ['socket', true],
  ]);
});

test('TOOL-02 TOOL-05 TRUST-06 crashes by hand restart actors in the replay as in the session', async () => {
  const world = await start();
  const { at, step, show, publish } = world;
  for (let crash = 1; crash <= 4; crash++) {
    // oxlint-disable-next-line no-await-in-loop -- each crash follows the one before
    await step(() => show(`before crash ${crash}`));
    // oxlint-disable-next-line no-await-in-loop -- the same
    await step(() => crashActor(at('toasts')));
  }
  await step(() => crashActor(at('account', 'scope', 'outbox')));
  await step(() => publish('after the crash'));
  await step(() => crashActor(at('cache', 'socket')));
  const root = agreed(world);
  const { crashes } = root.getSnapshot().context;
  expect(crashes.filter(({ actor }: { actor: string }) => actor === 'toasts')).toHaveLength(4);
});

test('TOOL-02 TOOL-05 a slow actor gets its events in the replay as late as in the session', async () => {
  const world = await start();
  const { at, step, show, open, publish, answer, faults, clock, sign, session } = world;
  const slow = (...actor: string[]) => ({ kind: 'slow', actor, ms: 2_000 }) as const;
  const [toasts, screen, outbox, signer] = [
    slow('toasts'),
    slow('screens', `thread:${NOTE}`),
    slow('account', 'scope', 'outbox'),
    slow('account', 'session', 'signer', 'port'),
  ];
  await step(() => faults.plant(toasts));
  await step(() => show('one'));
  await step(() => elapse(clock, 500));
  await step(() => show('two'));
  expect(at('toasts').getSnapshot().context.toasts).toEqual([]);
  await step(() => elapse(clock, 1_500));
  expect(at('toasts').getSnapshot().context.toasts).toHaveLength(1);
  await step(() => faults.undo(toasts));
  expect(at('toasts').getSnapshot().context.toasts).toHaveLength(2);
  await step(() => faults.plant(screen));
  await step(() => open(NOTE));
  await step(() =>
    answer('thread_view', {
      events: [verified({ id: NOTE })],
      claims: [range([NOTE], { since: 1, until: 1 })],
    }),
  );
  await step(() => elapse(clock, 1_900));
  await step(() => elapse(clock, 3_000));
  await step(() => faults.plant(outbox));
  await step(() => faults.plant(signer));
  await step(() => publish('late'));
  await step(() => elapse(clock, 2_500));
  await step(() => elapse(clock, 20_000));
  expect(session.signer.open()).toHaveLength(1);
  await step(() => sign());
  await step(() => faults.plant({ ...outbox, ms: 100 }));
  await step(() => elapse(clock, 2_500));
  await step(() => crashActor(at('toasts')));
  await step(() => faults.end());
  await step(() => elapse(clock, 20_000));
  agreed(world);
});

test('TOOL-02 TOOL-05 TRUST-05 late events are played from a shared file, which has other texts', async () => {
  const world = await start();
  const { step, open, answer, faults, clock } = world;
  await step(() => faults.plant({ kind: 'slow', actor: ['cache'], ms: 2_000 }));
  await step(() => open(NOTE));
  await step(() => elapse(clock, 2_000));
  await step(() => answer('thread_view', { events: [verified({ id: NOTE })] }));
  await step(() => elapse(clock, 1_000));
  await step(() => faults.end());
  expect(world.again('shared').result).toMatchObject({ differing: [], lost: [] });
});

test('TOOL-02 TOOL-05 a cut network, late answers and a refused signature replay alike', async () => {
  const world = await start();
  const { step, open, publish, answer, isAsked, faults, clock, socket, at, sign, session } = world;
  const late: Fault = { kind: 'late', ms: 4_000 };
  const cut: Fault = { kind: 'cut' };
  await step(() => faults.plant(late));
  await step(() => open(NOTE));
  expect(isAsked('thread_view')).toBe(true);
  await step(() => answer('thread_view', { events: [verified({ id: NOTE })] }));
  await step(() => elapse(clock, 3_900));
  await step(() => elapse(clock, 200));
  await step(() => faults.undo(late));
  await step(() => faults.plant({ kind: 'refuse' }));
  await step(() => publish('refused'));
  await step(() => elapse(clock, 10_000));
  expect(session.signer.prompts).toEqual([]);
  await step(() => publish('signed'));
  await step(() => elapse(clock, 10_000));
  expect(session.signer.open()).toHaveLength(1);
  await step(() => sign());
  await step(() => faults.plant(cut));
  for (let second = 0; second < 20; second++)
    // oxlint-disable-next-line no-await-in-loop -- sockets fail in a microtask
    await step(() => elapse(clock, 1_000, 500));
  await step(() => faults.undo(cut));
  await step(() => at('cache').send({ type: 'cache.setOnline' }));
  await step(() => socket.connect());
  agreed(world);
});
