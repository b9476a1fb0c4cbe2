// @vitest-environment jsdom
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { beforeAll } from 'vitest';
import { millis, plus, minus, type Seconds, seconds } from '../../src/events/core/time.ts';
import { pressed } from '../../src/events/nostr/ours.ts';
import { jobOf } from '../../src/events/publish/outbox/outbox.ts';
import type { OutboxEntryDraft } from '../../src/events/publish/outbox/outbox-entry.ts';
import { foldOutbox } from '../../src/events/publish/outbox/outbox-fold.ts';
import { GRACE, type Plan } from '../../src/events/publish/outbox/schedule.ts';
import { composeMachine } from '../../src/machines/compose/compose.machine.ts';
import {
  draftListMachine,
  type DraftListStoreCommand,
  type DraftListStoreSignal,
} from '../../src/machines/compose/draft-list.machine.ts';
import {
  type AlarmCommand,
  type AlarmSignal,
  scheduleMachine,
} from '../../src/machines/publish/outbox/schedule.machine.ts';
import { A } from '../support/account/session-world.ts';
import { explore, nobody } from '../support/machines/explore.ts';
import { fakePort } from '../support/machines/fake-port.ts';
import { planted } from '../support/machines/planted.ts';
import {
  dialog,
  endToasts,
  fetchViews,
  offers,
  renderedAccount,
  toasts,
} from '../support/views/rendered-account.tsx';
import { actorAt } from '../support/views/rendered-app.tsx';
import { type Played, press, testRenderedTrips } from '../support/views/rendered-trips.ts';
import '../../src/views/compose/drafts/DraftsDialog.tsx';

const PATH = '/settings/publishing';
const NOW = seconds(Math.ceil(Date.now() / 1_000));
const HOUR = seconds(3_600);
const SOON = plus(NOW, HOUR);
const LATER = plus(SOON, HOUR);

/** A note that waits for its time, and the entry of the log that plans it. */
function planned(text: string, due: Seconds) {
  const wish = {
    type: 'event',
    draft: pressed({ kind: 1, tags: [], content: text }),
    due,
    origin: `note ${text} 1`,
    writing: { text, people: {}, files: [], begun: millis(1) },
  } as const;
  const job = jobOf(A, wish, NOW, 0);
  const entry: OutboxEntryDraft = { job, type: 'intended', account: A, wish };
  return { text, due, job, entry };
}
const PLANS = [planned('first', SOON), planned('second', LATER)] as const;
const JOBS: readonly string[] = PLANS.map(({ job }) => job);
const recordsOf = (jobs: readonly string[]) =>
  foldOutbox(
    new Map(),
    PLANS.filter(({ job }) => jobs.includes(job)).map(({ entry }) => ({ ...entry, at: NOW })),
  );

type Context = AnyMachineSnapshot['context'];
const jobsIn = ({ plans }: Context): readonly string[] => plans.map(({ job }: Plan) => job);

const keyOf = ({ context }: AnyMachineSnapshot): string =>
  JSON.stringify([
    jobsIn(context).map((job) => JOBS.indexOf(job)),
    [...context.handled].map((job) => JOBS.indexOf(job)),
    [...context.missed].map((job) => JOBS.indexOf(job)),
  ]);

/** The log: both notes are planned, a sent one is no plan any more, and the user deletes one. */
function changed({ context }: AnyMachineSnapshot): AnyEventObject[] {
  const jobs = jobsIn(context);
  const { handled }: { readonly handled: ReadonlySet<string> } = context;
  const left = jobs.filter((job) => !handled.has(job));
  const [what, kept] =
    jobs.length === 0 && handled.size === 0
      ? ['planned', JOBS]
      : left.length < jobs.length
        ? ['sent', left]
        : ['deleted', JOBS.slice(0, 1)];
  if (what === 'deleted' && jobs.length < JOBS.length) return [];
  return [{ type: 'outbox.changed', records: recordsOf(kept), play: what }];
}

function allows({ context }: AnyMachineSnapshot, { type }: AnyEventObject): boolean {
  if (type === 'outbox.started' || type.startsWith('xstate.')) return false;
  if (type === 'outbox.changed') return true;
  // the log takes the note that is sent at once
  if (jobsIn(context).some((job) => context.handled.has(job))) return false;
  if (type === 'alarm.clockSetBack') return context.missed.size > 0;
  return context.plans.length > 0;
}

const graph = explore(scheduleMachine, {
  input: { account: A, bus: nobody as never, scope: nobody as never },
  samples: {
    'outbox.changed': changed,
    'alarm.rung': [SOON, plus(plus(SOON, GRACE), seconds(1)), LATER].map((now, at) => ({
      type: 'alarm.rung',
      now,
      play: ['in time', 'too late', 'at the second'][at],
    })),
    'alarm.clockSetBack': [{ type: 'alarm.clockSetBack', now: minus(SOON, HOUR) }],
    'schedule.send': ({ context }) => [
      { type: 'schedule.send', job: jobsIn(context)[0], now: NOW },
    ],
  },
  key: keyOf,
  allows,
});

