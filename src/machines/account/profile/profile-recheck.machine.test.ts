import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  CONTENT,
  publishing,
  startProfileEdit,
} from '../../../../tests/support/account/profile-edit-world.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { ME, RELAYS } from '../../../../tests/support/publish/outbox-world.ts';
import { inSeconds, seconds } from '../../../events/core/time.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';
import { leftProfile } from './left-profile.ts';
import {
  type ProfileSaved,
  profileRecheckMachine,
  type SavedProfile,
} from './profile-recheck.machine.ts';

type World = ReturnType<typeof startProfileEdit>;

/** Save the about text, and start the watch over the saved version. */
function saved(world = publishing()) {
  world.tab.sign();
  world.relays('accepted');
  const news = world.news.find((one): one is ProfileSaved => one.type === 'profile.saved');
  if (!news) throw new Error('the editor did not say that it has saved');
  return watched(world, news);
}

/** Start the watch of a new page over the save of an earlier page, `age` seconds after it. */
function left(world: World, age = 1) {
  const { records } = world.tab.actor.getSnapshot().context;
  const saved = leftProfile(ME, records, seconds(world.now() + age));
  if (!saved || saved === 'sending') throw new Error(`nothing was left: ${saved}`);
  return watched(world, saved);
}

function watched(world: World, { version, at: date, ...saved }: SavedProfile) {
  const { bus } = world.tab.actor.getSnapshot().context;
  const { scope } = world.tab;
  const actor = createActor(profileRecheckMachine, {
    input: { ...saved, account: ME, bus, scope, relays: RELAYS, version, at: date },
    clock: world.clock,
  }).start();
  const at = inSeconds(date);
  /** The version of another device, on all sources. */
  const other = (content: string, later: number) => {
    const theirs = world.made(content, at + later);
    for (const name of world.held.keys()) world.held.set(name, theirs);
    return theirs;
  };
  const look = (seconds: number) => {
    elapse(world.clock, seconds * 1_000);
    world.say();
  };
  const newest = () => world.drafted().at(-1)?.content;
  const notices = () => world.tab.told.flatMap(({ message }) => message?.code ?? []);
  return {
    world,
    version,
    actor,
    other,
    look,
    newest,
    notices,
    value: () => actor.getSnapshot().value,
  };
}

const FIRST = 5.1;
const WEBSITE = CONTENT.replace('"ann"', '"ann","website":"https://w.example"');

describe('INV-NO-LOSS PROFILE-10 a profile that another device overwrote', () => {
  test('with other fields gets the change again, on its newest version', () => {
    const it = saved();
    const theirs = it.other(WEBSITE, 1);
    it.look(FIRST);
    expect([it.value(), it.newest()]).toEqual(['again', expect.stringContaining('hello')]);
    expect(it.newest()).toContain('w.example');
    expect(it.world.drafted().at(-1)?.created_at).toBeGreaterThan(inSeconds(theirs.created_at));
    it.world.tab.sign();
    it.world.relays('accepted');
    expect(it.value()).toBe('watching');
    it.other(it.newest() ?? '', 2);
    it.look(FIRST);
    it.look(18.1);
    elapse(it.world.clock, 5_000);
    expect([it.value(), it.world.drafted().length]).toEqual(['ended', 2]);
  });

  test('in the same field is named to the user, and nothing is signed', () => {
    const it = saved();
    it.other(CONTENT.replace('"ann"', '"ann","about":"theirs"'), 1);
    it.look(FIRST);
    expect([it.value(), it.world.drafted().length]).toEqual(['ended', 1]);
    expect(it.notices()).toEqual(['profile.overwritten']);
  });

  test('is left alone if it keeps the change, or is dated after others could see it', () => {
    for (const [content, later] of [
      [WEBSITE.replace('"ann"', '"ann","about":"hello"'), 1],
      [WEBSITE, 3],
    ] as const) {
      const it = saved();
      it.other(content, later);
      it.look(FIRST);
      it.look(18.1);
      elapse(it.world.clock, 5_000);
      expect([it.value(), it.world.drafted().length]).toEqual(['ended', 1]);
      expect(it.notices()).toEqual([]);
    }
  });

  test('twice more is named to the user instead of a fourth save', () => {
    const it = saved();
    for (const later of [1, 3, 5]) {
      it.other(WEBSITE.replace('w.example', `w${later}.example`), later);
      it.look(FIRST);
      it.world.tab.sign();
      it.world.relays('accepted');
    }
    expect([it.value(), it.world.drafted().length]).toEqual(['ended', 3]);
    expect(it.notices()).toEqual(['profile.overwritten']);
  });

  test('is named to the user if the second version is not signed', () => {
    const it = saved();
    it.other(WEBSITE, 1);
    it.look(FIRST);
    it.world.tab.refuse();
    expect([it.value(), it.notices()]).toEqual(['ended', ['profile.overwritten']]);
  });
});

