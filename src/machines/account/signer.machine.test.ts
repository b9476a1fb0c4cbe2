import fc from 'fast-check';
import { createActor, enqueueActions, setup, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../tests/support/clock.ts';
import { explore } from '../../../tests/support/explore.ts';
import { fakeAsker, fakeSigner, type Lie, note, request } from '../../../tests/support/fake-signer.ts';
import { LAPSED, OVERDUE, withPrompt } from './sign-queue.ts';
import { checked, failed, settledOf } from './sign-outcome.ts';
import { signerMachine, type SignerEvent } from './signer.machine.ts';
import type { Act } from './signing.ts';

const ME = 'a'.repeat(64);
const CIPHER: Act = { do: 'encrypt', scheme: 'nip04', peer: 'b'.repeat(64), text: 'hello' };

/** A session as far as the signer needs one: hears what the signer tells its parent. */
function start(machine: typeof signerMachine = signerMachine, open = true) {
  const clock = new SimulatedClock();
  const signer = fakeSigner();
  const news: string[] = [];
  const parent = setup({
    types: { events: {} as SignerEvent | { type: 'signer.keyNeeded' } },
    actors: { signer: machine.provide({ actors: { port: signer.logic } }) },
  }).createMachine({
    invoke: { id: 'signer', src: 'signer', input: { account: { pubkey: ME, method: 'extension' }, open } },
    on: { 'signer.keyNeeded': { actions: ({ event }) => news.push(event.type) } },
  });
  const root = createActor(parent, { clock }).start();
  const actor = root.getSnapshot().children['signer'] as unknown as ReturnType<typeof createActor<typeof signerMachine>>;
  return { actor, clock, signer, news, send: (event: SignerEvent) => actor.send(event) };
}

const firstPrompt = (world: ReturnType<typeof start>) => {
  const [prompt] = world.signer.open();
  if (!prompt) throw new Error('nothing is asked');
  return prompt;
};

describe('one at a time', () => {
  test('SIGN-01 requests run in order, each shown with its reason, the next only after the one before', () => {
    const world = start();
    const asker = fakeAsker();
    for (const id of ['1', '2', '3']) world.send(request(asker.ref, id, note(id), ME));
    const asked: unknown[] = [];
    while (world.signer.open().length > 0) {
      expect(world.signer.open()).toHaveLength(1);
      asked.push(firstPrompt(world).act);
      world.signer.approve(firstPrompt(world));
    }
    expect(asked).toEqual([note('1'), note('2'), note('3')]);
    expect(asker.settled.map(({ id, outcome }) => [id, outcome.ok])).toEqual([
      ['1', true],
      ['2', true],
      ['3', true],
    ]);
    expect(world.actor.getSnapshot().matches({ open: 'idle' })).toBe(true);
  });

  test('BEYOND-03 nothing is asked before somebody wants it, and what waits can be read with its reason', () => {
    const world = start();
    elapse(world.clock, 120_000, 1_000);
    expect(world.signer.prompts).toEqual([]);
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), ME));
    world.send(request(asker.ref, '2', note('b'), ME));
    const { queue } = world.actor.getSnapshot().context;
    expect(queue.map(({ reason, prompt }) => [reason, prompt !== undefined])).toEqual([
      ['because of 1', true],
      ['because of 2', false],
    ]);
  });

  test('C-05 INV-QUEUE a refusal takes nobody else with it', () => {
    const world = start();
    const asker = fakeAsker();
    for (const id of ['a', 'b', 'c', 'd']) world.send(request(asker.ref, id, note(id), ME));
    world.signer.refuse(firstPrompt(world));
    while (world.signer.open().length > 0) world.signer.approve(firstPrompt(world));
    expect(asker.settled.map(({ id, outcome }) => [id, outcome.ok])).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
      ['d', true],
    ]);
  });

  test('BEYOND-03 INV-ONE-PROMPT equal requests share a prompt, and everybody hears its outcome', () => {
    const world = start();
    const [one, two] = [fakeAsker(), fakeAsker()];
    world.send(request(one.ref, '1', note('gm'), ME));
    world.send(request(two.ref, '1', note('gm'), ME));
    world.send(request(one.ref, '2', note('gm', 8), ME));
    expect(world.actor.getSnapshot().context.queue).toHaveLength(2);
    world.signer.approve(firstPrompt(world));
    expect([one.settled.length, two.settled.length]).toEqual([1, 1]);
    expect(one.settled[0]?.outcome).toEqual(two.settled[0]?.outcome);
    expect(world.signer.prompts).toHaveLength(2);
  });
});

