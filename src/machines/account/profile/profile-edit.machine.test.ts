import { saying } from '../../../../tests/support/views/in-english.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { RELAYS } from '../../../../tests/support/publish/outbox-world.ts';
import { CONTENT, publishing, startProfileEdit as start, TAGS } from '../../../../tests/support/account/profile-edit-world.ts';
import { PROFILE_FIELDS } from '../../../events/account/profile/profile-fields.ts';
import { inSeconds, seconds } from '../../../events/core/time.ts';

describe('a base', () => {
  test('INV-BASE nothing can be typed, let alone saved, before somebody said what is there; it is asked again on demand', () => {
    const world = start();
    for (const name of ['cache', ...RELAYS]) world.down.add(name);
    world.type({ about: 'x' });
    world.say();
    expect([world.value(), world.context().fields.about]).toEqual(['unknown', '']);
    world.send({ type: 'profile.save', now: seconds(world.now()) });
    expect(world.value()).toBe('unknown');
    world.down.clear();
    const now = world.now() + 5;
    world.send({ type: 'profile.again', now: seconds(now) });
    world.say();
    expect([world.value(), world.context().fields.name, world.context().now]).toEqual(['editing', 'ann', now]);
  });

  test('INV-BASE who is slow is waited for: nothing is decided while nobody has answered, nor saved before everybody was heard', () => {
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

  test('INV-BASE a version that is refused makes the base unknown, when it is opened and when it is saved', () => {
    const world = start();
    world.say();
    world.type({ about: 'hello' });
    const event = world.made('{"name":"new"}', world.now());
    world.refused.add(event.id);
    world.held.set(RELAYS[1], event);
    world.save();
    expect([world.value(), world.context().note, world.drafted()]).toEqual(['editing', 'network', []]);
    expect(world.context().base).toMatchObject({ state: 'unknown', why: { reason: 'unreadable', sources: [RELAYS[1]] } });
  });

  test('INV-BASE INV-SHRINK a version that was signed here, failed and was given up is no base', () => {
    const world = publishing();
    world.tab.sign();
    world.relays('rejected');
    const given = world.tab.records()[0]?.event;
    expect([world.value(), given?.content.includes('hello')]).toEqual(['failed', true]);
    world.send({ type: 'profile.giveUp' });
    if (given) for (const name of world.held.keys()) world.held.set(name, name === 'cache' ? given : world.first);
    world.type({ about: '', website: 'https://ann.example' });
    world.save();
    world.confirm();
    expect(world.drafted().at(-1)?.content).not.toContain('hello');
    expect(world.drafted().at(-1)?.content).toContain('https://ann.example');
    expect(world.drafted().at(-1)?.created_at).toBeGreaterThan(inSeconds(given?.created_at ?? seconds(0)));
  });

  test('INV-BASE what was there when it was opened is no base: where nobody answers at the end nothing is built', () => {
    const world = start();
    world.say();
    world.type({ about: 'hello' });
    for (const name of ['cache', ...RELAYS]) world.down.add(name);
    world.save();
    expect([world.value(), world.context().note, world.context().fields.about]).toEqual(['editing', 'network', 'hello']);
    expect(world.context().plan).toBeUndefined();
    world.send({ type: 'profile.save', now: seconds(world.now()) });
    elapse(world.clock, 12_000, 1_000);
    expect([world.value(), world.drafted()]).toEqual(['editing', []]);
  });

  test('INV-NEWEST the newest of all that anybody has is built on, wherever it is', () => {
    const world = start();
    world.say();
    world.type({ about: 'hello' });
    world.held.set(RELAYS[1], world.made('{"name":"ann","pronouns":"she"}', world.now() - 5));
    world.down.add('cache');
    world.save();
    world.confirm();
    expect(world.drafted()[0]?.content).toBe('{"name":"ann","pronouns":"she","about":"hello"}');
  });

  test('who has no profile yet makes one, if the caching service and a relay say so', () => {
    const world = start();
    for (const name of world.held.keys()) world.held.set(name, undefined);
    world.say();
    expect(world.context().base.state).toBe('none');
    world.type({ name: 'ann' });
    world.save();
    world.confirm();
    expect(world.drafted()).toMatchObject([{ kind: 0, tags: [], content: '{"name":"ann"}' }]);
  });

  test('a version that is signed here and not accepted yet is built on as well', () => {
    const world = publishing();
    world.tab.sign();
    world.relays('rejected');
    expect(world.value()).toBe('failed');
    world.send({ type: 'profile.close' });
    expect(world.tab.records()).toHaveLength(1);
  });
});

describe('saving', () => {
  test('PROFILE-10 INV-PRESERVE INV-OUTCOME the exact change is shown; all else stays; it is saved when somebody took it', () => {
    const world = start();
    world.say();
    world.type({ about: 'hello ', name: 'ann' });
    world.save();
    expect([world.value(), world.context().plan?.changes]).toEqual(['reviewing', [{ field: 'about', from: '', to: 'hello' }]]);
    expect(world.drafted()).toEqual([]);
    world.confirm();
    expect(world.drafted()).toMatchObject([{ kind: 0, tags: TAGS, content: `${CONTENT.slice(0, -1)},"about":"hello"}` }]);
    world.tab.sign();
    expect([world.value(), world.context().note]).toEqual([{ publishing: 'watched' }, undefined]);
    world.relays('accepted');
    expect([world.value(), world.context().note, world.context().shown.about]).toEqual(['editing', 'saved', 'hello']);
    expect(world.context()).toMatchObject({ plan: undefined, job: undefined, problems: {} });
    world.type({ about: 'hello again' });
    expect(world.context().note).toBeUndefined();
  });

  test('INV-SERIAL it is dated after its base, also where that is ahead of this clock', () => {
    const world = publishing(start({ age: -300 }));
    expect(world.drafted().map(({ created_at }) => created_at)).toEqual([inSeconds(world.first.created_at) + 1]);
  });

  test('what another app changed between the look and the yes is shown again, and is in what is published', () => {
    const world = start();
    world.say();
    world.type({ about: 'hello' });
    world.save();
    world.elsewhere('{"name":"ann","about":"hi","website":"ann.example"}');
    world.confirm();
    expect([world.value(), world.context().plan?.changes]).toEqual(['reviewing', [{ field: 'about', from: 'hi', to: 'hello' }]]);
    world.confirm();
    expect(world.drafted()[0]?.content).toBe('{"name":"ann","about":"hello","website":"ann.example"}');
  });

  test('INV-PRESERVE what is no profile and would give way is shown, and a yes to one such is none to another', () => {
    const world = start({ content: 'no profile' });
    world.say();
    world.type({ name: 'ann', about: 'hello' });
    world.save();
    expect([world.value(), world.context().plan?.lost]).toEqual(['reviewing', 'no profile']);
    world.elsewhere('nor this');
    world.confirm();
    expect([world.value(), world.context().plan?.lost]).toEqual(['reviewing', 'nor this']);
    world.confirm();
    expect(world.drafted().map(({ content }) => content)).toEqual(['{"name":"ann","about":"hello"}']);
  });

  test('what is wrong is said beside its field, and what changes nothing is not published', () => {
    const world = start();
    world.say();
    world.type({ name: 'a b', website: 'javascript:x' });
    world.save();
    expect([world.value(), world.context().problems]).toEqual(['editing', { name: 'characters', website: 'url' }]);
    world.type({ name: 'ann', website: '' });
    world.save();
    expect([world.context().problems, world.context().note]).toEqual([{}, 'unchanged']);
    world.type({ about: 'hi' });
    world.elsewhere('{"name":"ann","about":"hi"}');
    world.save();
    expect([world.value(), world.context().note, world.drafted()]).toEqual(['editing', 'unchanged', []]);
  });

  test('back from the look everything typed is still there', () => {
    const world = start();
    world.say();
    world.type({ about: 'hello' });
    world.save();
    world.send({ type: 'profile.back' });
    expect([world.value(), world.context().fields.about, world.drafted()]).toEqual(['editing', 'hello', []]);
  });
});

describe('what came of it', () => {
  test('PUBLISH-02 what was not signed is said, and is never signed later on an old base: it is discarded', () => {
    const world = publishing();
    world.tab.refuse();
    expect([world.value(), world.context().note, world.context().fields.about]).toEqual(['editing', 'unsigned', 'hello']);
    expect(world.tab.records().map(({ discarded }) => discarded)).toEqual([true]);
    // saved once more it is shown once more, and nothing is said of the last time
    world.send({ type: 'profile.save', now: seconds(world.now()) });
    expect(world.context().note).toBeUndefined();
    world.say();
    expect([world.value(), world.drafted()]).toEqual(['reviewing', [world.drafted()[0]]]);
  });

  test("PROFILE-10 'Failed to update profile, please try again': it is sent again as it was signed, or given up", () => {
    const world = publishing();
    world.tab.sign();
    world.relays('rejected');
    expect(world.value()).toBe('failed');
    expect(world.news).toEqual([{ type: 'list.failed', list: 'profile', message: saying('Failed to update profile, please try again') }]);
    world.send({ type: 'profile.again', now: seconds(world.now()) });
    expect(world.value()).toEqual({ publishing: 'watched' });
    expect(new Set(world.deliveries.map(({ event }) => event.id)).size).toBe(1);
    world.relays('rejected');
    world.send({ type: 'profile.giveUp' });
    expect([world.value(), world.context().fields.about]).toEqual(['editing', 'hello']);
    world.save();
    // what was given up is no base
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

  test('who leaves while it is on its way hears only if it failed; who comes back sees how it stands', () => {
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
    expect([fine.actor.getSnapshot().status, fine.news.map(({ type }) => type)]).toEqual(['done', ['xstate.done.actor.edit']]);
  });
});

test('INV-PRESERVE whatever is typed and whatever was there, no field and no tag is lost on the way to the signer', () => {
  const theirs = fc.dictionary(
    fc.string().filter((key) => !['name', 'display_name', 'displayName', ...PROFILE_FIELDS].includes(key)),
    fc.jsonValue(),
  );
  const tags = fc.array(fc.array(fc.string(), { minLength: 1 }));
  const typed = fc.record(
    { about: fc.string(), displayName: fc.string({ maxLength: 60 }), website: fc.constantFrom('', 'ann.example') },
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
      // as text: what is there stands as it stood, and what is new behind it
      const there = before.slice(0, -1);
      expect(draft.content.slice(0, there.length)).toBe(there);
      const fresh: unknown = JSON.parse(`{${draft.content.slice(there.length + 1)}`);
      expect(['about', 'display_name', 'website']).toEqual(expect.arrayContaining(Object.keys(Object(fresh))));
      expect(draft.tags).toEqual(held);
    }),
    { numRuns: 60 },
  );
});
