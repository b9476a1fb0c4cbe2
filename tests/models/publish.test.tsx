// @vitest-environment jsdom
import { quotedMessage } from '../../src/events/account/user-message.ts';
import {
  type SnapshotFrom,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
} from 'xstate';
import { beforeAll } from 'vitest';
import { failureReason } from '../../src/events/publish/outbox/publish-failure.ts';
import { canRetry, type OutboxRecord, stateOf } from '../../src/events/publish/outbox/outbox.ts';
import type { OutboxEntryDraft } from '../../src/events/publish/outbox/outbox-entry.ts';
import { millis, seconds } from '../../src/events/core/time.ts';
import { publishMachine } from '../../src/machines/publish/outbox/publish.machine.ts';
import { explore, nobody } from '../support/machines/explore.ts';
import { inEnglish, reasonInEnglish } from '../support/views/in-english.ts';
import {
  draft,
  event,
  isLine,
  job,
  LINES,
  LOGS,
  logOf,
  NOW,
  recordOf,
  RELAYS,
} from '../support/publish/outbox-samples.ts';
import {
  dialog,
  fetchViews,
  offers,
  renderedAccount,
  toastRegion,
  toasts,
} from '../support/views/rendered-account.tsx';
import { actorAt, endQuestion } from '../support/views/rendered-app.tsx';
import {
  endings,
  main,
  type Played,
  press,
  testRenderedTrips,
} from '../support/views/rendered-trips.ts';
import { pressed } from '../../src/events/nostr/ours.ts';
import type { PublishIntent } from '../../src/machines/core/outbox-protocol.ts';

const PATH = '/settings/publishing';
type PublishContext = SnapshotFrom<typeof publishMachine>['context'];

const keyOf = ({ value, context: { leading, record } }: AnyMachineSnapshot): string =>
  JSON.stringify([value, leading || value === 'ended', logOf(record)]);

/**
 * True if the event can happen in that state. The tab that does not send receives fewer events
 * here: 112 edges instead of 200, without less coverage.
 */
function allows(
  value: string,
  { leading, record }: PublishContext,
  { type, ...sample }: AnyEventObject,
): boolean {
  if (type.startsWith('xstate.error')) return false;
  if (type === 'publish.leadershipChanged')
    return value === (sample['leading'] ? 'elsewhere' : 'signing');
  if (type === 'relay.outcome') return value === 'sending';
  if (type !== 'publish.record') return leading || value === 'elsewhere';
  const [log, before] = [String(sample['log']), logOf(record)];
  const last = log.split(' ').at(-1);
  if (log !== `${before} ${last}`.trim()) return false;
  if (value === 'held') return last === 'discarded';
  if (value === 'unsigned') return last === 'discarded' || last === 'refused';
  return leading || last === 'signed' || last === 'ok';
}

const none = { ok: true, answer: { events: [], referenced: [], claims: [] } } as const;
const graph = explore(publishMachine, {
  input: {
    bus: nobody,
    pool: nobody,
    signer: nobody,
    record: recordOf(''),
    leading: true,
    hold: millis(4_000),
    about: [],
    wanted: false,
    quiet: false,
    planned: false,
    isUnattended: false,
  },
  samples: {
    ...endings('broadcast', none, ['none', 'notice']),
    ...endings('importing', none, ['none', 'notice']),
    'publish.record': LOGS.map((log) => ({ type: 'publish.record', log, record: recordOf(log) })),
    'publish.leadershipChanged': [true, false].map((leading) => ({
      type: 'publish.leadershipChanged',
      leading,
    })),
    'sign.settled': [
      { type: 'sign.settled', id: job, outcome: { ok: true, event }, play: 'full' },
      {
        type: 'sign.settled',
        id: job,
        outcome: { ok: false, failure: { code: 'event_not_signed', detail: quotedMessage('no') } },
      },
    ],
    'relay.outcome': [
      { type: 'relay.outcome', url: RELAYS[0], eventId: event.id, outcome: 'accepted' },
    ],
  },
  key: keyOf,
  allows: ({ value, context }, sample) => allows(String(value), context, sample),
});