describe('a signer that takes long', () => {
  test('SIGN-01 C-06 after a minute the next prompt comes beside it, and a late approval is still used', () => {
    const world = start();
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('slow'), ME));
    world.send(request(asker.ref, '2', note('next'), ME));
    elapse(world.clock, (OVERDUE - 1) * 1_000, 1_000);
    expect(world.signer.open()).toHaveLength(1);
    elapse(world.clock, 1_000, 1_000);
    expect(world.signer.open()).toHaveLength(2);
    const [slow] = world.signer.open();
    if (slow) world.signer.approve(slow);
    expect(asker.settled).toMatchObject([{ id: '1', outcome: { ok: true } }]);
  });

  test('INV-PROGRESS after eleven minutes it has failed, and an approval after that is dropped', () => {
    const world = start();
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('never'), ME));
    const prompt = firstPrompt(world);
    elapse(world.clock, LAPSED * 1_000, 1_000);
    expect(asker.settled).toEqual([
      { type: 'sign.settled', id: '1', outcome: { ok: false, failure: { code: 'event_not_signed', text: 'The signer did not answer' } } },
    ]);
    expect(prompt.abandoned).toBe(true);
    world.signer.approve(prompt);
    expect(asker.settled).toHaveLength(1);
  });

  test('SIGN-01 a person can cancel it: the queue goes on, and its approval is dropped', () => {
    const world = start();
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), ME));
    world.send(request(asker.ref, '2', note('b'), ME));
    const prompt = firstPrompt(world);
    world.send({ type: 'signer.cancel', errand: world.actor.getSnapshot().context.queue[0]?.id ?? '' });
    expect(asker.settled).toMatchObject([{ id: '1', outcome: { ok: false, failure: { text: 'Cancelled' } } }]);
    world.signer.approve(prompt);
    expect(asker.settled).toHaveLength(1);
    expect(firstPrompt(world).act).toEqual(note('b'));
  });

  test('SIGN-01 who asked can take it back; those who want the same still get it', () => {
    const world = start();
    const [one, two] = [fakeAsker(), fakeAsker()];
    world.send(request(one.ref, '1', note('a'), ME));
    world.send(request(two.ref, '1', note('a'), ME));
    world.send({ type: 'sign.cancel', id: '1', from: one.ref });
    expect([one.settled.length, two.settled.length]).toEqual([1, 0]);
    world.signer.approve(firstPrompt(world));
    expect(two.settled).toMatchObject([{ outcome: { ok: true } }]);
    expect(one.settled).toHaveLength(1);
  });

  test('INV-ONE-PROMPT asking again gives up the first prompt', () => {
    const world = start();
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), ME));
    const first = firstPrompt(world);
    world.send({ type: 'signer.again', errand: world.actor.getSnapshot().context.queue[0]?.id ?? '' });
    expect(first.abandoned).toBe(true);
    expect(world.signer.open()).toHaveLength(1);
    world.signer.approve(first);
    expect(asker.settled).toEqual([]);
    world.signer.approve(firstPrompt(world));
    expect(asker.settled).toMatchObject([{ outcome: { ok: true } }]);
  });

  test('a page where a person has to allow it is shown with the errand', () => {
    const world = start();
    world.send(request(fakeAsker().ref, '1', note('a'), ME));
    world.signer.report({ type: 'signer.challenged', id: firstPrompt(world).id, url: 'https://x.example/' });
    expect(world.actor.getSnapshot().context.queue[0]?.challenge).toBe('https://x.example/');
  });

  test('what somebody wanted who is gone is not waited for', () => {
    const world = start();
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), ME));
    asker.ref.stop();
    elapse(world.clock, 1_000, 1_000);
    expect(world.actor.getSnapshot().context.queue).toEqual([]);
    expect(world.signer.prompts[0]?.abandoned).toBe(true);
  });
});

