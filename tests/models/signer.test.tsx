// @vitest-environment jsdom
import { quotedMessage } from '../../src/events/account/user-message.ts';
import { inEnglish } from '../support/views/in-english.ts';
import { type AnyActorRef, type AnyEventObject, type AnyMachineSnapshot, assign } from 'xstate';
import { beforeAll } from 'vitest';
import type { QueuedRequest, SignQueue } from '../../src/machines/account/signing/sign-queue.ts';
import { signerMachine } from '../../src/machines/account/signing/signer.machine.ts';
import { explore, nobody } from '../support/machines/explore.ts';
import { fakeAsker, note, request } from '../support/account/fake-signer.ts';
import { fetchViews, offers, renderedAccount } from '../support/views/rendered-account.tsx';
import { actorAt } from '../support/views/rendered-app.tsx';
import { A } from '../support/account/session-world.ts';
import { press, testRenderedTrips } from '../support/views/rendered-trips.ts';

const PATH = '/help';
const CHALLENGE = 'https://signer.example/allow';
/**
 * Notes to sign, by the names of the requests. Two requests want the same note and share a prompt.
 */
const NOTES: ReadonlyMap<string, string> = new Map(
  Object.entries({ first: 'a', same: 'a', second: 'b' }),
);
const requestOf = (id: string, from: AnyActorRef = nobody) =>
  request(from, id, note(NOTES.get(id) ?? ''), A);

const queueOf = ({ context }: AnyMachineSnapshot): SignQueue => context.queue;
const wantedIn = (snapshot: AnyMachineSnapshot) =>
  queueOf(snapshot).flatMap(({ wanted }) => wanted.map(({ id }) => id));

function keyOf(snapshot: AnyMachineSnapshot): string {
  const rows = queueOf(snapshot).map(({ reason, wanted, prompt, waited, challenge }) => [
    reason,
    wanted.length,
    prompt !== undefined,
    waited,
    challenge,
  ]);
  return JSON.stringify([snapshot.value, snapshot.context.slow, rows]);
}

const SECOND = 'xstate.after.second.signer.open.busy';
/**
 * Seconds until the next change: a retry is offered, the next request gets its prompt (60 s), the
 * request ends (660 s).
 */
const WAITS: ReadonlyMap<number, number> = new Map([
  [0, 15],
  [15, 45],
  [60, 600],
]);

/** An event for each row of the queue. `at` is its index. */
const onRows =
  (type: string, make: (queued: QueuedRequest) => object) => (snapshot: AnyMachineSnapshot) =>
    queueOf(snapshot).map((queued, at): AnyEventObject => ({ type, at, ...make(queued) }));

/** Events from the session that lock and end a signer. The session's test follows them. */
const ASIDE = new Set([
  'signer.lock',
  'signer.locked',
  'signer.unlocked',
  'signer.denied',
  'signer.close',
]);

/**
 * The last request is withdrawn first. Events that suit every row happen only to the first, while
 * it is alone or new. Otherwise there are 4,000 edges.
 */
