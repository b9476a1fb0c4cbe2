import fc from 'fast-check';
import { type AnyActorRef, createActor, SimulatedClock } from 'xstate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { brokenRequest } from '../../../../tests/support/connection/broken-request.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { verified } from '../../../../tests/support/connection/fake-cache.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { endOf, planted } from '../../../../tests/support/machines/planted.ts';
import { profileMachine } from './profile.machine.ts';
import { runs } from '../../../../tests/support/runs.ts';

// XState warns about answers to stopped actors, which these tests send on purpose
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

function start(logic = profileMachine) {
  const clock = new SimulatedClock();
  const fake = fakeBus();
  const actor = createActor(logic, { input: { bus: fake.bus, viewer: 'v' }, clock }).start();
  const show = (pubkey: string) => actor.send({ type: 'profile.show', pubkey });
  return {
    actor,
    clock,
    fake,
    show,
    extras: () => actor.getSnapshot().context.extras,
    tag: (tag: 'loading' | 'ready' | 'failed') => actor.getSnapshot().hasTag(tag),
  };
}

const UNKNOWN = {
  followedBy: undefined,
  followsViewer: undefined,
  latestReads: undefined,
  popular: undefined,
  hidden: undefined,
  rejection: undefined,
};

test('PROFILE-03 failing requests stay isolated: the profile fails, and another one can be shown', () => {
  const { actor, show, tag } = start(
    profileMachine.provide({ actors: { request: brokenRequest } }),
  );
  for (const pubkey of ['a', 'b']) {
    show(pubkey);
    expect([actor.getSnapshot().status, tag('failed'), actor.getSnapshot().context.pubkey]).toEqual(
      ['active', true, pubkey],
    );
  }
});

describe('one profile', () => {
  test('PROFILE-01 PROFILE-03 LIMIT-02 it requests profile, mutual follows, follow back, 2 reads, 5 notes', () => {
    const { fake, show } = start();
    expect(fake.open()).toEqual([]);
    show('a');
    expect(Object.fromEntries(fake.open().map(({ query }) => [query.verb, query.payload]))).toEqual(
      {
        user_profile: { pubkey: 'a', user_pubkey: 'v' },
        user_profile_followed_by: { pubkey: 'a', user_pubkey: 'v', limit: 6 },
        is_user_following: { pubkey: 'a', user_pubkey: 'v' },
        long_form_content_feed: { pubkey: 'a', user_pubkey: 'v', notes: 'authored', limit: 2 },
        user_profile_scored_content: { pubkey: 'a', user_pubkey: 'v', limit: 5 },
      },
    );
  });

  test('PROFILE-03 each answer adds its part, and only events of this account', () => {
    const { fake, show, extras, tag } = start();
    show('a');
    expect([tag('loading'), extras()]).toEqual([true, UNKNOWN]);
    fake.answer(
      { claims: [{ claim: 'filtering', action: 'block', pubkey: 'a', group: 'spam' }] },
      'user_profile',
    );
    expect([tag('ready'), extras().hidden?.group, extras().rejection]).toEqual([
      true,
      'spam',
      undefined,
    ]);
    fake.answer(
      { events: [verified({ id: 'm', kind: 0, pubkey: 'friend' }), verified({ id: 'x' })] },
      'user_profile_followed_by',
    );
    fake.answer(
      { claims: [{ claim: 'flag', flag: 'isFollowing', value: true }] },
      'is_user_following',
    );
    const mixed = [30023, 1].flatMap((kind) =>
      ['a', 'b'].map((pubkey) => verified({ id: `${kind}${pubkey}`, kind, pubkey })),
    );
    fake.answer({ events: mixed }, 'long_form_content_feed');
    fake.answer({ events: mixed }, 'user_profile_scored_content');
    expect(extras()).toMatchObject({
      followedBy: ['friend'],
      followsViewer: true,
      latestReads: ['30023a'],
      popular: ['1a'],
    });
  });

  test("CACHE-09 no name gets 'Missing pubkey', an unknown account 'user not found'", () => {
    const { actor, fake, show, extras, tag } = start();
    const stats = {
      claim: 'userStats',
      follows: 0,
      followers: 0,
      notes: 0,
      replies: 0,
      articles: 0,
      media: 0,
      relays: 0,
      zaps: 0,
    } as const;
    const zero = { ...stats, satszapped: 0, timeJoined: undefined };
    show('');
    expect([fake.open(), extras().rejection, actor.getSnapshot().context.pubkey]).toEqual([
      [],
      'noPubkey',
      '',
    ]);
    const rejected = (pubkey: string, answer: Parameters<typeof fake.answer>[0]) => {
      show(pubkey);
      fake.answer(answer, 'user_profile');
      return [tag('ready'), extras().rejection];
    };
    expect(rejected('a', { claims: [{ ...zero, pubkey: 'a' }] })).toEqual([true, 'notFound']);
    expect(rejected('b', { claims: [{ ...zero, pubkey: 'a', notes: 3 }] })).toEqual([
      true,
      'notFound',
    ]);
    expect(rejected('c', { claims: [{ ...zero, pubkey: 'c', followers: 1 }] })).toEqual([
      true,
      undefined,
    ]);
    expect(rejected('d', { events: [verified({ id: 'm', kind: 0, pubkey: 'd' })] })).toEqual([
      true,
      undefined,
    ]);
    show('');
    expect([fake.open(), extras().rejection]).toEqual([[], 'noPubkey']);
  });

  test('INV-PROGRESS a silent service fails after 10 s, with a retry; a failing side request does not count', () => {
    const { actor, clock, fake, show, extras, tag } = start();
    show('a');
    fake.refuse('user_profile_followed_by');
    expect([tag('loading'), extras().followedBy]).toEqual([true, undefined]);
    elapse(clock, 10_000);
    expect(tag('failed')).toBe(true);
    actor.send({ type: 'profile.retry' });
    expect([tag('loading'), fake.open().length]).toEqual([true, 5]);
    fake.answer({}, 'user_profile');
    expect(tag('ready')).toBe(true);
  });
});

