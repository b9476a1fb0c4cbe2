import { saying } from '../../../../tests/support/views/in-english.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { RELAYS } from '../../../../tests/support/publish/outbox-world.ts';
import {
  CONTENT,
  publishing,
  startProfileEdit as start,
  TAGS,
} from '../../../../tests/support/account/profile-edit-world.ts';
import { isPausedUnsure } from '../../../events/account/lists/list-base.ts';
import { PROFILE_FIELDS } from '../../../events/account/profile/profile-fields.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';
import { inSeconds, seconds } from '../../../events/core/time.ts';
import { runs } from '../../../../tests/support/runs.ts';

describe('a base', () => {
  test('INV-BASE neither typing nor saving is possible before an answer; a retry asks again', () => {
    const world = start();
    for (const name of ['cache', ...RELAYS]) world.down.add(name);
    world.type({ about: 'x' });
    world.say();
    expect([world.value(), world.context().fields.about]).toEqual(['unknown', '']);
    world.send({ type: 'profile.save', now: seconds(world.now()) });
    expect(world.value()).toBe('unknown');
    world.down.clear();
    const now = world.now() + 5;
    world.send({ type: 'profile.retry', now: seconds(now) });
    world.say();
    expect([world.value(), world.context().fields.name, world.context().now]).toEqual([
      'editing',
      'ann',
      now,
    ]);
  });

  test('RELAY-08 paused relays are a risk until the service has the version that was saved here', () => {
    const world = publishing();
    world.tab.sign();
    world.relays('accepted');
    const [saved] = world.tab.records().flatMap(({ event }) => event ?? []);
    for (const url of RELAYS) for (const set of [world.down, world.paused]) set.add(url);
    world.type({ website: 'https://ann.example' });
    world.save();
    expect([world.value(), isPausedUnsure(world.context().base)]).toEqual(['reviewing', true]);
    world.send({ type: 'profile.back' });
    world.held.set('cache', saved);
    world.save();
    expect([world.value(), isPausedUnsure(world.context().base)]).toEqual(['reviewing', false]);
  });

  test('INV-BASE slow sources are waited for: there is no decision without an answer, nor a save before all', () => {
    const world = start();
    elapse(world.clock, 5_000);
    expect(world.value()).toBe('fetching');
    world.say();
    world.type({ about: 'hello' });
    world.send({ type: 'profile.save', now: seconds(world.now()) });
    world.tab.bus.answer({ events: [world.first] }, 'user_infos');
    elapse(world.clock, 5_000);
    expect([world.value(), world.context().plan]).toEqual(['fetching', undefined]);
    world.say();
    expect(world.value()).toBe('reviewing');
  });

  test('INV-BASE a rejected version makes the base unknown, on opening and on saving', () => {
    const world = start();
    world.say();
    world.type({ about: 'hello' });
    const event = world.made('{"name":"new"}', world.now());
    world.refused.add(event.id);
    world.held.set(RELAYS[1], event);
    world.save();
    expect([world.value(), world.context().note, world.drafted()]).toEqual([
      'editing',
      'network',
      [],
    ]);
    expect(world.context().base).toMatchObject({
      state: 'unknown',
      why: { reason: 'unreadable', sources: [RELAYS[1]] },
    });
  });

  test('INV-BASE INV-SHRINK a version that was signed here, failed and was discarded is no base', () => {
    const world = publishing();
    world.tab.sign();
    world.relays('rejected');
    const given = world.tab.records()[0]?.event;
    expect([world.value(), given?.content.includes('hello')]).toEqual(['failed', true]);
    world.send({ type: 'profile.giveUp' });
    if (given)
      for (const name of world.held.keys())
        world.held.set(name, name === 'cache' ? given : world.first);
    world.type({ about: '', website: 'https://ann.example' });
    world.save();
    world.confirm();
    expect(world.drafted().at(-1)?.content).not.toContain('hello');
    expect(world.drafted().at(-1)?.content).toContain('https://ann.example');
    expect(world.drafted().at(-1)?.created_at).toBeGreaterThan(
      inSeconds(given?.created_at ?? seconds(0)),
    );
  });

  test('INV-BASE the version from opening is no base: without final answers nothing is built', () => {
    const world = start();
    world.say();
    world.type({ about: 'hello' });
    for (const name of ['cache', ...RELAYS]) world.down.add(name);
    world.save();
    expect([world.value(), world.context().note, world.context().fields.about]).toEqual([
      'editing',
      'network',
      'hello',
    ]);
    expect(world.context().plan).toBeUndefined();
    world.send({ type: 'profile.save', now: seconds(world.now()) });
    elapse(world.clock, 12_000, 1_000);
    expect([world.value(), world.drafted()]).toEqual(['editing', []]);
  });

  test('INV-NEWEST the newest version from any source is the base', () => {
    const world = start();
    world.say();
    world.type({ about: 'hello' });
    world.held.set(RELAYS[1], world.made('{"name":"ann","pronouns":"she"}', world.now() - 5));
    world.down.add('cache');
    world.save();
    world.confirm();
    expect(world.drafted()[0]?.content).toBe('{"name":"ann","pronouns":"she","about":"hello"}');
  });

  test('a first profile is created if the caching service and a relay report none', () => {
    const world = start();
    for (const name of world.held.keys()) world.held.set(name, undefined);
    world.say();
    expect(world.context().base.state).toBe('none');
    world.type({ name: 'ann' });
    world.save();
    world.confirm();
    expect(world.drafted()).toMatchObject([{ kind: 0, tags: [], content: '{"name":"ann"}' }]);
  });

  test('a version that is signed here and not accepted yet is a base as well', () => {
    const world = publishing();
    world.tab.sign();
    world.relays('rejected');
    expect(world.value()).toBe('failed');
    world.send({ type: 'profile.close' });
    expect(world.tab.records()).toHaveLength(1);
  });
});

