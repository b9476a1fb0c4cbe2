import fc from 'fast-check';
import { enqueueActions } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import {
  fakeAsker,
  type Lie,
  note,
  request,
} from '../../../../tests/support/account/fake-signer.ts';
import { endOf } from '../../../../tests/support/machines/planted.ts';
import {
  ME,
  type SignerWorld,
  startSigner,
} from '../../../../tests/support/account/signer-world.ts';
import { runs } from '../../../../tests/support/runs.ts';
import { checked, failed, settledOf } from './sign-outcome.ts';
import { OVERDUE, withPrompt } from './sign-queue.ts';
import { signerMachine } from './signer.machine.ts';
import type { SignAction } from '../../core/sign-request.ts';

const CIPHER: SignAction = { do: 'encrypt', scheme: 'nip04', peer: 'b'.repeat(64), text: 'hello' };

type Step =
  | { do: 'request'; act: number; asker: number; quiet: boolean }
  | { do: 'withdraw' | 'cancel' | 'retry'; at: number }
  | { do: 'approve'; at: number; lie: Lie }
  | { do: 'refuse' | 'late'; at: number }
  | { do: 'wait'; seconds: number }
  | { do: 'lock' | 'unlock' | 'deny' | 'lost' | 'crash' };

const ACTS: SignAction[] = [note('a'), note('b'), note('c'), CIPHER];
const at = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('request' as const),
      act: fc.nat(3),
      asker: fc.nat(1),
      quiet: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('approve' as const),
      at,
      lie: fc.constantFrom<Lie>('none', 'none', 'none', 'pubkey', 'content', 'tags', 'other form'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('withdraw', 'cancel', 'retry', 'refuse', 'refuse', 'late'),
      at,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 30, 61, 700),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Step>(
      { do: 'lock' },
      { do: 'unlock' },
      { do: 'unlock' },
      { do: 'deny' },
      { do: 'lost' },
      { do: 'crash' },
    ),
  },
);

interface Played extends SignerWorld {
  readonly askers: readonly ReturnType<typeof fakeAsker>[];
  readonly made: Array<{ id: string; asker: number; act: SignAction }>;
}