describe('another profile', () => {
  test('PROFILE-08 loading restarts with another key, and does nothing with the same', () => {
    const { fake, show, extras, tag } = start();
    show('a');
    fake.answer({}, 'user_profile');
    fake.answer(
      { events: [verified({ id: 'm', kind: 0, pubkey: 'friend' })] },
      'user_profile_followed_by',
    );
    show('a');
    expect([tag('ready'), fake.open().length]).toEqual([true, 3]);
    show('b');
    expect([tag('loading'), extras(), fake.open().length]).toEqual([true, UNKNOWN, 5]);
    expect(new Set(fake.open().map(({ query }) => query.payload?.['pubkey']))).toEqual(
      new Set(['b']),
    );
  });

  test('PROFILE-08 going back shows known data at once, and requests it again', () => {
    const { fake, show, extras, tag } = start();
    show('a');
    fake.answer(
      { events: [verified({ id: 'm', kind: 0, pubkey: 'friend' })] },
      'user_profile_followed_by',
    );
    show('b');
    show('a');
    expect([tag('loading'), extras().followedBy, fake.open().length]).toEqual([
      true,
      ['friend'],
      5,
    ]);
  });

  test('PROFILE-08 the history keeps the last ten profiles, each once', () => {
    const { actor, show } = start();
    const history = () => actor.getSnapshot().context.history.map(({ pubkey }) => pubkey);
    for (let n = 0; n < 12; n++) show(`p${n}`);
    expect(history()).toEqual(Array.from({ length: 10 }, (_, n) => `p${n + 1}`));
    show('p5');
    expect(history()).toEqual(['p1', 'p2', 'p3', 'p4', 'p6', 'p7', 'p8', 'p9', 'p10', 'p11']);
  });
});

type Move = { do: 'show'; key: string } | { do: 'answer'; which: number; late: boolean };
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.constantFrom('a', 'b', 'c').map((key): Move => ({ do: 'show', key })),
  fc.tuple(fc.nat(30), fc.boolean()).map(([which, late]): Move => ({ do: 'answer', which, late })),
);

/** Answers name their requested key. Data stored for a key must come from such an answer. */
const holds = (logic: typeof profileMachine) =>
  fc.property(fc.array(move, { maxLength: 30, size: 'max' }), (script) => {
    const { actor, fake, show } = start(logic);
    const asked = new Map<AnyActorRef, string>();
    for (const one of script) {
      if (one.do === 'show') show(one.key);
      for (const { from, query } of fake.open()) asked.set(from, String(query.payload?.['pubkey']));
      if (one.do === 'answer') {
        const [from, key] = [...asked][one.which % Math.max(1, asked.size)] ?? [];
        if (!from || (!one.late && from.getSnapshot().status !== 'active')) continue;
        from.send({
          type: 'answer.partReceived',
          events: [verified({ id: 'm', kind: 0, pubkey: `of ${key}` })],
          referenced: [],
          claims: [],
        });
        from.send({ type: 'answer.ended' });
      }
      const { pubkey, extras, history } = actor.getSnapshot().context;
      for (const known of [{ pubkey, extras }, ...history])
        expect(known.extras.followedBy ?? [`of ${known.pubkey}`]).toEqual([`of ${known.pubkey}`]);
      expect(history.length).toBeLessThanOrEqual(10);
    }
  });

test('PROFILE-08 INV-TAGGED answers for an earlier key are ignored in any order', () => {
  fc.assert(holds(profileMachine), { numRuns: runs(100) });
});

test('INV-TAGGED a profile whose former requests go on is caught (planted)', () => {
  const going = planted(profileMachine, ({ on, states }) => {
    const { shown } = states ?? {};
    if (!on?.['profile.show'] || !shown) return;
    shown['on'] = { 'profile.show': { guard: 'isOther', actions: 'show' } as never };
  });
  expect(endOf(holds(going))).toBe('AssertionError');
});