describe('what comes back', () => {
  test.each<Lie>(['pubkey', 'content', 'kind', 'tags', 'created_at', 'other form'])(
    'SIGN-03 INV-IDENTITY a signer that changes %s is not believed',
    (lie) => {
      const world = start();
      const asker = fakeAsker();
      world.send(request(asker.ref, '1', note('a'), ME));
      world.send(request(asker.ref, '2', note('b'), ME));
      world.signer.approve(firstPrompt(world), lie);
      expect(asker.settled).toMatchObject([{ id: '1', outcome: { ok: false, failure: { code: 'event-sig-not-verified' } } }]);
      world.signer.approve(firstPrompt(world));
      expect(asker.settled).toMatchObject([{}, { id: '2', outcome: { ok: true } }]);
    },
  );

  test('SIGN-04 what is encrypted has the form of its scheme, else it is a bad cipher', () => {
    const world = start();
    const asker = fakeAsker();
    for (const lie of ['content', 'other form', 'none'] as const) {
      world.send(request(asker.ref, lie, CIPHER, ME));
      world.signer.approve(firstPrompt(world), lie);
    }
    expect(asker.settled.map(({ outcome }) => (outcome.ok ? 'ok' : outcome.failure.code))).toEqual(['bad-cipher', 'bad-cipher', 'ok']);
  });
});

describe('a locked key', () => {
  test('ACCOUNT-04 the first act asks for the key once, waits, and goes on with that very act', () => {
    const world = start(signerMachine, false);
    expect(world.news).toEqual([]);
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), ME));
    world.send(request(asker.ref, '2', note('b'), ME));
    expect(world.news).toEqual(['signer.keyNeeded']);
    expect(world.signer.lives).toEqual([]);
    world.send({ type: 'signer.unlocked' });
    expect(firstPrompt(world).act).toEqual(note('a'));
  });

  test('without the PIN all that waits has failed, and the next act asks again', () => {
    const world = start(signerMachine, false);
    const asker = fakeAsker();
    const denied: SignerEvent = { type: 'signer.denied', failure: { code: 'sign-no-nsec', text: 'no PIN' } };
    world.send(request(asker.ref, '1', note('a'), ME));
    world.send(denied);
    expect(asker.settled).toMatchObject([{ outcome: { ok: false, failure: { code: 'sign-no-nsec' } } }]);
    world.send(request(asker.ref, '2', note('a'), ME));
    expect(world.news).toHaveLength(2);
    elapse(world.clock, 15 * 60_000, 60_000);
    expect(asker.settled).toMatchObject([{}, { id: '2', outcome: { ok: false } }]);
  });

  test('locked while something is asked, or found without its key, it asks that very act again after unlocking', () => {
    const world = start();
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), ME));
    world.send({ type: 'signer.lock' });
    expect(world.signer.lives[0]?.ended).toBe(true);
    world.send({ type: 'signer.unlocked' });
    world.signer.report({ type: 'signer.locked', id: firstPrompt(world).id });
    expect(world.news).toHaveLength(2);
    world.send({ type: 'signer.unlocked' });
    world.signer.approve(firstPrompt(world));
    expect(asker.settled).toMatchObject([{ id: '1', outcome: { ok: true } }]);
  });
});

test('a port that crashes fails what was asked, and the queue goes on with a new one', () => {
  const world = start();
  const asker = fakeAsker();
  world.signer.crashOnNext('boom');
  world.send(request(asker.ref, '1', note('a'), ME));
  world.signer.crashOnNext(undefined);
  world.send(request(asker.ref, '2', note('b'), ME));
  elapse(world.clock, 1_000);
  world.signer.approve(firstPrompt(world));
  expect(asker.settled).toMatchObject([
    { id: '1', outcome: { ok: false } },
    { id: '2', outcome: { ok: true } },
  ]);
});

