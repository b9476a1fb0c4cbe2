import { describe, expect, test } from 'vitest';
import { HERE } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { type Base, CACHE, UNKNOWN } from '../../../events/account/lists/list-base.ts';
import { planEdit } from '../../../events/account/lists/list-edit.ts';
import { follow } from '../../../events/account/lists/list-intents.ts';
import type { OwnVersions } from '../../../events/publish/outbox/list-versions.ts';
import type { Tag } from '../../../events/nostr/event.ts';
import { heardCache, heardRelay } from './base-answers.ts';
import { seconds } from '../../../events/core/time.ts';
import {
  agreedTo,
  baseOf,
  isAgreed,
  type Item,
  type ListEditContext,
  nextTime,
  NOTHING,
  plannedSecret,
  savedNews,
} from './list-edit-context.ts';
import { adopted, itemOf, keptOf, named, withOwn, withVersion } from './list-edit-decisions.ts';
import { decisions } from './list-edit-guards.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const NOW = 1_700_000_000;
const [ME, ANN, BOB, CAT] = ['1', 'a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
  string,
];
const list = (created_at: number, ...pubkeys: string[]) =>
  trusted({ pubkey: ME, kind: 3, created_at, tags: pubkeys.map((pubkey): Tag => ['p', pubkey]) });
const known = (event: ReturnType<typeof list>): Base => ({ state: 'known', event, unheard: [] });
const NONE: Base = { state: 'none', unheard: [] };
const OWN: OwnVersions = {
  given: new Set(),
  taken: [],
  sending: new Set(),
  byJob: new Map(),
  last: undefined,
};
const recalled = (
  own: Partial<OwnVersions> = {},
  versions: readonly ReturnType<typeof list>[] = [],
) => ({
  versions,
  own: { ...OWN, ...own },
  relays: [],
  now: seconds(NOW),
});
const nobody = undefined as never;
const context = (over: Partial<ListEditContext>): ListEditContext => ({
  list: 'follows',
  account: ME,
  bus: nobody,
  signer: nobody,
  scope: nobody,
  isOffline: false,
  ...HERE,
  requests: 0,
  silent: new Set(),
  queue: [],
  failures: [],
  unsaved: [],
  ...NOTHING,
  fault: 'network',
  ...over,
});
/** The user wants to follow Bob, and a version with Bob was signed on another base. */
const [on, ours] = [list(NOW - 100, ANN), list(NOW, ANN, BOB)];
const edit = (over: Partial<Item> = {}): Item => ({
  ...itemOf([follow(BOB)]),
  job: 'mine',
  version: { event: ours, state: 'kept', on, unheard: [], secret: undefined },
  ...over,
});
const state = (
  name: 'signed' | 'kept' | 'taken',
  event = ours,
  built: typeof on | undefined = on,
) => ({
  version: { event, state: name, on: built, unheard: [], secret: undefined },
});

