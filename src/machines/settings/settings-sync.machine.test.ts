import fc from 'fast-check';
import { type AnyEventObject, createActor, enqueueActions, setup, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../tests/support/clock.ts';
import { inEnglish, saying } from '../../../tests/support/english.ts';
import { fakeBus } from '../../../tests/support/fake-bus.ts';
import { fakePort } from '../../../tests/support/fake-port.ts';
import { runs } from '../../../tests/support/runs.ts';
import { signDesk } from '../../../tests/support/sign-desk.ts';
import { trusted } from '../../../tests/support/trusted.ts';
import type { Claim } from '../../events/connection/claims.ts';
import { RESULT } from '../../events/kinds.ts';
import { isTheme, type Theme, THEMES } from '../../events/settings/appearance.ts';
import type { SavedChange } from '../../events/settings/saved-record.ts';
import { DEFAULT_ZAPS } from '../../events/settings/zap-settings.ts';
import type { PrivilegedOutcome } from '../account/privileged.machine.ts';
import type { LocalCommand, LocalSignal, LogCommand, SettingsSyncInput } from './settings-sync.machine.ts';
import { settingsSyncMachine } from './settings-sync.machine.ts';

const ME = 'a'.repeat(64);
const stored = (content: string, pubkey = ME) => trusted({ kind: 30_078, pubkey, content });
const DEFAULTS: Claim = { claim: 'other', kind: RESULT.DefaultSettings, content: { theme: 'sunrise', feeds: [1], contentModeration: [] } };

/** The settings of an account, with the device, the signer and the service played by the test. A quiet request is refused unless `open`. */
function start(
  open: boolean,
  isLocal = true,
  record: SettingsSyncInput['record'] = 'settings',
  opensItself = false,
  logic = settingsSyncMachine,
) {
  const clock = new SimulatedClock();
  const signer = signDesk();
  const bus = fakeBus();
  const said: string[] = [];
  const local = fakePort<LocalCommand, { readonly account: string }, LocalSignal>();
  const log = fakePort<LogCommand, undefined, never>();
  const house = createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: {
        'toast.show': { actions: ({ event }) => said.push(`${event['kind']}: ${inEnglish(event['message'])}`) },
        '*': { actions: ({ event }) => bus.bus.send(event as never) },
      },
    }),
  ).start();
  const machine = logic.provide({ actors: { local: local.logic, log: log.logic } });
  const input = { account: ME, isLocal, opensItself, bus: house, signer: signer.ref, record };
  const actor = createActor(machine, { clock, input }).start();
  const state = { open };
  /** The signer's person, or the key that is open, does what is asked; what is quiet is refused where no key is open. */
  const settle = () => {
    for (const request of signer.open()) {
      if (request.quiet && !state.open) signer.refuse(request);
      else if (request.act.do === 'sign') signer.sign(trusted({ ...request.act.template, pubkey: ME }), request);
    }
  };
  return {
    clock,
    signer,
    bus,
    said,
    local,
    actor,
    settle,
    open: () => (state.open = true),
    wait: (ms: number) => elapse(clock, ms, 100),
    change: (change: SavedChange) => local.last().report({ type: 'local.changed', change }),
    verbs: () => bus.open().map(({ query }) => query.verb),
    /** What the open question wants saved. */
    saving: () => {
      const payload = bus.open().find(({ query }) => query.verb === 'set_app_settings')?.query.payload;
      return (payload as { settings_event: { content: string } } | undefined)?.settings_event.content;
    },
    adopted: () => local.last().told.flatMap((command) => (command.type === 'local.adopt' ? [command.change] : [])),
    kept: () => local.last().told.flatMap((command) => (command.type === 'local.keep' ? [command.zaps.zapDefault.amount] : [])),
    logged: () => log.last().told.map(({ text }) => text),
    value: () => actor.getSnapshot().value,
  };
}

/** Settings that were loaded with a key that is open. */
function loaded(content = '{"theme":"ice","other":{"big":12345678901234567890}}', isLocal = true) {
  const world = start(true, isLocal);
  world.wait(1_000);
  world.settle();
  world.bus.answer({ events: [stored(content)] });
  return world;
}