describe('saving', () => {
  test('PROFILE-10 INV-PRESERVE INV-OUTCOME the exact change is shown, the rest stays, acceptance saves it', () => {
    const world = start();
    world.say();
    world.type({ about: 'hello ', name: 'ann' });
    world.save();
    expect([world.value(), world.context().plan?.changes]).toEqual([
      'reviewing',
      [{ field: 'about', from: '', to: 'hello' }],
    ]);
    expect(world.drafted()).toEqual([]);
    world.confirm();
    expect(world.drafted()).toMatchObject([
      { kind: 0, tags: TAGS, content: `${CONTENT.slice(0, -1)},"about":"hello"}` },
    ]);
    world.tab.sign();
    expect([world.value(), world.context().note]).toEqual([{ publishing: 'watched' }, undefined]);
    world.relays('accepted');
    expect([world.value(), world.context().note, world.context().shown.about]).toEqual([
      'editing',
      'saved',
      'hello',
    ]);
    expect(world.context()).toMatchObject({ plan: undefined, job: undefined, problems: {} });
    world.type({ about: 'hello again' });
    expect(world.context().note).toBeUndefined();
  });

  test('INV-SERIAL the new version is dated after its base, even if that is ahead of this clock', () => {
    const world = publishing(start({ age: -300 }));
    expect(world.drafted().map(({ created_at }) => created_at)).toEqual([
      inSeconds(world.first.created_at) + 1,
    ]);
  });

  test('a change by another app during the review is shown again, and is published', () => {
    const world = start();
    world.say();
    world.type({ about: 'hello' });
    world.save();
    world.elsewhere('{"name":"ann","about":"hi","website":"ann.example"}');
    world.confirm();
    expect([world.value(), world.context().plan?.changes]).toEqual([
      'reviewing',
      [{ field: 'about', from: 'hi', to: 'hello' }],
    ]);
    world.confirm();
    expect(world.drafted()[0]?.content).toBe(
      '{"name":"ann","about":"hello","website":"ann.example"}',
    );
  });

  test('INV-PRESERVE a replaced invalid profile is shown, and consent to one is none to another', () => {
    const world = start({ content: 'no profile' });
    world.say();
    world.type({ name: 'ann', about: 'hello' });
    world.save();
    expect([world.value(), world.context().plan?.lost]).toEqual(['reviewing', 'no profile']);
    world.elsewhere('nor this');
    world.confirm();
    expect([world.value(), world.context().plan?.lost]).toEqual(['reviewing', 'nor this']);
    world.confirm();
    expect(world.drafted().map(({ content }) => content)).toEqual([
      '{"name":"ann","about":"hello"}',
    ]);
  });

  test('an error is shown beside its field, and an unchanged profile is not published', () => {
    const world = start();
    world.say();
    world.type({ name: 'a b', website: 'javascript:x' });
    world.save();
    expect([world.value(), world.context().problems]).toEqual([
      'editing',
      { name: 'characters', website: 'url' },
    ]);
    world.type({ name: 'ann', website: '' });
    world.save();
    expect([world.context().problems, world.context().note]).toEqual([{}, 'unchanged']);
    world.type({ about: 'hi' });
    world.elsewhere('{"name":"ann","about":"hi"}');
    world.save();
    expect([world.value(), world.context().note, world.drafted()]).toEqual([
      'editing',
      'unchanged',
      [],
    ]);
  });

  test('back from the review, everything typed is still there', () => {
    const world = start();
    world.say();
    world.type({ about: 'hello' });
    world.save();
    world.send({ type: 'profile.back' });
    expect([world.value(), world.context().fields.about, world.drafted()]).toEqual([
      'editing',
      'hello',
      [],
    ]);
  });
});