async function open(schedule = scheduleMachine) {
  const alarm = fakePort<AlarmCommand, { account: string }, AlarmSignal>();
  const texts = fakePort<DraftListStoreCommand, { account: string }, DraftListStoreSignal>();
  const draftList = draftListMachine.provide({ actors: { store: texts.logic } });
  const machines = {
    compose: composeMachine.provide({ actors: { draftList } }),
    schedule: schedule.provide({ actors: { alarm: alarm.logic } }),
  };
  const world = await renderedAccount(PATH, { machines });
  const { settle, log } = world;
  await settle(() => log.report({ type: 'store.opened', entries: [], now: NOW }));
  await settle(() => log.report({ type: 'store.leadershipChanged', leading: true }));
  const intent = { type: 'compose.open', aim: { type: 'note' } } as const;
  await settle(() => actorAt(world.app, 'account').send({ type: 'account.intent', intent }));
  await settle(() =>
    world.drafts.lives.at(-1)?.report({ type: 'draft.found', writing: undefined }),
  );
  await press(world, 'Drafts', dialog('New note'));
  await settle(() => texts.report({ type: 'draftListStore.found', open: [], drafts: [] }));
  return { ...world, alarm, seen: { lines: log.told().length, missed: 0 } };
}
type World = Awaited<ReturnType<typeof open>>;

const scheduleOf = (world: World) => actorAt(world.scope(), 'schedule');
const linesOf = ({ log }: World, from = 0) =>
  log
    .told()
    .slice(from)
    .flatMap((told) => (told.type === 'store.append' ? told.lines : []));

async function play(world: World, { type, play: how, ...event }: Played): Promise<void> {
  const { alarm, log, seen, settle } = world;
  await endToasts(world);
  const append = (lines: readonly OutboxEntryDraft[]) =>
    settle(() =>
      log.report({
        type: 'store.appended',
        entries: lines.map((line) => ({ ...line, at: NOW })),
      }),
    );
  if (type === 'schedule.send') return press(world, 'Publish now', dialog('Drafts'));
  if (type !== 'outbox.changed')
    return settle(() => alarm.report({ type, ...event } as AlarmSignal));
  if (String(how) === 'planned') return append(PLANS.map(({ entry }) => entry));
  if (String(how) === 'deleted') {
    const [, second] = document.querySelectorAll('section[aria-label="Scheduled"] li');
    await press(world, 'Delete', second);
  }
  const lines = linesOf(world, seen.lines);
  seen.lines = log.told().length;
  return append(lines);
}

function shown(world: World) {
  const rows = [...document.querySelectorAll('section[aria-label="Scheduled"] li')];
  return {
    rows: rows.map((row) => [row.querySelectorAll('p')[1]?.textContent, ...offers(row)]),
    said: toasts(),
    alarm: world.alarm.told().at(-1),
    orders: linesOf(world).filter(
      (line) => line.type === 'intended' && line.wish.type === 'event' && !line.wish.due,
    ).length,
  };
}

/**
 * INV-NO-LOSS: a planned note stays in the drafts until it is sent, and is sent once. A note that
 * missed its time is reported, and waits for the user.
 */
function due({ context }: AnyMachineSnapshot, { seen }: World) {
  const { plans, handled, missed }: Context = context;
  const news = missed.size - seen.missed;
  seen.missed = missed.size;
  const next = plans.find(({ job }: Plan) => !handled.has(job) && !missed.has(job));
  return {
    rows: plans.map(({ wish }: Plan) => [wish.draft.content, 'Edit', 'Publish now', 'Delete']),
    said:
      news <= 0
        ? []
        : [
            news === 1
              ? 'A scheduled note missed its time and was not sent. It is in your drafts.'
              : `${news} scheduled notes missed their time and were not sent. They are in your drafts.`,
          ],
    alarm: {
      type: 'alarm.set',
      at: next?.due,
      isWatched: plans.some(({ job }: Plan) => missed.has(job)),
    },
    orders: handled.size,
  };
}

/** A schedule that does not send a note on a press (planted). */
const idle = planted(scheduleMachine, (config) => {
  if (config['on']) config['on']['schedule.send'] = { actions: ['setAlarm'] } as never;
});

beforeAll(() => fetchViews(PATH));

testRenderedTrips(
  {
    name: 'scheduled notes',
    graph,
    keyOf,
    open: () => open(),
    actor: (world: World): AnyActorRef => scheduleOf(world),
    play,
    shown,
    due,
  },
  {
    name: 'a note that is not sent on a press',
    open: () => open(idle),
    fails: /schedule.send/,
  },
);