test('ZAP-01 SETTINGS-05 what one press gives is kept on the device as soon as it is known or changed, and known before the service is asked', () => {
  const world = start(true);
  expect(world.kept()).toEqual([]);
  const zaps = { ...DEFAULT_ZAPS, zapDefault: { amount: 7, message: '', emoji: '' } };
  world.local.last().report({ type: 'local.kept', zaps });
  expect(world.actor.getSnapshot().context.kept).toEqual(zaps);
  world.wait(1_000);
  world.settle();
  world.bus.answer({ events: [stored('{"zapDefault":{"amount":9,"message":"","emoji":""}}')] });
  expect(world.kept()).toEqual([9]);
  world.change({ zapDefault: { amount: 11, message: '', emoji: '' } });
  expect(world.kept()).toEqual([9, 11]);
  // a list of feeds keeps nothing of it
  const feeds = start(true, true, 'homeFeeds');
  feeds.change({ feeds: { before: [], after: [] } });
  expect(feeds.kept()).toEqual([]);
});

describe('loading', () => {
  test('SETTINGS-01 ACCOUNT-18 with a key that is open they are asked for with a proof, and followed here', () => {
    const world = start(true);
    expect(world.signer.open()).toEqual([]);
    world.wait(1_000);
    expect(world.signer.open()).toMatchObject([{ quiet: true, reason: saying('Read your settings') }]);
    world.settle();
    expect(world.verbs()).toEqual(['get_app_settings']);
    world.bus.answer({ events: [stored('{"theme":"sunset"}', 'b'.repeat(64)), stored('{"theme":"ice","animated":false}')] });
    expect([world.adopted(), world.said, world.value()]).toEqual([[{ theme: 'ice', animated: false }], [], 'ready']);
  });

  test('SETTINGS-01 what the service merged is its word and followed too; defaults were chosen by nobody', () => {
    const merged = start(true);
    merged.wait(1_000);
    merged.settle();
    merged.bus.answer({ claims: [{ claim: 'other', kind: 30_078, content: { pubkey: ME, content: '{"theme":"midnight"}' } }] });
    const fresh = start(true);
    fresh.wait(1_000);
    fresh.settle();
    fresh.bus.answer({ claims: [DEFAULTS] });
    expect([merged.adopted(), fresh.adopted(), fresh.value()]).toEqual([[{ theme: 'midnight' }], [], 'ready']);
  });

  test('BEYOND-03 without an open key nothing is asked and nobody is troubled; once it is open they are loaded', () => {
    const world = start(false);
    for (let times = 0; times < 20; times++) {
      world.wait(16_000);
      expect(world.signer.open().every(({ quiet }) => quiet)).toBe(true);
      world.settle();
    }
    expect([world.verbs(), world.said, world.logged()]).toEqual([[], [], []]);
    world.open();
    world.wait(16_000);
    world.settle();
    world.bus.answer({ events: [stored('{"theme":"ice"}')] });
    expect(world.adopted()).toEqual([{ theme: 'ice' }]);
  });

  test('SETTINGS-03 what cannot be loaded, or read, is said once and logged; this device’s settings hold', () => {
    const endings: ReadonlyArray<(world: ReturnType<typeof start>) => void> = [
      (world) => world.bus.refuse(),
      (world) => world.wait(11_000),
      (world) => world.bus.answer({ events: [stored('no JSON')] }),
    ];
    const logged = endings.map((end) => {
      const world = start(true);
      world.wait(1_000);
      world.settle();
      end(world);
      world.wait(60_000);
      expect([world.said, world.adopted()]).toEqual([['warning: Failed to load settings. Will be using local settings.'], []]);
      return world.logged();
    });
    expect(logged).toEqual([['settings.notLoaded: notice: error'], ['settings.notLoaded: timeout'], ['settings.notLoaded: unreadable']]);
  });
});

