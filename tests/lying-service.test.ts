import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { openFrameBatch } from '../src/adapters/connection/verify/frame-batch.ts';
import {
  hiddenBy,
  filterListsInUse,
  moderationListsOf,
} from '../src/events/reading/moderation/moderation.ts';
import { VERB_TABLE } from '../src/events/connection/verb-table.ts';
import type { VerifiedEvent } from '../src/events/nostr/event.ts';
import { KIND } from '../src/events/nostr/kinds.ts';
import { buildReaction } from '../src/events/compose/acts/build-acts.ts';
import { seconds } from '../src/events/core/time.ts';
import { requestMachine } from '../src/machines/connection/request.machine.ts';
import {
  type LocalCommand,
  type LocalSignal,
  settingsSyncMachine,
} from '../src/machines/settings/settings-sync.machine.ts';
import { accountApp } from './support/account/account-app.ts';
import { elapse } from './support/machines/clock.ts';
import { fakePort } from './support/machines/fake-port.ts';
import { EVIL, EVIL_AMOUNT, forged, liesTo } from './support/lies.ts';
import { moneyDisk, moneyPorts } from './support/money/money-world.ts';
import { FREE } from './support/settings/settings-sync-world.ts';
import { runs, sampleOf } from './support/runs.ts';
import { HERE } from './support/account/session-world.ts';
import { verifySigned } from './support/events/check-wasm.ts';
import { signed } from './support/events/signed.ts';

const verify = verifySigned;
const [ME, ANN, BEN] = [1, 2, 3].map((key) => signed({}, key).pubkey) as [string, string, string];
const NOTE = signed({ content: 'hello', created_at: 1_700_000_000 }, 2);
const OWN_SETTINGS = signed(
  {
    kind: KIND.Settings,
    content: '{"theme":"sunset","zapDefault":{"amount":21}}',
    tags: [['d', 'Starling', 'set_app_settings']],
  },
  1,
);
const PEOPLE = [ANN, BEN];

const { said, signed: strange, forged: counterfeit } = liesTo(ME, PEOPLE);
const ALTERED = forged(OWN_SETTINGS, {
  pubkey: ME,
  content: JSON.stringify({
    zapDefault: { amount: EVIL_AMOUNT },
    proxyThroughPrimal: true,
    theme: 'ice',
  }),
});
/** In an answer without altered events each list is considered. */
const WHOLE: readonly object[] = [...said, ...strange, { ...NOTE, created_at: 1_700_000_000 }];
const LIES: readonly object[] = [ALTERED, ...WHOLE, ...counterfeit];

/** The whole app with a signed-in account and fake ports. `lie`: raw results for a request. */
function start(lie: (verb: string) => readonly object[]) {
  const records = (['settings', 'homeFeeds', 'readsFeeds'] as const).map((name) => {
    const local = fakePort<LocalCommand, { readonly account: string }, LocalSignal>();
    const log = fakePort<{ type: 'log.line'; text: string }, undefined, never>();
    return {
      name,
      local,
      logic: settingsSyncMachine.provide({
        actors: { local: local.logic, log: log.logic, lock: FREE },
      }),
    };
  });
  const [settings, homeFeeds, readsFeeds] = records.map(({ logic }) => logic);
  const purse = moneyPorts(moneyDisk());
  const account = { pubkey: ME, method: 'key', lock: 'device' } as const;
  const app = accountApp(account, {
    money: purse.logic,
    ...(settings ? { settings } : {}),
    ...(homeFeeds ? { homeFeeds } : {}),
    ...(readsFeeds ? { readsFeeds } : {}),
  });
  app.app.start();
  app.socket.opened();
  const read: string[] = [];
  /**
   * Answer all that is open, each with lies on the wire, through the parser and the verifier of the
   * app.
   */
  const answer = () => {
    for (const { id, query } of app.socket.open()) {
      const burst = openFrameBatch({
        isWanted: () => true,
        isFurther: () => false,
        verify: () => verify,
        log: () => {},
      });
      burst.add(JSON.stringify(['EVENTS', id, lie(query.verb)]));
      burst.add(JSON.stringify(['EOSE', id]));
      for (let taken = burst.take(); taken.more || taken.arrivals.length > 0; taken = burst.take())
        app.socket.batch(...taken.arrivals);
    }
  };
  /** This device's key signs requests for its own settings without a prompt. */
  const signReads = async () => {
    for (const one of app.session.promises.all) {
      const { template, pubkey } = Object(one.input);
      if (one.port !== 'signOwnReading' || one.signal.aborted || pubkey !== ME) continue;
      read.push(template.tags[0][2]);
      one.resolve(verify(signed({ ...template, created_at: 1_700_000_000 }, 1)));
    }
    for (let turn = 0; turn < 8; turn++) await Promise.resolve();
  };
  const wait = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      elapse(app.clock, 1_000, 500);
      await signReads();
      answer();
    }
  };
  const facts = () => app.app.getSnapshot().children.facts?.getSnapshot().context;
  return {
    ...app,
    purse,
    read,
    wait,
    locals: records,
    /** Ask each verb of the protocol once, as any screen could. */
    askAll: () => {
      for (const verb of Object.keys(VERB_TABLE))
        createActor(requestMachine, {
          input: { bus: app.app, query: { verb, payload: { of: verb } } },
          clock: app.clock,
        }).start();
    },
    hides: (event: VerifiedEvent) => {
      const known = facts();
      if (!known) throw new Error('there is no read model');
      return hiddenBy(moderationListsOf(ME, filterListsInUse(known, ME)))(event);
    },
    /** All commands sent through a port. */
    left: () => ({
      signed: app.session.signer.prompts.map(({ act }) =>
        act.do === 'sign' ? act.template.kind : act.do,
      ),
      dialled: [...new Set(app.sockets.lives.map(({ input }) => input.url))],
      published: app.sockets.lives.flatMap(({ told }) =>
        told.flatMap((command) => (command.type === 'socket.publish' ? [command.event.kind] : [])),
      ),
      broadcast: app.socket
        .last()
        .sent.flatMap((command) =>
          command.type === 'socket.request' &&
          /^(broadcast|import)_events$/.test(command.query.verb) &&
          !('of' in (command.query.payload ?? {}))
            ? [command.query.verb]
            : [],
        ),
      paid: purse.calls.filter(({ call }) => call.method === 'pay_invoice').length,
      looked: app.asked.length,
    }),
  };
}

