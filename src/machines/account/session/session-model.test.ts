import { saying } from '../../../../tests/support/views/in-english.ts';
import fc from 'fast-check';
import { assign } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import {
  fakeAsker,
  type Lie,
  note,
  request,
} from '../../../../tests/support/account/fake-signer.ts';
import { endOfAsync } from '../../../../tests/support/machines/planted.ts';
import {
  A,
  B,
  type SessionWorld,
  startSession,
} from '../../../../tests/support/account/session-world.ts';
import { runs } from '../../../../tests/support/runs.ts';
import type { Account } from '../../../events/account/account.ts';
import { refusalOf } from './account-switch.ts';
import { sessionMachine } from './session.machine.ts';

const ACCOUNTS: readonly Account[] = [
  { pubkey: A, method: 'extension' },
  { pubkey: B, method: 'key', lock: 'pin' },
];

type Step =
  | { do: 'request' | 'switch' | 'login' | 'gone' | 'back'; of: string }
  | { do: 'approve' | 'late'; at: number; lie: Lie }
  | { do: 'refuse' | 'withdraw'; at: number }
  | { do: 'pin' | 'leave'; yes: boolean }
  | { do: 'cancelPin' | 'forgot' | 'lock' | 'idle' | 'lost' | 'settle' }
  | { do: 'wait'; seconds: number };

const of = fc.constantFrom(A, B);
const at = fc.nat(3);
const lie = fc.constantFrom<Lie>('none', 'none', 'pubkey', 'content');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('request' as const), of }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('switch' as const, 'login' as const, 'gone' as const, 'back' as const),
      of,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('approve' as const, 'late' as const), at, lie }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('refuse' as const, 'withdraw' as const), at }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('pin' as const, 'pin' as const, 'leave' as const),
      yes: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Step>(
      { do: 'cancelPin' },
      { do: 'forgot' },
      { do: 'lock' },
      { do: 'idle' },
      { do: 'lost' },
      { do: 'settle' },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 61, 700),
    }),
  },
);

interface Played extends SessionWorld {
  readonly asker: ReturnType<typeof fakeAsker>;
  /** Every request names its account in its content. */
  readonly made: Array<{ id: string; of: string }>;
}

/** No request of one account is sent to, signed by, or answered under another. */
function checkScope({ account, actor, signer, asker, made, keyHolds }: Played) {
  // the session's own requests name the account in their tags
  for (const { pubkey, act } of signer.prompts) expect(JSON.stringify(act)).toContain(pubkey);
  for (const { id, outcome } of asker.settled) {
    const { of } = made.find((one) => one.id === id) ?? { of: '' };
    if (outcome.ok)
      expect(outcome).toMatchObject({ event: { pubkey: of, content: `${of} ${id}` } });
  }
  const alive = signer.lives.filter(({ ended }) => !ended);
  expect(alive.map(({ pubkey }) => pubkey)).toEqual(alive.length === 0 ? [] : [account()?.pubkey]);
  expect(actor.getSnapshot().status).toBe('active');
  checkHolds({ account, actor, keyHolds });
}

/** The held keys are those of other accounts that were left unlocked, each held once. */
function checkHolds({ account, actor, keyHolds }: Pick<Played, 'account' | 'actor' | 'keyHolds'>) {
  const held: string[] = [];
  for (const { type, pubkey } of keyHolds.told()) {
    expect(held.includes(pubkey)).toBe(type !== 'keyHold.hold');
    if (type === 'keyHold.hold') held.push(pubkey);
    else held.splice(held.indexOf(pubkey), 1);
  }
  const { context, value } = actor.getSnapshot();
  expect(context.unlocked).toEqual(held);
  const isClosing = JSON.stringify(value).includes('"who":{"present":"closing"');
  if (!isClosing) expect(held).not.toContain(account()?.pubkey);
}

/** Every request is settled once, or is still pending at the current signer. */
function checkQueue({ children, asker, made }: Played) {
  const settled = asker.settled.map(({ id }) => id);
  const pending = (children().signer?.getSnapshot().context.queue ?? []).flatMap(({ wanted }) =>
    wanted.filter(({ from }) => from === asker.ref).map(({ id }) => id),
  );
  expect([...settled, ...pending].toSorted()).toEqual(made.map(({ id }) => id).toSorted());
}

async function play(
  script: readonly Step[],
  machine: typeof sessionMachine,
  check: (world: Played) => void,
) {
  const world: Played = {
    ...startSession(ACCOUNTS, A, { machine, autoLock: 5 }),
    asker: fakeAsker(),
    made: [],
  };
  for (const one of script) {
    await perform(one, world);
    check(world);
  }
  return world;
}