describe('INV-NO-LOSS PROFILE-10 a profile that an earlier page was saving when it was closed', () => {
  const THEIRS = CONTENT.replace('"ann"', '"ann","about":"theirs"');
  const LAST = 25.1;
  const jobs = ({ tab }: World) => tab.records().map((record) => stateOf(record));

  test('is put on the version of another device that overwrote it', () => {
    const world = publishing();
    world.tab.sign();
    world.relays('accepted');
    const it = left(world);
    it.other(WEBSITE, 1);
    it.look(FIRST);
    expect(it.value()).toBe('watching');
    it.look(LAST);
    expect([it.value(), it.newest()]).toEqual(['again', expect.stringContaining('hello')]);
    expect(it.newest()).toContain('w.example');
  });

  test('is put on a newer version if relays refused it, and replaces the refused job', () => {
    const world = publishing();
    world.send({ type: 'profile.close' });
    world.tab.sign();
    world.relays('rejected', 'replaced: have newer event');
    expect(jobs(world)).toEqual(['failed']);
    const it = left(world);
    it.other(WEBSITE, 60);
    it.look(2.1);
    expect([it.newest(), jobs(world)]).toEqual([
      expect.stringContaining('hello'),
      ['discarded', 'drafted'],
    ]);
    expect(it.newest()).toContain('w.example');
    it.world.tab.sign();
    it.world.relays('accepted');
    expect([it.value(), jobs(world)]).toEqual(['watching', ['discarded', 'accepted']]);
  });

  test('is signed on the newest version if its page closed before the signature', () => {
    const world = publishing();
    const it = left(world);
    it.look(FIRST);
    expect(jobs(world)).toEqual(['drafted']);
    it.look(LAST);
    expect([it.newest(), jobs(world)]).toEqual([
      expect.stringContaining('hello'),
      ['discarded', 'drafted'],
    ]);
  });

  test('is named to the user if the other version changed the same field, and its job stays', () => {
    const world = publishing();
    const it = left(world);
    it.other(THEIRS, 60);
    it.look(LAST);
    expect([it.value(), it.notices(), jobs(world)]).toEqual([
      'ended',
      ['profile.overwritten'],
      ['drafted'],
    ]);
  });

  test('is left alone without an answer, if the signer refused it, and ten minutes later', () => {
    const world = publishing();
    const it = left(world);
    for (const name of world.held.keys()) world.down.add(name);
    it.look(LAST);
    expect([it.value(), jobs(world)]).toEqual(['watching', ['drafted']]);
    expect(() => left(world, 601)).toThrow('nothing was left');
    world.send({ type: 'profile.close' });
    world.tab.refuse();
    expect(() => left(world)).toThrow('nothing was left');
  });

  test('waits until relays have answered', () => {
    const world = publishing();
    world.tab.sign();
    expect(() => left(world)).toThrow('nothing was left: sending');
  });
});

test('PROFILE-10 the editor reports its saved version, also after its screen was closed', () => {
  const world = startProfileEdit();
  publishing(world);
  world.send({ type: 'profile.close' });
  const it = saved(world);
  expect(it.actor.getSnapshot().context).toMatchObject({
    wanted: { about: 'hello' },
    before: { about: '', name: 'ann' },
  });
});