describe('if a signed version may be saved', () => {
  const isPublishable = (base: Base, item: Partial<Item> = {}) =>
    decisions.isPublishable({ context: context({ base, queue: [edit(item)] }) });

  test('INV-SHRINK a version is good while nothing newer than its base exists', () => {
    expect([
      isPublishable(known(on)),
      isPublishable(NONE),
      isPublishable(known(list(NOW - 200, CAT))),
    ]).toEqual([true, true, true]);
    expect([isPublishable(UNKNOWN), isPublishable(known(on), { version: undefined })]).toEqual([
      false,
      false,
    ]);
    expect(decisions.isPublishable({ context: context({ base: known(on) }) })).toBe(false);
  });

  test('INV-SHRINK a newer version must be older than ours and contained in it, except for the edit', () => {
    const since = NOW - 50;
    expect(isPublishable(known(list(since, ANN)))).toBe(true);
    expect(isPublishable(known(list(since, ANN, CAT)))).toBe(false);
    expect(
      isPublishable(known(list(since, ANN, CAT)), { intents: [follow(BOB), follow(CAT, false)] }),
    ).toBe(true);
    expect(isPublishable(known(list(NOW + 1, ANN)))).toBe(false);
    expect(isPublishable(known(list(since, ANN)), state('kept', ours, undefined))).toBe(true);
    expect(isPublishable(known(trusted({ ...list(since, ANN), content: 'sealed' })))).toBe(false);
  });

  test('INV-BASE INV-SHRINK without a source that answered before signing it is not sent, unless accepted', () => {
    const without = (...unheard: string[]): Base => ({ ...known(on), unheard });
    const agreed = {
      version: { event: ours, state: 'kept', on, unheard: [CACHE], secret: undefined },
    } as const;
    expect([
      isPublishable(without(CACHE)),
      isPublishable(without(CACHE), agreed),
      isPublishable(without(CACHE, 'wss://a'), agreed),
    ]).toEqual([false, true, false]);
    expect(isPublishable({ state: 'none', unheard: [CACHE] })).toBe(false);
    expect(
      decisions.isAcceptedAndCurrent({
        context: context({ base: without(CACHE), queue: [edit(state('taken'))] }),
      }),
    ).toBe(true);
  });

  test('INV-OUTCOME it is saved if accepted and good, or if no source can be asked any more', () => {
    const judged = (base: Base, item: Partial<Item>) => {
      const given = { context: context({ base, queue: [edit(item)] }) };
      return [decisions.isAcceptedAndCurrent(given), decisions.isAcceptedWithoutSources(given)];
    };
    expect(judged(known(on), state('taken'))).toEqual([true, false]);
    expect(judged(known(on), state('kept'))).toEqual([false, false]);
    // unattended: a source that is silent now may have a newer version
    const doubtful = { version: { ...state('taken').version, isDoubtful: true } };
    expect(judged(known(on), doubtful)).toEqual([true, false]);
    expect(judged({ ...known(on), unheard: [CACHE] }, doubtful)).toEqual([false, false]);
    expect(judged(known(list(NOW + 1, CAT)), state('taken'))).toEqual([false, false]);
    expect(judged(UNKNOWN, state('taken'))).toEqual([false, true]);
    expect(judged(UNKNOWN, { version: { ...state('taken').version, isDoubtful: true } })).toEqual([
      false,
      false,
    ]);
    expect(judged(UNKNOWN, state('kept'))).toEqual([false, false]);
    const clock: Base = {
      state: 'unknown',
      unheard: [],
      why: { reason: 'clock', dated: seconds(NOW) },
    };
    expect(judged(clock, state('taken'))).toEqual([false, false]);
  });

  test('INV-SERIAL after three tries the edit is contested; it waits while another version is sent', () => {
    const contested = (item: Partial<Item>) =>
      decisions.isContested({ context: context({ queue: [edit(item)] }) });
    expect([
      contested({ tries: 2 }),
      contested({ tries: 3 }),
      contested({ tries: 3, version: undefined }),
    ]).toEqual([false, true, false]);
    const pending = (...sending: string[]) =>
      decisions.isPending({
        context: context({ queue: [edit()], recalled: recalled({ sending: new Set(sending) }) }),
      });
    expect([pending(), pending('mine'), pending('other'), pending('mine', 'other')]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(decisions.isPending({ context: context({ queue: [edit()] }) })).toBe(false);
    expect([
      decisions.isVersion({ context: context({ queue: [edit()] }) }),
      decisions.isVersion({ context: context({}) }),
    ]).toEqual([true, false]);
  });
});

describe('outbox jobs', () => {
  const failure = {
    ...edit({ request: '0', job: undefined }),
    fault: 'busy',
    message: { code: 'list.oneself' },
  } as const;

  test('INV-REPLY a job belongs to its own request, even among others and after a failure', () => {
    const [one, other] = ['1', '2'].map((request) =>
      edit({ request, job: undefined, version: undefined }),
    );
    const edits = { queue: [one, other, edit({ job: undefined })] as Item[], failures: [failure] };
    expect(named(edits, '2', 'new')).toEqual({
      queue: [one, { ...other, job: 'new' }, edit({ job: undefined })],
      failures: [failure],
    });
    expect(named(edits, '0', 'new')?.failures).toEqual([{ ...failure, job: 'new' }]);
    expect([named(edits, '9', 'new'), named(edits, undefined, 'new')]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('the version of an edit', () => {
  const secret = { content: 'sealed', tags: [['p', CAT]] };

  test('a new version needs new consent; its base is known only if it was signed here', () => {
    const version = { event: ours, state: 'signed', on, unheard: [CACHE], secret } as const;
    const rest = edit({ job: 'next' });
    expect(
      withVersion([edit({ agreed: { diff: 'yes', reasons: [], unheard: [] } }), rest], version),
    ).toEqual([{ ...edit(), version, agreed: undefined }, rest]);
    expect(withVersion([], version)).toEqual([]);
    expect(keptOf(ours, false, version)).toEqual({
      event: ours,
      state: 'kept',
      on,
      unheard: [CACHE],
      secret,
      isDoubtful: false,
    });
    expect(keptOf(ours, true, version)?.state).toBe('taken');
    expect(keptOf(on, true, version)).toEqual({
      event: on,
      state: 'taken',
      on: undefined,
      unheard: [],
      secret: undefined,
      isDoubtful: true,
    });
  });

  test('PUBLISH-04 a version signed for the same edit elsewhere or before a crash is resumed', () => {
    const byJob = new Map([['mine', { event: ours, isTaken: true, intents: undefined }]]);
    const bare = edit({ version: undefined });
    const [taken] = withOwn(context({ queue: [bare], recalled: recalled({ byJob }) }));
    expect(taken?.version).toEqual({
      event: ours,
      state: 'taken',
      on: undefined,
      unheard: [],
      secret: undefined,
      isDoubtful: true,
    });
    for (const queue of [
      [edit()],
      [edit({ version: undefined, job: 'other' })],
      [edit({ version: undefined, job: undefined })],
      [],
    ])
      expect(withOwn(context({ queue, recalled: recalled({ byJob }) }))).toBe(queue);
  });
});

describe('sources of a base', () => {
  const answer = { source: CACHE, answered: true, events: [on] };

  test('INV-BASE neither this edit’s version nor a discarded one is a base; an accepted one is', () => {
    const base = (over: Partial<ListEditContext>) =>
      baseOf(context({ answers: [answer], recalled: recalled(), ...over }));
    expect(base({ recalled: undefined })).toBe(UNKNOWN);
    expect(base({})).toMatchObject({ event: on });
    expect(base({ recalled: recalled({}, [ours]) })).toMatchObject({ event: ours });
    expect(base({ recalled: recalled({}, [ours]), queue: [edit()] })).toMatchObject({ event: on });
    expect(base({ recalled: recalled({ given: new Set([ours.id]) }, [ours]) })).toMatchObject({
      event: on,
    });
    expect(base({ recalled: recalled({ taken: [ours] }) })).toMatchObject({ event: ours });
  });

  test('INV-SERIAL E-46 the next version is dated now, but after base and own ones, never after a far future', () => {
    const next = (base: Base, last?: number) =>
      nextTime(context({ base, recalled: recalled({ last: seconds(last) }) }));
    expect([
      next(NONE),
      next(known(list(NOW - 5))),
      next(known(list(NOW))),
      next(known(list(NOW + 9))),
    ]).toEqual([NOW, NOW, NOW + 1, NOW + 10]);
    expect([
      next(NONE, NOW - 9),
      next(NONE, NOW + 3),
      next(known(list(NOW + 9)), NOW + 20),
    ]).toEqual([NOW, NOW + 4, NOW + 21]);
    expect([next(NONE, NOW + 9_999), next(known(list(NOW + 9_999)), NOW + 3)]).toEqual([
      NOW,
      NOW + 4,
    ]);
  });

  test('ACCOUNT-09 each source counts separately: its events, rejections and proper end', () => {
    const [A, B] = ['wss://a.example', 'wss://b.example'];
    const asked = [CACHE, A, B].map((source) => ({ source, answered: false, events: [] }));
    const fetching = { answers: asked, open: new Set([CACHE, A, B]) };
    const told = {
      ...fetching,
      ...heardRelay(fetching, { type: 'relay.events', url: pressed(A), events: [on], rejected: 1 }),
    };
    const more = {
      ...told,
      ...heardRelay(told, { type: 'relay.events', url: pressed(A), events: [ours], rejected: 2 }),
    };
    expect(more.open).toEqual(fetching.open);
    expect(more.answers).toEqual([
      asked[0],
      { source: A, answered: false, events: [on, ours], rejected: 3 },
      asked[2],
    ]);
    const ended = (complete: boolean) =>
      heardRelay(more, { type: 'relay.ended', url: pressed(A), complete });
    expect(ended(true)).toMatchObject({
      open: new Set([CACHE, B]),
      answers: [{}, { answered: true, events: [on, ours], rejected: 3 }, {}],
    });
    expect(ended(false)).toMatchObject({
      open: new Set([CACHE, B]),
      answers: [{}, { answered: false, events: [on, ours] }, {}],
    });
    expect(heardRelay(fetching, { type: 'relay.counted', url: pressed(A), count: 1 })).toEqual({});
    expect(heardRelay(fetching, { type: 'lock.granted' })).toEqual({});
    const cache = heardCache(fetching, {
      ok: true,
      answer: { events: [on], referenced: [ours], claims: [], rejected: 2 },
    });
    expect(cache).toMatchObject({
      open: new Set([A, B]),
      answers: [{ answered: true, events: [on, ours], rejected: 2 }, {}, {}],
    });
    for (const outcome of [undefined, { ok: false, reason: 'timeout', text: '' } as const])
      expect(heardCache(fetching, outcome)).toMatchObject({
        open: new Set([A, B]),
        answers: [{ answered: false, events: [] }, {}, {}],
      });
  });
});

describe('notifications', () => {
  const tags: readonly Tag[] = [['p', CAT]];
  const base = {
    state: 'known',
    event: trusted({ pubkey: ME, kind: 10_000, content: 'old' }),
    unheard: [],
  } as const;
  const planned = (secret: readonly Tag[] | undefined, isSecret: boolean) =>
    planEdit({
      list: 'mutes',
      account: ME,
      base,
      secret,
      intents: [{ ...follow(BOB), ...(isSecret ? { secret: true } : {}) }],
    });

  test('BEYOND-03 a private part that was decrypted or encrypted for an edit is not decrypted again', () => {
    const [inside, outside] = [planned(tags, true), planned(tags, false)];
    expect(
      plannedSecret(context({ base, secret: { tags }, planned: inside, sealed: 'new' })),
    ).toEqual({
      content: 'new',
      tags: [...tags, ['p', BOB]],
    });
    expect(plannedSecret(context({ base, secret: { tags }, planned: inside }))).toBeUndefined();
    expect(plannedSecret(context({ base, secret: { tags }, planned: outside }))).toEqual({
      content: 'old',
      tags,
    });
    for (const over of [
      { secret: { tags: undefined } },
      { secret: undefined },
      { secret: { tags }, base: NONE },
    ])
      expect(plannedSecret(context({ base, planned: outside, ...over }))).toBeUndefined();
  });

  test('a saved edit is reported with its intents and the known private part', () => {
    const secret = { content: 'signed', tags };
    const version = { event: ours, state: 'taken', on, unheard: [], secret } as const;
    expect(savedNews(context({ queue: [edit({ version })] }))).toEqual({
      type: 'list.saved',
      list: 'follows',
      intents: [follow(BOB)],
      secret,
    });
    expect(savedNews(context({ queue: [edit()] }))).toEqual({
      type: 'list.saved',
      list: 'follows',
      intents: [follow(BOB)],
    });
  });

  test('BEYOND-01 the user confirms one plan: its difference, reasons and silent sources', () => {
    const unsure = (...unheard: string[]): Base => ({ ...known(list(1, ANN)), unheard });
    const asked = (base: Base, ...queue: readonly Item[]) =>
      context({
        base,
        queue,
        planned: planEdit({
          list: 'follows',
          account: ME,
          base: base as never,
          intents: [follow(BOB)],
        }),
      });
    const isStill = (before: Base, after: Base) =>
      isAgreed(asked(after, edit({ agreed: agreedTo(asked(before)) })));
    expect(isStill(known(list(1, ANN)), known(list(2, ANN)))).toBe(true);
    expect(isStill(known(list(1, ANN)), known(list(2, CAT)))).toBe(true);
    expect(isStill(known(list(1, ANN)), known(list(2, BOB)))).toBe(false);
    expect(isStill(known(list(1, ANN)), unsure(CACHE))).toBe(false);
    expect([
      isStill(unsure(CACHE, 'wss://a'), unsure('wss://a')),
      isStill(unsure(CACHE), unsure(CACHE, 'wss://a')),
    ]).toEqual([true, false]);
    expect([isAgreed(asked(NONE, edit())), isAgreed(asked(NONE))]).toEqual([false, false]);
  });
});

describe('edits that another tab left', () => {
  const wanted = (job: string, pubkey: string): Item => ({ ...itemOf([follow(pubkey)]), job });
  const failure = (job: string) =>
    ({ ...wanted(job, CAT), fault: 'network', message: { code: 'list.oneself' } }) as const;
  const byJob: OwnVersions['byJob'] = new Map([
    ['left', { event: ours, isTaken: false, intents: [follow(CAT)] }],
  ]);
  const left = (over: Partial<ListEditContext>) =>
    context({ recalled: recalled({ sending: new Set(['left']), byJob }), ...over });

  test('INV-NO-LOSS INV-SERIAL orphaned edits come first, own ones wait, and none is queued twice', () => {
    const queue = [wanted('one', ANN), wanted('two', BOB)];
    expect(adopted(left({ queue }))).toEqual({
      queue: [{ ...wanted('left', CAT), isLeft: true }, ...queue],
      failures: [],
    });
    const twice = left({
      queue: [...queue, wanted('left', CAT)],
      failures: [failure('left'), failure('other')],
    });
    expect(adopted(twice)).toEqual({
      queue: [wanted('left', CAT), ...queue],
      failures: [failure('other')],
    });
  });

  test('a finished edit, or one with unknown intents, is not resumed', () => {
    expect(adopted(left({ queue: [wanted('left', CAT)] }))).toEqual({});
    expect(adopted(left({ recalled: undefined }))).toEqual({});
  });
});