describe('saving', () => {
  test('SETTINGS-02 INV-PRESERVE what is changed is saved on top of what is there then, with all that others keep in it, as it stands', () => {
    const world = loaded();
    world.change({ theme: 'midnight' });
    world.change({ animated: false });
    expect(world.signer.open()).toEqual([]);
    world.wait(1_000);
    world.settle();
    expect(world.verbs()).toEqual(['get_app_settings']);
    const other = '{"theme":"sunset", "other":{"big":12345678901234567890},"zapDefault":{"amount":7}}';
    world.bus.answer({ events: [stored(other)] });
    expect(world.adopted().at(-1)).toEqual({ theme: 'midnight', animated: false });
    expect(world.signer.open()).toMatchObject([{ quiet: true, reason: saying('Save your settings') }]);
    world.settle();
    expect(world.saving()).toBe(
      '{"theme":"midnight", "other":{"big":12345678901234567890},"zapDefault":{"amount":7},"description":"Sync app settings","animated":false}',
    );
    world.bus.answer({});
    expect([world.value(), world.said, world.actor.getSnapshot().context.change]).toEqual(['ready', [], {}]);
  });

  test('SETTINGS-01 an empty list of moderation rules is saved as its defaults, as are the defaults of who saved nothing', () => {
    const world = start(true);
    world.wait(1_000);
    world.settle();
    world.bus.answer({ claims: [DEFAULTS] });
    world.change({ theme: 'ice' });
    world.wait(1_000);
    world.settle();
    world.bus.answer({ claims: [DEFAULTS] });
    world.settle();
    expect(JSON.parse(world.saving() ?? '')).toEqual({
      theme: 'ice',
      feeds: [1],
      contentModeration: [
        { name: 'primal_spam', scopes: ['content', 'trending'] },
        { name: 'primal_nsfw', scopes: ['trending'] },
      ],
      description: 'Sync app settings',
    });
  });

  test('BEYOND-03 INV-BASE with a signer that asks, a change is what first asks; later ones ask once each, in one, on what was known', () => {
    const world = start(false, false);
    world.wait(1_000);
    world.settle();
    world.change({ theme: 'ice' });
    world.wait(1_000);
    expect(world.signer.open()).toMatchObject([{ quiet: false, reason: saying('Read your settings') }]);
    world.settle();
    world.bus.answer({ events: [stored('{"theme":"sunset","x":1}')] });
    world.settle();
    expect(world.saving()).toBe('{"theme":"ice","x":1,"description":"Sync app settings"}');
    world.bus.answer({ events: [stored(world.saving() ?? '')] });
    for (const theme of ['sunset', 'sunrise', 'midnight'] as const) {
      world.change({ theme });
      world.wait(500);
    }
    world.wait(1_000);
    world.settle();
    expect(world.signer.open()).toMatchObject([{ quiet: false, reason: saying('Save your settings') }]);
    world.settle();
    expect(world.saving()).toBe('{"theme":"midnight","x":1,"description":"Sync app settings"}');
  });

  test('BEYOND-03 a key that is locked here is not asked for: what was changed waits, and is saved once it is open', () => {
    const world = start(false);
    world.change({ theme: 'ice' });
    for (let times = 0; times < 5; times++) {
      world.wait(16_000);
      expect(world.signer.open().every(({ quiet }) => quiet)).toBe(true);
      world.settle();
    }
    expect([world.value(), world.said, world.verbs()]).toEqual(['waiting', [], []]);
    world.change({ animated: false });
    world.open();
    world.wait(16_000);
    world.settle();
    world.bus.answer({ events: [stored('{}')] });
    world.settle();
    expect(JSON.parse(world.saving() ?? '')).toMatchObject({ theme: 'ice', animated: false });
  });

  test('SETTINGS-02 BEYOND-03 a key without a PIN is asked quietly for what is read, and as for any act for what somebody changed', () => {
    const world = start(true, true, 'settings', true);
    world.wait(1_000);
    expect(world.signer.open()).toMatchObject([{ quiet: true, reason: saying('Read your settings') }]);
    world.settle();
    world.bus.answer({ events: [stored('{"theme":"sunset"}')] });
    world.change({ theme: 'ice' });
    world.wait(1_000);
    expect(world.signer.open()).toMatchObject([{ quiet: true, reason: saying('Read your settings') }]);
    world.settle();
    world.bus.answer({ events: [stored('{"theme":"sunset"}')] });
    expect(world.signer.open()).toMatchObject([{ quiet: false, reason: saying('Save your settings') }]);
    world.settle();
    expect(JSON.parse(world.saving() ?? '')).toMatchObject({ theme: 'ice' });
  });

  test('SETTINGS-02 what is changed while it is being saved is saved next', () => {
    const world = loaded();
    world.change({ theme: 'midnight', animated: false });
    world.wait(1_000);
    world.settle();
    world.bus.answer({ events: [stored('{}')] });
    world.settle();
    world.change({ theme: 'sunset' });
    world.bus.answer({});
    expect([world.value(), world.actor.getSnapshot().context.change]).toEqual(['pausing', { theme: 'sunset' }]);
    world.wait(1_000);
    world.settle();
    world.bus.answer({ events: [stored('{"animated":false}')] });
    world.settle();
    expect(world.saving()).toBe('{"animated":false,"description":"Sync app settings","theme":"sunset"}');
  });

  test('SETTINGS-02 SETTINGS-03 what is not signed, or not taken, is said and logged, holds here, and goes with the next change', () => {
    const unread = loaded();
    unread.change({ theme: 'midnight' });
    unread.wait(1_000);
    unread.settle();
    unread.bus.refuse();
    const unsigned = loaded(undefined, false);
    unsigned.change({ theme: 'midnight' });
    unsigned.wait(1_000);
    unsigned.settle();
    unsigned.bus.answer({ events: [stored('{}')] });
    unsigned.signer.refuse();
    const refused = loaded();
    refused.change({ theme: 'midnight' });
    refused.wait(1_000);
    refused.settle();
    refused.bus.answer({ events: [stored('{}')] });
    refused.settle();
    refused.bus.refuse();
    for (const world of [unread, unsigned, refused]) {
      expect([world.said, world.value()]).toEqual([['warning: Failed to save settings'], 'unsaved']);
      world.wait(60_000);
      expect([world.signer.open(), world.said.length]).toEqual([[], 1]);
      world.change({ animated: false });
      world.wait(1_000);
      world.settle();
      world.bus.answer({ events: [stored('{}')] });
      world.settle();
      expect(JSON.parse(world.saving() ?? '')).toMatchObject({ theme: 'midnight', animated: false });
    }
    expect([unread.logged(), unsigned.logged(), refused.logged()].map(([line]) => line)).toEqual([
      'settings.notSaved: notice: error',
      expect.stringContaining('settings.notSaved: unsigned'),
      'settings.notSaved: notice: error',
    ]);
  });
});