const HONEST = () => [];
const genuine = verify(NOTE);
if (!genuine) throw new Error('the note is not signed');
const HOME_ONLY = [String(HERE.homeRelay)];

test('the lies reach the app, where they have no power', async () => {
  const world = start(() => LIES);
  await world.wait(6_000);
  const [settings] = world.locals;
  expect(world.read).toContain('get_app_settings');
  expect(settings?.local.told().filter(({ type }) => type === 'local.adopt')).toMatchObject([
    { change: { theme: 'ice' } },
  ]);
  world.app.stop();
});

test('the tests below detect a breach: lists signed by the account are applied', async () => {
  const world = start(() => [...liesTo(ME, PEOPLE, 1).signed, ...WHOLE]);
  await world.wait(6_000);
  expect(world.left().dialled).toContain(EVIL);
  expect(world.hides(genuine)).toBe(true);
  expect(JSON.stringify(world.locals[0]?.local.told())).toContain(String(EVIL_AMOUNT));
  world.app.stop();
});

test('TRUST-07 a lying service signs, pays, publishes, dials and hides nothing, by any verb', async () => {
  const lived = async (lie: Parameters<typeof start>[0]) => {
    const world = start(lie);
    await world.wait(6_000);
    world.askAll();
    await world.wait(6_000);
    return world;
  };
  const honest = await lived(HONEST);
  for (const lies of sampleOf([WHOLE, WHOLE.toReversed(), LIES.toReversed(), LIES], 2)) {
    const lying = await lived(() => lies);
    expect(lying.left()).toEqual({
      signed: [],
      dialled: expect.anything(),
      published: [],
      broadcast: [],
      paid: 0,
      looked: 0,
    });
    for (const url of lying.left().dialled) expect(HOME_ONLY).toContain(url);
    expect(new Set(lying.read)).toEqual(new Set(honest.read));
    expect(lying.hides(genuine)).toBe(false);
    for (const { local } of lying.locals) {
      for (const command of local.told()) {
        if (command.type === 'local.adopt')
          expect(
            Object.keys(command.change).filter(
              (key) => !['theme', 'animated', 'feeds'].includes(key),
            ),
          ).toEqual([]);
        expect(JSON.stringify(command)).not.toContain(String(EVIL_AMOUNT));
      }
    }
    lying.app.stop();
  }
  honest.app.stop();
});

test('TRUST-07 with a lying service the user’s event is signed, and sent to no relay it names', async () => {
  const world = start(() => WHOLE);
  await world.wait(6_000);
  world.scope()?.send({ type: 'money.open' });
  world.scope()?.send({
    type: 'intents.publish',
    draft: buildReaction({ event: genuine }),
    now: seconds(1_700_000_100),
  });
  await world.wait(10_000);
  const { signed: kinds, dialled, published, paid } = world.left();
  expect(kinds.every((kind) => kind === KIND.Reaction)).toBe(true);
  expect(dialled.filter((url) => !HOME_ONLY.includes(url))).toEqual([]);
  expect(paid).toBe(0);
  expect(JSON.stringify(world.sockets.lives.map(({ input }) => input))).not.toContain(EVIL);
  expect(published.every((kind) => kind === KIND.Reaction)).toBe(true);
  world.app.stop();
});

test('TRUST-07 no choice, order or repetition of lies gains power', async () => {
  const lies = fc.oneof(
    ...[WHOLE, LIES].map((some) => fc.array(fc.constantFrom(...some), { maxLength: 60 })),
  );
  const property = fc.asyncProperty(
    fc.array(lies, { minLength: 1, maxLength: 4 }),
    fc.boolean(),
    async (answers, isAsked) => {
      let at = 0;
      const world = start(() => answers[at++ % answers.length] ?? []);
      await world.wait(4_000);
      if (isAsked) world.askAll();
      await world.wait(6_000);
      const { dialled, ...left } = world.left();
      expect(left).toEqual({ signed: [], published: [], broadcast: [], paid: 0, looked: 0 });
      expect(dialled.filter((url) => !HOME_ONLY.includes(url))).toEqual([]);
      expect(world.hides(genuine)).toBe(false);
      world.app.stop();
    },
  );
  await fc.assert(property, { numRuns: runs(60) });
}, 60_000);
