import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  CONTENT,
  publishing,
  startProfileEdit,
} from '../../../../tests/support/account/profile-edit-world.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { ME, RELAYS } from '../../../../tests/support/publish/outbox-world.ts';
import { inSeconds } from '../../../events/core/time.ts';
import { type ProfileSaved, profileRecheckMachine } from './profile-recheck.machine.ts';

/** Save the about text, and start the watch over the saved version. */
function saved(world = publishing()) {
  world.tab.sign();
  world.relays('accepted');
  const news = world.news.find((one): one is ProfileSaved => one.type === 'profile.saved');
  if (!news) throw new Error('the editor did not say that it has saved');
  const { version, before, wanted } = news;
  const { bus } = world.tab.actor.getSnapshot().context;
  const { scope } = world.tab;
  const actor = createActor(profileRecheckMachine, {
    input: { account: ME, bus, scope, relays: RELAYS, version, before, wanted },
    clock: world.clock,
  }).start();
  const at = inSeconds(version.created_at);
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