test('INV-SCOPE leaving the account settles all that waits and ends the port', () => {
  const world = start();
  const asker = fakeAsker();
  for (const id of ['1', '2']) world.send(request(asker.ref, id, note(id), ME));
  const prompt = firstPrompt(world);
  world.send({ type: 'signer.close' });
  expect(asker.settled.map(({ id, outcome }) => [id, outcome.ok])).toEqual([
    ['1', false],
    ['2', false],
  ]);
  expect(world.signer.lives[0]?.ended).toBe(true);
  world.signer.approve(prompt);
  expect(asker.settled).toHaveLength(2);
  expect(world.actor.getSnapshot().status).toBe('done');
});

type Step =
  | { do: 'request'; act: number; asker: number }
  | { do: 'withdraw' | 'cancel' | 'again'; at: number }
  | { do: 'approve'; at: number; lie: Lie }
  | { do: 'refuse' | 'late'; at: number }
  | { do: 'wait'; seconds: number }
  | { do: 'lock' | 'unlock' | 'deny' | 'lost' | 'crash' };

const ACTS: Act[] = [note('a'), note('b'), note('c'), CIPHER];
const at = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('request' as const), act: fc.nat(3), asker: fc.nat(1) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('approve' as const),
      at,
      lie: fc.constantFrom<Lie>('none', 'none', 'none', 'pubkey', 'content', 'tags', 'other form'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('withdraw', 'cancel', 'again', 'refuse', 'late'), at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 30, 61, 700) }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Step>({ do: 'lock' }, { do: 'unlock' }, { do: 'unlock' }, { do: 'deny' }, { do: 'lost' }, { do: 'crash' }),
  },
);

interface Played extends ReturnType<typeof start> {
  readonly askers: readonly ReturnType<typeof fakeAsker>[];
  readonly made: Array<{ id: string; asker: number; act: Act }>;
}

