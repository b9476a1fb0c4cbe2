import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signed } from '../../../tests/support/events/signed.ts';
import {
  FREE,
  ME as A,
  startSync,
  stored,
} from '../../../tests/support/settings/settings-sync-world.ts';
import { saying } from '../../../tests/support/views/in-english.ts';
import { key, NOW, openVillage, verify } from '../../../tests/support/service/village.ts';
import type { Claim } from '../../events/connection/claims.ts';
import { KIND, RESULT } from '../../events/nostr/kinds.ts';
import { parseJson } from '../../events/core/json.ts';
import type { FeedsChange } from '../../events/reading/feed/feeds-merge.ts';
import type { OwnFeed } from '../../events/reading/feed/own-feeds.ts';
import { runs } from '../../../tests/support/runs.ts';
import { settingsSyncMachine } from './settings-sync.machine.ts';

const ME = key(1);
const ICE = stored('{"theme":"ice"}');
const DEFAULTS: Claim = {
  claim: 'other',
  kind: RESULT.DefaultSettings,
  content: { theme: 'sunrise', contentModeration: [] },
};
const feed = (name: string): OwnFeed => ({ name, spec: name, enabled: true, feedkind: 'user' });
const namesOf = (feeds: readonly OwnFeed[]) => feeds.map(({ name }) => name);

type Village = ReturnType<typeof openVillage>;
type World = ReturnType<typeof startSync>;

/** Signs one request of the device, after the requests that were signed before. */
function sign(world: World, created_at: number): void {
  const [request] = world.signer.open();
  if (request?.act.do !== 'sign') return;
  const event = verify(signed({ ...request.act.template, created_at } as never, 1));
  if (event) world.signer.sign(event, request);
}

/** Lets the service answer one request of the device. */
async function answer(village: Village, world: World): Promise<void> {
  const [asked] = world.bus.open();
  if (!asked) return;
  const { verb, payload } = asked.query;
  try {
    const said = await village.ask(verb, payload);
    const claims = said.flatMap(({ kind, content }): readonly Claim[] =>
      kind === KIND.Settings ? [] : [{ claim: 'other', kind, content } as Claim],
    );
    const events = said.flatMap(({ kind, result }) =>
      kind === KIND.Settings ? (verify(result as never) ?? []) : [],
    );
    world.bus.answer({ claims, events }, verb);
  } catch (error) {
    world.bus.refuse(verb, String(error).replace('Error: NOTICE ', ''));
  }
}

/** A device that shows a list of feeds, as its settings screen does. */
function openDevice(record: 'homeFeeds' | 'settings') {
  const world = startSync(true, true, record, settingsSyncMachine, FREE, ME);
  const list = (): FeedsChange =>
    world.adopted().at(-1)?.feeds ?? { before: [feed('default')], after: [feed('default')] };
  let added: readonly OwnFeed[] = [];
  return {
    world,
    add: (name: string) => {
      added = [...added, feed(name)];
      const { before, after } = list();
      const missing = added.filter(({ spec }) => !after.some((one) => one.spec === spec));
      world.change({ feeds: { before, after: [...after, ...missing] } });
    },
  };
}

test('INV-BASE INV-NO-LOSS changes of two devices in the same second are all saved', async () => {
  const step = fc.record({ device: fc.nat(1), act: fc.constantFrom('wait', 'sign', 'answer') });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const village = openVillage();
      const devices = [openDevice('homeFeeds'), openDevice('homeFeeds')];
      let at = NOW - 200;
      const run = async (device: number, act: string): Promise<void> => {
        const world = devices[device]?.world;
        if (!world) return;
        if (act === 'wait') world.wait(1_000);
        else if (act === 'sign') sign(world, at++);
        else await answer(village, world);
      };
      const quiet = async (device: number): Promise<void> => {
        for (let turn = 0; turn < 12; turn++)
          for (const act of ['wait', 'sign', 'answer']) await run(device, act);
      };
      await quiet(0);
      await quiet(1);
      for (const [n, device] of devices.entries()) device.add(`of ${n}`);
      for (const { device, act } of steps) await run(device, act);
      await quiet(0);
      await quiet(1);
      const stored = parseJson((await village.store.subsettingOf(ME, 'user-home-feeds')) ?? '');
      expect(namesOf(stored as readonly OwnFeed[])).toEqual(
        expect.arrayContaining(['of 0', 'of 1']),
      );
      expect(devices.map(({ world }) => [world.value(), world.said])).toEqual([
        ['ready', []],
        ['ready', []],
      ]);
    }),
    { numRuns: runs(100) },
  );
});