describe('the feeds of a page', () => {
  const feed = (name: string, over: object = {}) => ({ name, spec: `{"id":"${name}"}`, enabled: true, feedkind: 'user', ...over });
  const listed = (...feeds: unknown[]): Claim => ({ claim: 'other', kind: RESULT.AppSubsettings, content: feeds });
  const asked = ({ bus }: ReturnType<typeof start>) =>
    bus.open().map(({ query }) => {
      const { event_from_user: proof } = query.payload as { event_from_user: { content: string; tags: unknown } };
      return [query.verb, JSON.parse(proof.content), proof.tags];
    });
  /** One whose list was loaded with a key that is open. */
  const loadedList = (...feeds: unknown[]) => {
    const world = start(true, true, 'readsFeeds');
    world.wait(1_000);
    world.settle();
    world.bus.answer({ claims: [listed(...feeds)] });
    return world;
  };

  test('SETTINGS-13 SETTINGS-01 they are asked for under their own name, with a proof, and followed here', () => {
    const world = start(true, true, 'homeFeeds');
    world.wait(1_000);
    world.settle();
    expect(asked(world)).toEqual([['get_app_subsettings', { subkey: 'user-home-feeds' }, [['d', 'Starling', 'get_app_subsettings_home']]]]);
    world.bus.answer({ claims: [listed(feed('a'), feed('b'))] });
    const list = [feed('a'), feed('b')];
    expect([world.adopted(), world.value()]).toEqual([[{ feeds: { before: list, after: list } }], 'ready']);
  });

  test('SETTINGS-13 FEED-06 INV-PRESERVE what is done to them is done to the list as the service has it then, with all that others keep in it', () => {
    const world = loadedList(feed('a'), feed('b'));
    world.change({ feeds: { before: [feed('a'), feed('b')], after: [feed('b', { enabled: false }), feed('a')] } });
    world.wait(1_000);
    world.settle();
    world.bus.answer({ claims: [listed(feed('a', { theirs: { x: 1 } }), feed('b'), feed('c'), 'unread')] });
    world.settle();
    const saved = [feed('b', { enabled: false }), feed('c'), feed('a', { theirs: { x: 1 } })];
    expect(asked(world)).toEqual([
      [
        'set_app_subsettings',
        { subkey: 'user-reads-feeds', settings: [...saved, 'unread'] },
        [['d', 'Starling', 'set_app_subsettings_reads']],
      ],
    ]);
    world.bus.answer({});
    expect([world.value(), world.actor.getSnapshot().context.change, world.adopted().at(-1)]).toEqual([
      'ready',
      {},
      { feeds: { before: saved, after: saved } },
    ]);
  });

  test('SETTINGS-13 what is done while they are being saved is saved next', () => {
    const world = loadedList(feed('a'), feed('b'));
    world.change({ feeds: { before: [feed('a'), feed('b')], after: [feed('b'), feed('a')] } });
    world.wait(1_000);
    world.settle();
    world.bus.answer({ claims: [listed(feed('a'), feed('b'))] });
    world.settle();
    world.change({ feeds: { before: [feed('a'), feed('b')], after: [feed('b')] } });
    world.bus.answer({});
    expect(world.adopted().at(-1)).toEqual({ feeds: { before: [feed('b'), feed('a')], after: [feed('b')] } });
    world.wait(1_000);
    world.settle();
    world.bus.answer({ claims: [listed(feed('b'), feed('a'))] });
    world.settle();
    expect(asked(world)[0]?.[1]).toEqual({ subkey: 'user-reads-feeds', settings: [feed('b')] });
  });

  test('SETTINGS-13 SETTINGS-01 a service that has none, or does not answer, changes nothing here, and nobody is told twice', () => {
    const none = loadedList();
    const silent = start(true, true, 'readsFeeds');
    silent.wait(1_000);
    silent.settle();
    silent.wait(11_000);
    expect([none.adopted(), silent.adopted(), silent.said, silent.logged()]).toEqual([[], [], [], ['settings.notLoaded: timeout']]);
    none.change({ feeds: { before: [], after: [feed('a')] } });
    none.wait(1_000);
    none.settle();
    none.bus.answer({ claims: [listed()] });
    none.settle();
    none.bus.refuse();
    expect([none.value(), none.said]).toEqual(['unsaved', ['warning: Failed to save settings']]);
  });
});