describe('results', () => {
  test('PUBLISH-02 an unsigned version is reported and discarded, so it is never signed on an old base', () => {
    const world = publishing();
    world.tab.refuse();
    expect([world.value(), world.context().note, world.context().fields.about]).toEqual([
      'editing',
      'unsigned',
      'hello',
    ]);
    expect(world.tab.records().map(({ discarded }) => discarded)).toEqual([true]);
    // another save shows the review again, without the last result
    world.send({ type: 'profile.save', now: seconds(world.now()) });
    expect(world.context().note).toBeUndefined();
    world.say();
    expect([world.value(), world.drafted()]).toEqual(['reviewing', [world.drafted()[0]]]);
  });

  test("PROFILE-10 'Failed to update profile, please try again': it is resent as signed, or discarded", () => {
    const world = publishing();
    world.tab.sign();
    world.relays('rejected');
    expect(world.value()).toBe('failed');
    expect(world.news).toEqual([
      {
        type: 'list.failed',
        list: 'profile',
        message: saying('Failed to update profile, please try again'),
      },
    ]);
    world.send({ type: 'profile.retry', now: seconds(world.now()) });
    expect(world.value()).toEqual({ publishing: 'watched' });
    expect(new Set(world.deliveries.map(({ event }) => event.id)).size).toBe(1);
    world.relays('rejected');
    world.send({ type: 'profile.giveUp' });
    expect([world.value(), world.context().fields.about]).toEqual(['editing', 'hello']);
    world.save();
    // the discarded version is no base
    expect(world.context().plan?.changes).toEqual([{ field: 'about', from: '', to: 'hello' }]);
  });

  test('E-19 an OK that comes late still counts', () => {
    const world = publishing();
    world.tab.sign();
    const [late] = world.waiting();
    world.relays('rejected');
    expect(world.value()).toBe('failed');
    if (late) world.answer(late, 'accepted');
    expect([world.value(), world.context().note]).toEqual(['editing', 'saved']);
  });

  test('leaving while sending notifies only of a failure; returning shows the state', () => {
    const gone = publishing();
    gone.send({ type: 'profile.close' });
    expect(gone.value()).toEqual({ publishing: 'left' });
    gone.send({ type: 'profile.open' });
    expect(gone.value()).toEqual({ publishing: 'watched' });
    gone.send({ type: 'profile.close' });
    gone.tab.sign();
    gone.relays('rejected');
    expect([gone.actor.getSnapshot().status, gone.news.map(({ type }) => type)]).toEqual([
      'done',
      ['list.failed', 'xstate.done.actor.edit'],
    ]);
    const fine = publishing();
    fine.send({ type: 'profile.close' });
    fine.tab.sign();
    fine.relays('accepted');
    expect([fine.actor.getSnapshot().status, fine.news.map(({ type }) => type)]).toEqual([
      'done',
      ['profile.saved', 'xstate.done.actor.edit'],
    ]);
  });
});