test('INV-BASE settings that two devices change at once are both saved', async () => {
  const village = openVillage();
  const [one, two] = [openDevice('settings').world, openDevice('settings').world];
  let at = NOW - 200;
  const step = async (world: World): Promise<void> => {
    world.wait(1_000);
    sign(world, at++);
    await answer(village, world);
  };
  for (const world of [one, two]) await step(world);
  one.change({ theme: 'ice' });
  two.change({ animated: false });
  // both load the same version before one of them saves
  for (const world of [one, two, one, two, two, two]) await step(world);
  const saved = parseJson((await village.store.settingsOf(ME)) ?? '') as { content: string };
  expect(parseJson(saved.content)).toMatchObject({ theme: 'ice', animated: false });
  expect([one.value(), two.value()]).toEqual(['ready', 'ready']);
});

describe('a save refused for a newer version', () => {
  const before = ({ bus }: ReturnType<typeof startSync>) =>
    bus.open().map(({ query }) => (query.payload as { before?: string }).before);
  /** Return a sync whose change is being saved on top of that version. */
  const saving = (isLocal = true) => {
    const world = startSync(true, isLocal);
    world.wait(1_000);
    world.settle();
    world.bus.answer({ events: [ICE] });
    world.change({ animated: false });
    world.wait(1_000);
    if (isLocal) {
      world.settle();
      world.bus.answer({ events: [ICE] });
    } else world.signer.refuse();
    world.settle();
    return world;
  };

  test('INV-BASE SETTINGS-02 is repeated on top of it', () => {
    const world = saving();
    expect(before(world)).toEqual([ICE.id]);
    world.bus.refuse('set_app_settings', 'changed since');
    world.settle();
    expect(world.verbs()).toEqual(['get_app_settings']);
    const newer = stored('{"theme":"sunset"}', A, 1_800_000_000);
    world.bus.answer({ events: [newer] });
    world.settle();
    expect([JSON.parse(world.saving() ?? ''), before(world)]).toEqual([
      { theme: 'sunset', animated: false, description: 'Sync app settings' },
      [newer.id],
    ]);
    world.bus.answer({ events: [] });
    expect([world.value(), world.said]).toEqual(['ready', []]);
  });

  test('INV-BASE an external signer is prompted for the newer version, and not overwritten', () => {
    const world = saving(false);
    expect(world.verbs()).toEqual(['set_app_settings']);
    world.bus.refuse('set_app_settings', 'changed since');
    expect(world.signer.open()).toMatchObject([
      { quiet: false, reason: saying('Read your settings') },
    ]);
  });

  test('INV-PROGRESS five refusals in turn end with a warning, and the next change tries again', () => {
    const world = saving();
    const refuse = () => {
      world.bus.refuse('set_app_settings', 'changed since');
      world.settle();
    };
    const again = () => {
      world.bus.answer({ events: [ICE] });
      world.settle();
    };
    for (let turn = 0; turn < 5; turn++) {
      refuse();
      again();
    }
    refuse();
    expect([world.value(), world.said]).toEqual(['unsaved', ['warning: Failed to save settings']]);
    world.change({ theme: 'sunset' });
    world.wait(1_000);
    world.settle();
    again();
    refuse();
    expect(world.verbs()).toEqual(['get_app_settings']);
  });

  test('INV-BASE the default settings and lists have a version, too', () => {
    const world = startSync(true);
    world.wait(1_000);
    world.settle();
    world.bus.answer({ claims: [DEFAULTS] });
    world.change({ animated: false });
    world.wait(1_000);
    world.settle();
    world.bus.answer({ claims: [DEFAULTS] });
    world.settle();
    expect(before(world)).toEqual(['']);
    const list = startSync(true, true, 'homeFeeds');
    list.change({ feeds: { before: [feed('a')], after: [feed('a'), feed('b')] } });
    for (let asked = 0; asked < 2; asked++) {
      list.wait(1_000);
      list.settle();
      list.bus.answer({
        claims: [{ claim: 'other', kind: RESULT.AppSubsettings, content: [feed('a')] }],
      });
    }
    list.settle();
    const hash = createHash('sha256').update(JSON.stringify([feed('a')]));
    expect(before(list)).toEqual([hash.digest('hex')]);
  });
});