test('INV-SCOPE with the account its settings go: nobody waits for the prompt any more', () => {
  const world = loaded();
  world.change({ theme: 'midnight' });
  world.wait(1_000);
  world.actor.stop();
  expect(world.signer.open().some(({ from }) => from.getSnapshot().status === 'active') || !world.local.last().ended).toBe(false);
});

type Step = typeof ACTS extends fc.Arbitrary<Array<infer One>> ? One : never;

/** A service that answers what it likes, late, never, or with a refusal, while a person chooses; nothing that was chosen is saved yet. */
const ACTS = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('choose' as const), theme: fc.constantFrom(...THEMES) }),
    fc.record({ act: fc.constant('wait' as const), ms: fc.constantFrom(100, 1_000, 20_000, 120_000) }),
    fc.record({
      act: fc.constant('answer' as const),
      content: fc.oneof(
        fc.string(),
        fc.json(),
        fc
          .record({ theme: fc.oneof(fc.constantFrom(...THEMES, 'plaid'), fc.jsonValue()), animated: fc.jsonValue() })
          .map((one) => JSON.stringify(one)),
      ),
      isSigned: fc.boolean(),
    }),
    fc.record({ act: fc.constant('refuse' as const) }),
  ),
  { maxLength: 25 },
);

/** What of that must not be. */
function playNonsense(acts: readonly Step[], machine = settingsSyncMachine) {
  const world = start(true, true, 'settings', false, machine);
  const faults: string[] = [];
  let chosen: Theme | undefined;
  let heard = 0;
  for (const one of acts) {
    if (one.act === 'choose') {
      chosen = one.theme;
      world.change({ theme: one.theme });
    } else if (one.act === 'wait') world.wait(one.ms);
    world.settle();
    if (world.verbs().includes('get_app_settings')) {
      if (one.act === 'answer' && one.isSigned) world.bus.answer({ events: [stored(one.content)] }, 'get_app_settings');
      else if (one.act === 'answer')
        world.bus.answer({ claims: [{ claim: 'other', kind: 30_078, content: { pubkey: ME, content: one.content } }] }, 'get_app_settings');
      else if (one.act === 'refuse') world.bus.refuse('get_app_settings');
    }
    if (world.verbs().includes('set_app_settings') && one.act === 'refuse') world.bus.refuse('set_app_settings');
    const adopted = world.adopted();
    for (const { theme } of adopted.slice(heard)) {
      if (theme !== undefined && !isTheme(theme)) faults.push('what is no theme was taken over');
      if (chosen !== undefined && theme !== undefined && theme !== chosen) faults.push('what a person chose was overwritten');
    }
    heard = adopted.length;
  }
  world.actor.stop();
  return faults;
}

test('E-60 SETTINGS-01 SETTINGS-03 a service that answers nonsense, late or never changes nothing that a person chose', () => {
  fc.assert(
    fc.property(ACTS, (acts) => {
      expect(playNonsense(acts)).toEqual([]);
    }),
    { numRuns: runs(200) },
  );
});

test('E-60 a device that takes over whatever is answered is caught (planted)', () => {
  const naive = settingsSyncMachine.provide({
    actions: {
      learn: enqueueActions(({ enqueue }, { outcome }: { outcome: PrivilegedOutcome }) => {
        const event = outcome.ok ? outcome.answer.events[0] : undefined;
        enqueue.assign({ base: event?.content ?? '{}' });
        if (event) enqueue.sendTo('local', { type: 'local.adopt', change: JSON.parse(event.content) });
      }),
    },
  });
  const acts = [
    { act: 'wait', ms: 1_000 },
    { act: 'choose', theme: 'ice' },
    { act: 'answer', content: '{"theme":"sunset"}', isSigned: true },
  ] as const;
  expect(playNonsense(acts)).toEqual([]);
  expect(playNonsense(acts, naive)).toEqual(['what a person chose was overwritten']);
});