/** Checks after every step, by invariant. */
const INVARIANTS = {
  /** Every request is settled once or still pending, and nothing else is. */
  'INV-QUEUE': ({ actor, askers, made }: Played) => {
    const settled = askers.flatMap((one) => one.settled.map(({ id }) => id));
    const pending = actor
      .getSnapshot()
      .context.queue.flatMap(({ wanted }) => wanted.map(({ id }) => id));
    expect([...settled, ...pending].toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  },
  /**
   * At most one open prompt for each act, none without a requester, and only one that is not
   * overdue.
   */
  'INV-ONE-PROMPT': ({ actor, signer }: Played) => {
    const { queue } = actor.getSnapshot().context;
    const open = signer.open();
    expect(open.filter(({ id }) => !queue.some(({ prompt }) => prompt === id))).toEqual([]);
    expect(new Set(open.map(({ act }) => JSON.stringify(act))).size).toBe(open.length);
    expect(
      queue.filter(({ prompt, waited }) => prompt !== undefined && waited < OVERDUE).length,
    ).toBeLessThanOrEqual(1);
  },
  /** Every result matches its request. */
  'INV-IDENTITY': ({ askers, made }: Played) => {
    for (const { id, asker, act } of made) {
      const outcome = askers[asker]?.settled.find((one) => one.id === id)?.outcome;
      if (outcome?.ok && act.do === 'sign')
        expect(outcome).toMatchObject({ event: { ...act.template, pubkey: ME } });
    }
  },
  /** No silent request waits for the user to unlock the key. */
  'BEYOND-03': ({ actor }: Played) => {
    const snapshot = actor.getSnapshot();
    const quiet = snapshot.context.queue.flatMap(({ wanted }) => wanted.filter((one) => one.quiet));
    if (snapshot.matches('locked')) expect(quiet).toEqual([]);
  },
  /** Checked at the end, see `play`. */
  'INV-PROGRESS': () => {},
};
type Invariant = keyof typeof INVARIANTS;
const ALL: readonly Invariant[] = [
  'INV-QUEUE',
  'INV-ONE-PROMPT',
  'INV-IDENTITY',
  'INV-PROGRESS',
  'BEYOND-03',
];

/** Run a script and check after every step. Throws if an invariant is violated. */
function play(script: readonly Step[], machine: typeof signerMachine, which: readonly Invariant[]) {
  const world: Played = { ...startSigner(machine), askers: [fakeAsker(), fakeAsker()], made: [] };
  const { actor, clock, send } = world;
  const check = () => {
    for (const name of which) INVARIANTS[name](world);
  };
  for (const one of script) {
    perform(one, world);
    check();
  }
  if (!which.includes('INV-PROGRESS')) return;
  // left alone, every request ends
  elapse(clock, 16 * 60_000, 1_000);
  send({ type: 'signer.unlocked' });
  elapse(clock, 30 * 60_000, 1_000);
  check();
  expect(actor.getSnapshot().status).toBe('active');
  expect(actor.getSnapshot().context.queue).toEqual([]);
}

function perform(one: Step, { actor, signer, clock, send, askers, made }: Played) {
  const { queue } = actor.getSnapshot().context;
  const pick = <T>(list: readonly T[], n: number): T | undefined =>
    list[n % Math.max(1, list.length)];
  if (one.do === 'request') {
    const [asker, act] = [askers[one.asker], ACTS[one.act]];
    if (!asker || !act) return;
    const id = String(made.length);
    made.push({ id, asker: one.asker, act });
    send(request(asker.ref, id, act, ME, one.quiet));
  } else if (one.do === 'wait') elapse(clock, one.seconds * 1_000, 1_000);
  else if (one.do === 'lock') send({ type: 'signer.lock' });
  else if (one.do === 'unlock') send({ type: 'signer.unlocked' });
  else if (one.do === 'deny') send({ type: 'signer.denied', failure: { code: 'sign-no-nsec' } });
  else if (one.do === 'crash') signer.crashOnNext('boom');
  else if (one.do === 'lost') {
    const prompt = pick(signer.open(), 0);
    if (prompt) signer.report({ type: 'signer.locked', id: prompt.id });
  } else if (one.do === 'cancel' || one.do === 'retry') {
    const queued = pick(queue, one.at);
    if (queued) send({ type: `signer.${one.do}`, queued: queued.id });
  } else if (one.do === 'withdraw') {
    const queued = pick(queue, one.at);
    const wanted = queued && pick(queued.wanted, one.at);
    if (wanted) send({ type: 'sign.cancel', ...wanted });
  } else if (one.do === 'late') {
    // a late answer to a finished prompt, or a second answer
    const old = pick(
      signer.prompts.filter((prompt) => !signer.open().includes(prompt)),
      one.at,
    );
    if (old) signer.approve(old);
  } else if (one.do === 'approve' || one.do === 'refuse') {
    const prompt = pick(signer.open(), one.at);
    if (prompt && one.do === 'approve') signer.approve(prompt, one.lie);
    if (prompt && one.do === 'refuse') signer.refuse(prompt);
  }
  signer.crashOnNext(one.do === 'crash' ? 'boom' : undefined);
}

const holds = (machine: typeof signerMachine, which: readonly Invariant[]) =>
  fc.property(fc.array(step, { maxLength: 40 }), (script) => play(script, machine, which));

test('INV-QUEUE INV-ONE-PROMPT INV-IDENTITY INV-PROGRESS SIGN-01 BEYOND-03 hold in any event order', () => {
  fc.assert(holds(signerMachine, ALL), { numRuns: runs(150) });
});

test('SIGN-01 an honest approval of a pending request counts, however late', () => {
  const late = fc.array(
    step.filter((one) => one.do !== 'approve'),
    { maxLength: 25 },
  );
  fc.assert(
    fc.property(late, at, (script, which) => {
      const world: Played = { ...startSigner(), askers: [fakeAsker(), fakeAsker()], made: [] };
      for (const one of script) perform(one, world);
      const open = world.signer.open();
      const prompt = open[which % Math.max(1, open.length)];
      if (!prompt) return;
      const { wanted = [] } =
        world.actor.getSnapshot().context.queue.find((queued) => queued.prompt === prompt.id) ?? {};
      world.signer.approve(prompt);
      const got = world.askers
        .flatMap(({ settled }) => settled)
        .filter(({ id }) => wanted.some((one) => one.id === id));
      expect(got.map(({ outcome }) => outcome.ok)).toEqual(wanted.map(() => true));
    }),
    { numRuns: runs(150) },
  );
});

describe('the same property fails (planted)', () => {
  const endFor = (invariant: Invariant, breached: typeof signerMachine) => {
    fc.assert(holds(signerMachine, [invariant]), { numRuns: 30 });
    return endOf(holds(breached, [invariant]), 3_000);
  };

  test('INV-QUEUE for a queue that drops the next one together with a failure', () => {
    const breached = signerMachine.provide({
      actions: {
        take: enqueueActions(({ context, event, enqueue }) => {
          if (event.type !== 'signer.answered' && event.type !== 'signer.failed') return;
          const queued = context.queue.find(({ prompt }) => prompt === event.id);
          if (!queued) return;
          const outcome =
            event.type === 'signer.failed'
              ? failed(event.failure)
              : checked(queued.act, ME, event.answer);
          for (const { to, settled } of settledOf(queued, outcome)) enqueue.sendTo(to, settled);
          const rest = context.queue.filter((one) => one !== queued);
          enqueue.assign({ queue: event.type === 'signer.failed' ? rest.slice(1) : rest });
        }),
      },
    });
    expect(endFor('INV-QUEUE', breached)).toBe('AssertionError');
  });

  test('INV-ONE-PROMPT for a queue that asks again while the prompt is still open', () => {
    const breached = signerMachine.provide({
      actions: {
        age: enqueueActions(({ context, enqueue }) => {
          const slow = context.queue.find(({ prompt }) => prompt !== undefined);
          enqueue.assign({
            queue: slow ? withPrompt(context.queue, slow, undefined) : context.queue,
          });
        }),
      },
    });
    expect(endFor('INV-ONE-PROMPT', breached)).toBe('AssertionError');
  });

  test('INV-IDENTITY for a queue that accepts any answer', () => {
    const breached = signerMachine.provide({
      actions: {
        take: enqueueActions(({ context, event, enqueue }) => {
          if (event.type !== 'signer.answered' && event.type !== 'signer.failed') return;
          const queued = context.queue.find(({ prompt }) => prompt === event.id);
          if (!queued) return;
          const outcome =
            event.type === 'signer.failed'
              ? { ok: false as const, failure: event.failure }
              : { ok: true as const, ...event.answer };
          for (const { to, settled } of settledOf(queued, outcome)) enqueue.sendTo(to, settled);
          enqueue.assign({ queue: context.queue.filter((one) => one !== queued) });
        }),
      },
    });
    expect(endFor('INV-IDENTITY', breached)).toBe('AssertionError');
  });

  test('INV-PROGRESS for a queue without deadlines', () => {
    expect(endFor('INV-PROGRESS', signerMachine.provide({ actions: { age: () => {} } }))).toBe(
      'AssertionError',
    );
  });
});