/** Orders `intents.publish` with an undo window. */
const order: PublishIntent = {
  type: 'intents.publish',
  draft: pressed(draft),
  now: seconds(NOW),
  hold: millis(4_000),
  also: [RELAYS[1]],
  doing: quotedMessage('On its way'),
  done: quotedMessage('It is out'),
};

async function open(publish = publishMachine) {
  const world = await renderedAccount(PATH, { machines: { publish } });
  const keep = (lines: readonly OutboxEntryDraft[]) =>
    world.settle(() =>
      world.log.report({
        type: 'store.appended',
        entries: lines.map((line) => ({ ...line, at: seconds(NOW) })),
      }),
    );
  /** Entries that the log received during `happens`. */
  const written = async (happens: () => Promise<void>) => {
    const before = world.log.told().length;
    await happens();
    return world.log
      .told()
      .slice(before)
      .flatMap((told) => (told.type === 'store.append' ? told.lines : []));
  };
  await world.settle(() =>
    world.log.report({ type: 'store.opened', entries: [], now: seconds(NOW) }),
  );
  await world.settle(() => world.log.report({ type: 'store.leadershipChanged', leading: true }));
  const account = actorAt(world.app, 'account');
  await keep(
    await written(() =>
      world.settle(() => account.send({ type: 'account.intent', intent: order })),
    ),
  );
  return {
    ...world,
    keep,
    written,
    actor: actorAt(world.scope(), 'outbox', `publish ${job}`),
    told: new Set<string>(),
    asked: { cache: 0 },
  };
}
type World = Awaited<ReturnType<typeof open>>;

async function play(world: World, sample: Played): Promise<void> {
  for (const one of offers(toastRegion()))
    if (one === 'Dismiss') await press(world, one, toastRegion());
  const { actor, keys, log } = world;
  const child = /^xstate\.done\.actor\.(\w+)$/.exec(sample.type)?.[1];
  if (child)
    return world.settle(() =>
      endQuestion(world, actorAt(actor, child), { how: sample.play === 'none' ? 'end' : 'notice' }),
    );
  if (sample.type === 'publish.leadershipChanged')
    return world.settle(() =>
      log.report({ type: 'store.leadershipChanged', leading: sample['leading'] }),
    );
  if (sample.type === 'publish.dropped')
    return world.settle(() => log.report({ type: 'store.refused', lines: [LINES.signed] }));
  if (sample.type === 'sign.settled') {
    const [prompt] = keys.signer.open();
    return (
      prompt &&
      world.settle(() =>
        sample.play === 'full' ? keys.signer.approve(prompt) : keys.signer.refuse(prompt),
      )
    );
  }
  if (sample.type !== 'publish.record') return world.settle(() => actor.send(sample));
  const last = String(sample['log']).split(' ').at(-1) ?? '';
  if (last === 'retried') return world.keep(await world.written(() => press(world, 'Send again')));
  if (last === 'discarded') return world.keep(await world.written(() => discard(world)));
  return world.keep(isLine(last) ? [LINES[last]] : []);
}

/** Press Undo while it is offered. Otherwise discard the text, and confirm. */
async function discard(world: World): Promise<void> {
  if (offers(toastRegion()).includes('Undo')) return press(world, 'Undo', toastRegion());
  await press(world, 'Discard');
  await press(world, 'Discard', dialog('Discard this text?'));
}

/** Number of broadcast requests to the caching service. */
const asksOf = ({ socket }: World): number =>
  socket
    .last()
    .sent.filter((one) => one.type === 'socket.request' && one.query.verb === 'broadcast_events')
    .length;

function shown(world: World) {
  const row = main().querySelector('section li');
  const said = toasts();
  if (!row)
    return {
      said,
      empty: main().textContent.includes('Nothing published yet'),
      asked: asksOf(world),
    };
  return {
    said,
    group: row.closest('section')?.ariaLabel,
    standing: [...row.querySelectorAll(':scope > p')].map(({ textContent }) => textContent),
    answers: [...row.querySelectorAll('li')].map(({ textContent }) => textContent),
    offers: offers(row),
  };
}