function allows(snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean {
  const [first, second] = queueOf(snapshot);
  const row = queueOf(snapshot)[Number(event['at'])];
  const isShown = snapshot.context.slow === true;
  const isFirst =
    first !== undefined &&
    inEnglish(first.reason) === 'because of first' &&
    first.challenge === undefined &&
    isShown;
  const isFresh = isFirst && first.prompt !== undefined && first.waited === 0 && !second;
  switch (event.type) {
    case 'sign.request':
      return first
        ? event['request'].id !== 'first' && isFresh && first.wanted.length === 1
        : event['request'].id === 'first';
    case 'sign.cancel':
      return event['id'] === wantedIn(snapshot).at(-1);
    case 'signer.delayed':
      return row === first;
    case 'signer.retry':
      return isShown && row?.prompt !== undefined && row.waited >= 15;
    case 'signer.answered':
      return isShown && row?.prompt !== undefined;
    case 'signer.failed':
    case 'signer.challenged':
      return isFresh;
    case SECOND:
      return (
        isFirst &&
        WAITS.get(first.waited) === event['times'] &&
        (!second || (second.waited === 0 && first.waited < 60))
      );
    default:
      return isShown && !ASIDE.has(event.type);
  }
}

const graph = explore(signerMachine, {
  input: { account: { pubkey: A, method: 'extension' }, open: true },
  samples: {
    'sign.request': [...NOTES.keys()].map((id) => requestOf(id)),
    'sign.cancel': [...NOTES.keys()].map((id) => ({ type: 'sign.cancel', id, from: nobody })),
    'signer.cancel': onRows('signer.cancel', ({ id }) => ({ queued: id })),
    'signer.retry': onRows('signer.retry', ({ id }) => ({ queued: id })),
    'signer.answered': onRows('signer.answered', ({ prompt }) => ({
      id: prompt,
      answer: { text: '' },
    })),
    'signer.failed': onRows('signer.failed', ({ prompt }) => ({
      id: prompt,
      failure: { code: 'event_not_signed', detail: quotedMessage('no') },
    })),
    'signer.challenged': onRows('signer.challenged', ({ prompt }) => ({
      id: prompt,
      url: CHALLENGE,
    })),
    'signer.delayed': onRows('signer.delayed', ({ prompt }) => ({ prompt })),
    'xstate.error.actor.port': [{ type: 'xstate.error.actor.port', error: new Error('x') }],
    [SECOND]: [...WAITS.values()].map((times) => ({ type: SECOND, times })),
  },
  key: keyOf,
  allows,
});

async function open(signer = signerMachine) {
  const world = await renderedAccount(PATH, { machines: { signer } });
  return { ...world, asker: fakeAsker(), asked: { times: 0 } };
}
type World = Awaited<ReturnType<typeof open>>;

const signerOf = (world: World) => actorAt(world.session(), 'signer');
const panel = () => document.querySelector('section[aria-label="Waiting for your signer"]');
const rowsShown = () => [...(panel()?.querySelectorAll('li') ?? [])];

async function play(world: World, event: AnyEventObject): Promise<void> {
  const { asker, asked, keys, settle } = world;
  const signer = signerOf(world);
  const at = Number(event['at']);
  const prompt: string | undefined = signer.getSnapshot().context.queue[at]?.prompt;
  const opened = keys.signer.prompts.findLast(({ id }) => id === prompt);
  switch (event.type) {
    case 'sign.request':
      asked.times++;
      return settle(() => world.session().send(requestOf(event['request'].id, asker.ref)));
    case 'sign.cancel':
      return settle(() =>
        world.session().send({ type: 'sign.cancel', id: event['id'], from: asker.ref }),
      );
    case 'signer.cancel':
      return press(world, 'Cancel', rowsShown()[at]);
    case 'signer.retry':
      return press(world, 'Ask again', rowsShown()[at]);
    case 'signer.answered':
      return opened && settle(() => keys.signer.approve(opened));
    case 'signer.failed':
      return opened && settle(() => keys.signer.refuse(opened));
    case 'signer.challenged':
      return settle(() =>
        keys.signer.report({ type: 'signer.challenged', id: prompt ?? '', url: CHALLENGE }),
      );
    case 'signer.delayed':
      return settle(() => signer.send({ type: 'signer.delayed', prompt }));
    default:
      return settle(() => {
        for (let left = Number(event['times'] ?? 1); left > 0; left--) signer.send({ ...event });
      });
  }
}

function shown({ asker }: World) {
  return {
    title: panel()?.querySelector('header')?.textContent,
    rows: rowsShown().map((row) => ({
      says: [...row.querySelectorAll('p, a')].map(({ textContent }) => textContent),
      link: row.querySelector('a')?.href,
      offers: offers(row),
    })),
    settled: asker.settled.length,
  };
}

/**
 * BEYOND-03: a row for each note shows its requests, their purpose and their age. INV-QUEUE: each
 * ended request was answered once.
 */
function due(snapshot: AnyMachineSnapshot, { asked }: World): ReturnType<typeof shown> {
  const queue = snapshot.context.slow ? queueOf(snapshot) : [];
  const next = queue.find(({ prompt }) => prompt === undefined);
  return {
    title: queue.length > 0 ? `Waiting for your signer${queue.length}` : undefined,
    rows: queue.map((queued) => {
      const { prompt, waited, challenge } = queued;
      const reason = inEnglish(queued.reason) ?? '';
      const isLong = prompt !== undefined && waited >= 15;
      return {
        says: [
          reason,
          prompt === undefined ? (queued === next ? 'next' : 'then') : sinceDue(waited),
          ...(challenge ? ['Allow it at signer.example'] : []),
        ],
        link: challenge,
        offers: [...(isLong ? ['Ask again'] : []), `Cancel: ${reason}`],
      };
    }),
    settled: asked.times - wantedIn(snapshot).length,
  };
}

function sinceDue(waited: number): string {
  const since =
    waited === 0
      ? 'Just asked'
      : `Asked ${waited < 60 ? `${waited} s` : `${Math.floor(waited / 60)} min`} ago`;
  return `${since}, allow it in your extension`;
}

/** A signer that drops a cancelled request and sends no answer. */
const silent = signerMachine.provide({
  actions: {
    cancel: assign(({ context, event }) => ({
      queue: context.queue.map((one) =>
        event.type === 'signer.cancel' && one.id === event.queued ? { ...one, wanted: [] } : one,
      ),
    })),
  },
});

beforeAll(() => fetchViews(PATH));

testRenderedTrips(
  {
    name: 'the queue of the signer',
    graph,
    keyOf,
    open: () => open(),
    actor: signerOf,
    play,
    shown,
    due,
  },
  {
    name: 'a queue that cancels without a word',
    open: () => open(silent),
    fails: /signer.cancel *: expected/,
  },
);