describe('relays refuse the profile because they have a newer one', () => {
  const REPLACED = 'replaced: have newer event';
  const refuse = (world: ReturnType<typeof start>) => {
    world.tab.sign();
    world.relays('rejected', REPLACED);
  };
  const newestText = (world: ReturnType<typeof start>) => world.drafted().at(-1)?.content;

  test('PROFILE-10 INV-PRESERVE another field was changed elsewhere: the change is put on that one', () => {
    const world = publishing();
    const theirs = world.elsewhere(CONTENT.replace('"ann"', '"anna"'));
    refuse(world);
    expect(world.value()).toBe('fetching');
    world.say();
    expect(world.value()).toEqual({ publishing: 'watched' });
    expect(newestText(world)).toContain('"anna"');
    expect(newestText(world)).toContain('hello');
    expect(world.drafted().at(-1)?.created_at).toBeGreaterThan(inSeconds(theirs.created_at));
    world.tab.sign();
    world.relays('accepted');
    expect([world.value(), world.context().note]).toEqual(['editing', 'saved']);
    expect(world.tab.records().map(stateOf)).toEqual(['discarded', 'accepted']);
  });

  test('PROFILE-10 the same field was changed elsewhere: the change is shown again, and not merged', () => {
    const world = publishing();
    world.elsewhere(CONTENT.replace('"ann"', '"ann","about":"theirs"'));
    refuse(world);
    world.say();
    expect([world.value(), world.drafted()]).toMatchObject(['reviewing', { length: 1 }]);
    expect(world.context().plan?.changes).toMatchObject([{ from: 'theirs', to: 'hello' }]);
  });

  test('INV-PROGRESS after four refused versions the save fails', () => {
    const world = publishing();
    for (let round = 0; round < 4; round++) {
      refuse(world);
      world.say();
    }
    expect([world.value(), world.drafted().length]).toEqual(['failed', 4]);
  });
});

test('INV-PRESERVE no field and no tag is lost for any input and any base', () => {
  const theirs = fc.dictionary(
    fc
      .string()
      .filter((key) => !['name', 'display_name', 'displayName', ...PROFILE_FIELDS].includes(key)),
    fc.jsonValue(),
  );
  const tags = fc.array(fc.array(fc.string(), { minLength: 1 }));
  const typed = fc.record(
    {
      about: fc.string(),
      displayName: fc.string({ maxLength: 60 }),
      website: fc.constantFrom('', 'ann.example'),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(theirs, tags, typed, (fields, held, change) => {
      const before = JSON.stringify({ name: 'ann', ...fields });
      const world = start({ content: before, tags: held });
      world.say();
      world.type(change);
      world.save();
      world.confirm();
      const [draft] = world.drafted();
      if (!draft) return;
      // as text: existing content is unchanged, and new content follows it
      const there = before.slice(0, -1);
      expect(draft.content.slice(0, there.length)).toBe(there);
      const fresh: unknown = JSON.parse(`{${draft.content.slice(there.length + 1)}`);
      expect(['about', 'display_name', 'website']).toEqual(
        expect.arrayContaining(Object.keys(Object(fresh))),
      );
      expect(draft.tags).toEqual(held);
    }),
    { numRuns: runs(60) },
  );
});