/** What must hold after every step, by invariant. */
const INVARIANTS = {
  /** What was asked is settled once or still wanted, and nothing else is. */
  'INV-QUEUE': ({ actor, askers, made }: Played) => {
    const settled = askers.flatMap((one) => one.settled.map(({ id }) => id));
    const pending = actor.getSnapshot().context.queue.flatMap(({ wanted }) => wanted.map(({ id }) => id));
    expect([...settled, ...pending].toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  },
  /** One open prompt at most for each act, none that nobody wants, and only one that is not overdue. */
  'INV-ONE-PROMPT': ({ actor, signer }: Played) => {
    const { queue } = actor.getSnapshot().context;
    const open = signer.open();
    expect(open.filter(({ id }) => !queue.some(({ prompt }) => prompt === id))).toEqual([]);
    expect(new Set(open.map(({ act }) => JSON.stringify(act))).size).toBe(open.length);
    expect(queue.filter(({ prompt, waited }) => prompt !== undefined && waited < OVERDUE).length).toBeLessThanOrEqual(1);
  },
  /** What anybody got is what was asked. */
  'INV-IDENTITY': ({ askers, made }: Played) => {
    for (const { id, asker, act } of made) {
      const outcome = askers[asker]?.settled.find((one) => one.id === id)?.outcome;
      if (outcome?.ok && act.do === 'sign') expect(outcome).toMatchObject({ event: { ...act.template, pubkey: ME } });
    }
  },
  /** Checked in the end, see `play`. */
  'INV-PROGRESS': () => {},
};
type Invariant = keyof typeof INVARIANTS;
const ALL: readonly Invariant[] = ['INV-QUEUE', 'INV-ONE-PROMPT', 'INV-IDENTITY', 'INV-PROGRESS'];

/** Plays a script and checks after every step. Throws where something does not hold. */
function play(script: readonly Step[], machine: typeof signerMachine, which: readonly Invariant[]) {
  const world: Played = { ...start(machine), askers: [fakeAsker(), fakeAsker()], made: [] };
  const { actor, clock, send } = world;
  const check = () => {
    for (const name of which) INVARIANTS[name](world);
  };
  for (const one of script) {
    perform(one, world);
    check();
  }
  if (!which.includes('INV-PROGRESS')) return;
  // left alone, everything comes to an end
  elapse(clock, 16 * 60_000, 1_000);
  send({ type: 'signer.unlocked' });
  elapse(clock, 30 * 60_000, 1_000);
  check();
  expect(actor.getSnapshot().status).toBe('active');
  expect(actor.getSnapshot().context.queue).toEqual([]);
}

function perform(one: Step, { actor, signer, clock, send, askers, made }: Played) {
  const { queue } = actor.getSnapshot().context;
  const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
  if (one.do === 'request') {
    const [asker, act] = [askers[one.asker], ACTS[one.act]];
    if (!asker || !act) return;
    const id = String(made.length);
    made.push({ id, asker: one.asker, act });
    send(request(asker.ref, id, act, ME));
  } else if (one.do === 'wait') elapse(clock, one.seconds * 1_000, 1_000);
  else if (one.do === 'lock') send({ type: 'signer.lock' });
  else if (one.do === 'unlock') send({ type: 'signer.unlocked' });
  else if (one.do === 'deny') send({ type: 'signer.denied', failure: { code: 'sign-no-nsec', text: '' } });
  else if (one.do === 'crash') signer.crashOnNext('boom');
  else if (one.do === 'lost') {
    const prompt = pick(signer.open(), 0);
    if (prompt) signer.report({ type: 'signer.locked', id: prompt.id });
  } else if (one.do === 'cancel' || one.do === 'again') {
    const errand = pick(queue, one.at);
    if (errand) send({ type: `signer.${one.do}`, errand: errand.id });
  } else if (one.do === 'withdraw') {
    const errand = pick(queue, one.at);
    const wanted = errand && pick(errand.wanted, one.at);
    if (wanted) send({ type: 'sign.cancel', ...wanted });
  } else if (one.do === 'late') {
    // an answer to a prompt that nobody waits for any more, or a second answer
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

test('INV-QUEUE INV-ONE-PROMPT INV-IDENTITY INV-PROGRESS SIGN-01 hold whatever signer and askers do, in any order, late, twice or never', () => {
  fc.assert(holds(signerMachine, ALL), { numRuns: 150 });
});

test('SIGN-01 an honest approval of what is still wanted is used, however late', () => {
  const late = fc.array(
    step.filter((one) => one.do !== 'approve'),
    { maxLength: 25 },
  );
  fc.assert(
    fc.property(late, at, (script, which) => {
      const world: Played = { ...start(), askers: [fakeAsker(), fakeAsker()], made: [] };
      for (const one of script) perform(one, world);
      const open = world.signer.open();
      const prompt = open[which % Math.max(1, open.length)];
      if (!prompt) return;
      const { wanted = [] } = world.actor.getSnapshot().context.queue.find((errand) => errand.prompt === prompt.id) ?? {};
      world.signer.approve(prompt);
      const got = world.askers.flatMap(({ settled }) => settled).filter(({ id }) => wanted.some((one) => one.id === id));
      expect(got.map(({ outcome }) => outcome.ok)).toEqual(wanted.map(() => true));
    }),
    { numRuns: 150 },
  );
});

describe('the same property fails', () => {
  const fails = (invariant: Invariant, breached: typeof signerMachine) => {
    expect(fc.check(holds(signerMachine, [invariant]), { numRuns: 30 }).failed).toBe(false);
    return fc.check(holds(breached, [invariant]), { numRuns: 300, endOnFailure: true }).failed;
  };

  test('INV-QUEUE for a queue that drops the next one together with a failure (C-05)', () => {
    const breached = signerMachine.provide({
      actions: {
        take: enqueueActions(({ context, event, enqueue }) => {
          if (event.type !== 'signer.answered' && event.type !== 'signer.failed') return;
          const errand = context.queue.find(({ prompt }) => prompt === event.id);
          if (!errand) return;
          const outcome = event.type === 'signer.failed' ? failed(event.failure) : checked(errand.act, ME, event.answer);
          for (const { to, settled } of settledOf(errand, outcome)) enqueue.sendTo(to, settled);
          const rest = context.queue.filter((one) => one !== errand);
          enqueue.assign({ queue: event.type === 'signer.failed' ? rest.slice(1) : rest });
        }),
      },
    });
    expect(fails('INV-QUEUE', breached)).toBe(true);
  });

  test('INV-ONE-PROMPT for a queue that asks again while the prompt is still open (C-06)', () => {
    const breached = signerMachine.provide({
      actions: {
        age: enqueueActions(({ context, enqueue }) => {
          const slow = context.queue.find(({ prompt }) => prompt !== undefined);
          enqueue.assign({ queue: slow ? withPrompt(context.queue, slow, undefined) : context.queue });
        }),
      },
    });
    expect(fails('INV-ONE-PROMPT', breached)).toBe(true);
  });

  test('INV-IDENTITY for a queue that takes whatever comes back (C-04)', () => {
    const breached = signerMachine.provide({
      actions: {
        take: enqueueActions(({ context, event, enqueue }) => {
          if (event.type !== 'signer.answered' && event.type !== 'signer.failed') return;
          const errand = context.queue.find(({ prompt }) => prompt === event.id);
          if (!errand) return;
          const outcome =
            event.type === 'signer.failed' ? { ok: false as const, failure: event.failure } : { ok: true as const, ...event.answer };
          for (const { to, settled } of settledOf(errand, outcome)) enqueue.sendTo(to, settled);
          enqueue.assign({ queue: context.queue.filter((one) => one !== errand) });
        }),
      },
    });
    expect(fails('INV-IDENTITY', breached)).toBe(true);
  });

  test('INV-PROGRESS for a queue without deadlines (C-02)', () => {
    expect(fails('INV-PROGRESS', signerMachine.provide({ actions: { age: () => {} } }))).toBe(true);
  });
});

test('TOOL-03 every state and transition of the signer is reached', () => {
  const asker = fakeAsker();
  const ask = request(asker.ref, '1', note('a'), ME);
  const failure = { code: 'sign-no-nsec', text: '' } as const;
  const samples = {
    'sign.request': [ask],
    'sign.cancel': [{ type: 'sign.cancel', id: '1', from: asker.ref }],
    'signer.cancel': ['1', '2'].map((errand) => ({ type: 'signer.cancel', errand })),
    'signer.again': [{ type: 'signer.again', errand: '1' }],
    'signer.denied': [{ type: 'signer.denied', failure }],
    'signer.answered': ['2', '3'].map((id) => ({ type: 'signer.answered', id, answer: { text: '' } })),
    'signer.failed': [{ type: 'signer.failed', id: '2', failure }],
    'signer.challenged': [{ type: 'signer.challenged', id: '2', url: 'https://x' }],
    'xstate.error.actor.port': [{ type: 'xstate.error.actor.port', error: new Error('x') }],
  };
  const machine = signerMachine.provide({ actions: { tellKeyNeeded: () => {} } });
  const key = (s: { value: unknown; context: { queue?: readonly { prompt?: string }[] } }) =>
    JSON.stringify([s.value, s.context.queue?.length, s.context.queue?.some(({ prompt }) => prompt !== undefined)]);
  const walks = [true, false].map((open) =>
    explore(machine, { input: { account: { pubkey: ME, method: 'extension' }, open }, samples, key: key as never }),
  );
  const untaken = walks.map((one) => one.untaken).reduce((all, one) => all.filter((name) => one.includes(name)));
  expect(untaken).toEqual([]);
  const values = new Set(walks.flatMap(({ states }) => [...states.values()].map(({ snapshot }) => JSON.stringify(snapshot.value))));
  expect([...values].toSorted()).toEqual([
    '"broken"',
    '"closed"',
    '{"locked":"idle"}',
    '{"locked":"waiting"}',
    '{"open":"busy"}',
    '{"open":"idle"}',
  ]);
});