const OUTCOMES = {
  waiting: 'No answer yet',
  accepted: 'Accepted',
  rejected: 'Refused',
  silent: 'No answer',
} as const;

/**
 * PUBLISH-01 to 03, BEYOND-05 and 09. INV-OUTCOME: accepted means that a relay said OK, and nothing
 * else.
 */
function due(snapshot: AnyMachineSnapshot, world: World): ReturnType<typeof shown> {
  const { record } = snapshot.context;
  const { told, asked } = world;
  const state = stateOf(record);
  const isAccepted = state === 'accepted';
  const failure =
    state === 'unsigned'
      ? 'Note not signed'
      : state === 'failed'
        ? 'Failed to publish note'
        : undefined;
  const news = [isAccepted ? 'It is out' : failure].flatMap((text) =>
    text === undefined || told.has(text) ? [] : [text],
  );
  for (const text of news) told.add(text);
  // a failure after a retry is reported again
  if (failure === undefined)
    for (const text of ['Note not signed', 'Failed to publish note']) told.delete(text);
  const why = failure !== undefined && news.includes(failure) ? failureReason(record) : undefined;
  const reasons = why ? [reasonInEnglish(why)].filter((text) => text !== '') : [];
  const said = [...(state === 'drafted' ? ['On its way'] : []), ...news, ...reasons];
  // discarded jobs send no more requests
  if (state === 'discarded') return { said, empty: true, asked: asked.cache };
  asked.cache = asksOf(world);
  const isAsked = snapshot.status !== 'done';
  const again = canRetry(record)
    ? ['Send again']
    : state === 'drafted' && !isAsked
      ? ['Sign now']
      : [];
  return {
    said,
    group: isAccepted ? 'Published' : 'Not finished',
    standing: [
      'walked',
      failure ? `${failure}${inEnglish(record.refusal) ?? ''}` : standingDue(record, isAsked),
    ],
    answers: record.event ? answersDue(record) : [],
    offers: [...again, ...(isAccepted ? [] : ['Discard'])],
  };
}

function standingDue(
  { event: signed, relays, broadcastTo }: OutboxRecord,
  isAsked: boolean,
): string {
  const outcomes: readonly string[] = [...relays.values()].map(({ outcome }) => outcome);
  const [took, open] = ['accepted', 'waiting'].map(
    (one) => outcomes.filter((outcome) => outcome === one).length,
  );
  if (!signed) return isAsked ? 'Waiting for your signature' : 'Not signed yet';
  if (broadcastTo.length > 0) return '1 of 3 relays accepted';
  if (took) return '1 of 2 relays accepted';
  if (open) return open === 1 ? 'Sending to 1 relay' : `Sending to ${open} relays`;
  return 'No relay accepted it. The caching service is trying.';
}

function answersDue({ relays, broadcastTo, broadcast, imported }: OutboxRecord): string[] {
  const name = (url: string) => url.replace('wss://', '');
  return [
    ...[...relays].map(
      ([url, { outcome, reason }]) =>
        `${name(url)}${OUTCOMES[outcome]}${reason ? `: ${inEnglish(reason)}` : ''}`,
    ),
    ...broadcastTo.map((url) => `${name(url)}Accepted through the caching service`),
    ...(imported ? ['Caching serviceHas a copy'] : []),
    ...(broadcast.outcome === 'rejected' && !imported
      ? [`Caching serviceCould not send it either: ${inEnglish(broadcast.reason)}`]
      : []),
  ];
}

/** A job that treats every signed event as accepted (planted). */
const boastful = publishMachine.provide({
  guards: { isAccepted: ({ context }) => context.record.event !== undefined },
});

beforeAll(() => fetchViews(PATH));

testRenderedTrips(
  {
    name: 'a job of the outbox',
    graph,
    keyOf,
    open: () => open(),
    actor: ({ actor }): AnyActorRef => actor,
    play,
    shown,
    due,
  },
  {
    name: 'a job that says accepted when nobody did',
    open: () => open(boastful),
    fails: /publish.record/,
  },
);