async function perform(one: Step, world: Played) {
  const { actor, signer, promises, send, asker, made, children, store, clock } = world;
  const pick = <T>(list: readonly T[], n: number): T | undefined =>
    list[n % Math.max(1, list.length)];
  switch (one.do) {
    case 'request': {
      const id = String(made.length);
      made.push({ id, of: one.of });
      send(request(asker.ref, id, note(`${one.of} ${id}`), one.of));
      return;
    }
    case 'switch':
      return send({ type: 'session.switch', pubkey: one.of });
    case 'login':
      send({ type: 'session.login' });
      children().login?.send({ type: 'login.extension' });
      if (promises.waiting().at(-1) === 'extension') await promises.answer({ pubkey: one.of });
      return;
    case 'gone':
      return store.report({
        type: 'accounts.changed',
        autoLock: 'close',
        accounts: actor.getSnapshot().context.accounts.filter(({ pubkey }) => pubkey !== one.of),
      });
    case 'back':
      return store.report({ type: 'accounts.changed', accounts: ACCOUNTS, autoLock: 'close' });
    case 'approve': {
      const prompt = pick(signer.open(), one.at);
      if (prompt) signer.approve(prompt, one.lie);
      return;
    }
    case 'late': {
      const prompt = pick(signer.prompts, one.at);
      if (prompt) signer.approve(prompt, one.lie);
      return;
    }
    case 'refuse': {
      const prompt = pick(signer.open(), one.at);
      if (prompt) signer.refuse(prompt);
      return;
    }
    case 'withdraw':
      return send({ type: 'sign.cancel', id: pick(made, one.at)?.id ?? '', from: asker.ref });
    case 'pin':
      if (!children().pin) send({ type: 'session.unlock' });
      if (children().pin?.getSnapshot().value === 'entering') await world.typePin(one.yes);
      return;
    case 'leave':
      return send({ type: 'session.leave', erase: one.yes });
    case 'cancelPin':
      return children().pin?.send({ type: 'pin.cancel' });
    case 'forgot':
      children().pin?.send({ type: 'pin.forgot' });
      return children().pin?.send({ type: 'pin.confirm' });
    case 'lock':
      return send({ type: 'session.lock' });
    case 'idle':
      return send({ type: 'session.idleReached', idle: 5 });
    case 'lost': {
      const [prompt] = signer.open();
      if (prompt) signer.report({ type: 'signer.locked', id: prompt.id });
      return;
    }
    case 'settle':
      if (promises.waiting().length > 0) await promises.answer(true);
      return;
    case 'wait':
      return elapse(clock, one.seconds * 1_000, 1_000);
  }
}

const holds = (check: (world: Played) => void, machine: typeof sessionMachine = sessionMachine) =>
  fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (script) => {
    await play(script, machine, check);
  });

test('INV-SCOPE SIGN-01 with two accounts in any order of events, none acts for the other', async () => {
  await fc.assert(holds(checkScope), { numRuns: runs(200) });
});

test('INV-QUEUE INV-PROGRESS every request is settled exactly once across account switches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (script) => {
      const world = await play(script, sessionMachine, checkQueue);
      elapse(world.clock, 40 * 60_000, 1_000);
      expect(world.asker.settled.map(({ id }) => id).toSorted()).toEqual(
        world.made.map(({ id }) => id).toSorted(),
      );
    }),
    { numRuns: runs(400) },
  );
});

describe('the same property fails (planted)', () => {
  const endFor = (check: (world: Played) => void, machine: typeof sessionMachine) =>
    endOfAsync(holds(check, machine), 3_000);

  test('INV-SCOPE for a session that gives requests of one account to the signer of another', async () => {
    expect(
      await endFor(checkScope, sessionMachine.provide({ guards: { isMine: () => true } })),
    ).toBe('AssertionError');
  });

  test('INV-SCOPE for a session that changes the account under a living signer', async () => {
    const careless = sessionMachine.provide({
      delays: { goodbye: 10_000 },
      actions: {
        plan: assign(({ context, event }) =>
          event.type === 'session.switch'
            ? { account: context.accounts.find(({ pubkey }) => pubkey === event.pubkey) }
            : {},
        ),
        closeSigner: () => {},
      },
    });
    expect(await endFor(checkScope, careless)).toBe('AssertionError');
  });

  test('INV-QUEUE for a session that stops a signer without settling waiting requests', async () => {
    expect(
      await endFor(checkQueue, sessionMachine.provide({ actions: { closeSigner: () => {} } })),
    ).toBe('AssertionError');
  });

  test('INV-QUEUE for a session that does not settle those it refuses', async () => {
    expect(
      await endFor(checkQueue, sessionMachine.provide({ actions: { refuse: () => {} } })),
    ).toBe('AssertionError');
  });
});

test('ACCOUNT-01 INV-SCOPE a refusal names the action if there is no key, or the key is for others', () => {
  const sign = { act: note('a'), pubkey: A };
  expect(refusalOf(sign, undefined).code).toBe('sign-no-nsec');
  const encrypt = {
    act: { do: 'encrypt', scheme: 'nip04', peer: A, text: '' },
    pubkey: A,
  } as const;
  expect(refusalOf(encrypt, { pubkey: A, method: 'readonly' }).code).toBe('encrypt-no-nsec');
  expect(refusalOf(sign, { pubkey: B, method: 'extension' })).toEqual({
    code: 'event_not_signed',
    detail: saying('This was meant for another account'),
  });
});
