import { deepStrictEqual, equal } from 'node:assert';
import fc from 'fast-check';
import { entryKey } from '../../src/events/account/lists/list-definitions.ts';
import { follow, type ListIntent } from '../../src/events/account/lists/list-intents.ts';
import { stateOf } from '../../src/events/publish/outbox/outbox.ts';
import { inSeconds, seconds } from '../../src/events/core/time.ts';
import {
  type ListTab,
  type ListWorld,
  listWorld,
  settled,
  type Surroundings,
} from '../support/lists/list-world.ts';
import { ME } from '../support/publish/outbox-world.ts';
import { trusted } from '../support/events/trusted.ts';

const person = (n: number) => n.toString(16).padStart(64, '0');
const keyOf = (n: number) => `p:${person(n)}`;
const HELD = [1, 2, 3, 4].map((n) => ['p', person(n), '', `name ${n}`]);
/** First of the people that another device adds. Nothing else follows them. */
const THEIRS = 100;
/** The person followed by the final edit. */
const LAST = 200;
const STEPS = [
  'follow',
  'follow',
  'unfollow',
  'unfollow',
  'answer',
  'answer',
  'answer',
  'answer',
  'approve',
  'approve',
  'approve',
  'refuse',
  'confirm',
  'confirm',
  'cancel',
  'retry',
  'dismiss',
  'dismiss',
  'give up',
  'give up',
  'down',
  'up',
  'up',
  'late',
  'silent',
  'mute',
  'other device',
  'other device',
  'later device',
  'elsewhere',
  'elsewhere',
  'unreadable',
  'clock',
  'wait',
  'wait',
  'wait long',
  'crash',
  'open',
  'resume',
] as const;
type Step = readonly [step: (typeof STEPS)[number], n: number];

/** Sequences of actions by users, tabs, sources, other devices and clocks on one list. */
const sequences = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(11)), {
  minLength: 10,
  maxLength: 45,
});

const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];

/**
 * `theirs`: keys of entries that other devices added. `hurried`: tabs with a signer prompt open at
 * that time.
 */
interface Course {
  readonly world: ListWorld;
  readonly theirs: Set<string>;
  readonly hurried: Set<ListTab>;
  /** Entries that a user wanted to add and then dismissed. */
  readonly dismissed: Set<string>;
  /**
   * Entries missing from a version that another device built on. NutzapBalance up their removal
   * afterwards does not restore them.
   */
  readonly gone: Set<string>;
}

/**
 * True if the tab can still see a version of another device before it publishes its own. It cannot
 * between the last answer and the sending. Relays have no compare-and-set, so nothing protects that
 * moment.
 */
function isSeen(tab: ListTab): boolean {
  if (!tab.isBusy()) return true;
  const { value, context } = tab.list.getSnapshot();
  if (typeof value !== 'object') return true;
  const state = JSON.stringify(value);
  if (/waiting|recalling|signing/.test(state)) return true;
  return (
    state.includes('fetching') &&
    context.answers.every(({ answered, events }) => !answered && events.length === 0)
  );
}

/** Date of the version that is being sent, or 0. Seconds. */
const onItsWay = ({ disk }: ListWorld): number =>
  Math.max(
    0,
    ...[...disk.records().values()].map((record) =>
      stateOf(record) === 'sending' ? inSeconds(record.event?.created_at ?? seconds(0)) : 0,
    ),
  );

/**
 * Another device follows someone, on all reachable sources. `later`: its clock is ahead of ours,
 * and it may publish while our version is being sent. (With an earlier date relays would drop its
 * version before any tab could see it.)
 */
function otherDevice({ world, theirs, hurried, gone }: Course, n: number, isLater: boolean): void {
  const isOurs = world.listTabs.some(
    (tab) => tab.isBusy() && JSON.stringify(tab.list.getSnapshot().value).includes('publishing'),
  );
  if (!world.listTabs.every(isSeen) && !(isLater && isOurs && world.waiting().length > 0)) return;
  const { newest } = world.entries();
  if (!newest || ![...world.sources.values()].some(({ up }) => up)) return;
  const created_at = isLater
    ? Math.max(world.now(), inSeconds(newest.created_at), onItsWay(world)) + 60
    : Math.max(world.now(), inSeconds(newest.created_at) + 1);
  if (created_at > world.now() + 500) return;
  // a version of ours that relays still accept could replace it before any tab sees it
  if (!isLater && world.waiting().some(({ event }) => inSeconds(event.created_at) >= created_at))
    return;
  const tags = newest.tags.some(([, pubkey]) => pubkey === person(THEIRS + n))
    ? newest.tags
    : [...newest.tags, ['p', person(THEIRS + n)]];
  const event = trusted({ pubkey: ME, kind: 3, tags, created_at });
  for (const [name, { up }] of world.sources) if (up) world.keep(name, event);
  // dated in the same second as a version given up here, with a higher id: all sources refused it,
  // so it never existed
  if (![...world.sources.values()].some((source) => source.newest?.id === event.id)) return;
  // in this model other devices never build on a version given up here. Entries added on top of it
  // are lost by that device.
  const keys = new Set(tags.flatMap((tag) => entryKey('follows', tag) ?? []));
  for (const key of theirs) if (!keys.has(key)) theirs.delete(key);
  theirs.add(keyOf(THEIRS + n));
  for (const [, pubkey] of HELD)
    if (!tags.some((tag) => tag[1] === pubkey)) gone.add(`p:${pubkey}`);
  for (const tab of world.listTabs) if (tab.prompts().length > 0) hurried.add(tab);
}

/**
 * A signature requested before another device published takes over 5 seconds. Faster, its version
 * could not be seen.
 */
function approve({ world, hurried }: Course, tab: ListTab | undefined): void {
  if (!tab) return;
  if (hurried.delete(tab)) world.elapse(6_000);
  tab.approve();
}

const set = (world: ListWorld, n: number, change: object) =>
  Object.assign(pick([...world.sources.values()], n) ?? {}, change);

async function take(course: Course, [step, n]: Step): Promise<void> {
  const { world } = course;
  const tab = pick(world.listTabs, n);
  if (step === 'follow') tab?.edit(follow(person(5 + n)));
  else if (step === 'unfollow') tab?.edit(follow(person(1 + (n % 4)), false));
  else if (step === 'answer') world.answer();
  else if (step === 'approve') approve(course, tab);
  else if (step === 'refuse') tab?.refuse();
  else if (step === 'confirm') tab?.send({ type: 'list.confirm' });
  else if (step === 'cancel') tab?.send({ type: 'list.cancel' });
  else if (step === 'retry') tab?.retry();
  else if (step === 'dismiss') dismiss(course, tab);
  else if (step === 'give up') await giveUp(course, tab);
  else if (step === 'down' && n % 4 === 3) allAre(world, { up: false });
  else if (step === 'down') set(world, n, { up: false });
  else if (step === 'up') allAre(world, { up: true, late: false, silent: false, mute: false });
  else if (step === 'late') set(world, n, { late: true });
  else if (step === 'silent') set(world, n, { silent: true });
  else if (step === 'mute') set(world, 1 + (n % 2), { mute: true });
  else if (step === 'other device') otherDevice(course, n, false);
  else if (step === 'later device') otherDevice(course, n, true);
  else if (step === 'elsewhere') elsewhere(course, n);
  else if (step === 'unreadable') unreadable(course, n);
  else if (step === 'clock') world.device.skew = pick([0, -90_000, 0, 300], n) ?? 0;
  else if (step === 'wait') world.elapse(2_000);
  else if (step === 'wait long') world.elapse(35_000);
  else if (step === 'crash' && tab) world.crash(tab);
  else if (step === 'open' && world.listTabs.length < 2) world.open();
  else if (step === 'resume') resume(tab);
  await settled();
  world.settle();
  await settled();
}

function allAre(world: ListWorld, change: object): void {
  for (const source of world.sources.values()) Object.assign(source, change);
}

/** Dismiss a failure, if every other tab can still see it before publishing its own version. */
function dismiss({ dismissed, world }: Course, tab: ListTab | undefined): void {
  if (!world.listTabs.every((other) => other === tab || isSeen(other))) return;
  for (const key of keysOf(tab?.failures()[0]?.intents ?? [], 'add')) dismissed.add(key);
  tab?.dismiss();
}

/** Sign a version while no source is reachable. After the failure the user dismisses it. */
async function giveUp(course: Course, tab: ListTab | undefined): Promise<void> {
  const { world } = course;
  const were = [...world.sources.values()].map((source) => [source, source.up] as const);
  allAre(world, { up: false });
  approve(course, tab);
  for (let round = 0; round < 3; round++) {
    await settled();
    world.settle();
    world.answer();
    world.elapse(20_000);
  }
  dismiss(course, tab);
  for (const [source, up] of were) source.up = up;
}

/** Another device publishes to one source only, which then stops responding. */
function elsewhere(course: Course, n: number): void {
  const all = [...course.world.sources.values()];
  const only = pick(all, n);
  const were = all.map(({ up }) => up);
  for (const source of all) source.up = source === only;
  otherDevice(course, n, false);
  for (const [at, source] of all.entries()) source.up = were[at] ?? true;
  Object.assign(only ?? {}, { silent: true });
}

/** Another device publishes a version that is unreadable here. */
function unreadable(course: Course, n: number): void {
  const before = course.world.entries().newest;
  otherDevice(course, n, false);
  const { newest } = course.world.entries();
  if (newest && newest !== before) course.world.unreadable.add(newest.id);
}

/** Resume jobs that are neither accepted nor given up. */
function resume(tab: ListTab | undefined): void {
  for (const record of tab?.records() ?? []) {
    if (
      ['intended', 'drafted', 'unsigned'].includes(stateOf(record)) &&
      record.wish.type === 'list'
    )
      tab?.resume(record.job);
  }
}

/**
 * All sources answer, users confirm and sign until nothing is left to do. Unreadable versions
 * become readable.
 */
async function settle({ world, hurried }: Course): Promise<void> {
  if (hurried.size > 0) world.elapse(6_000);
  allAre(world, { up: true, late: false, silent: false, mute: false });
  world.device.skew = 0;
  world.unreadable.clear();
  for (
    let round = 0;
    round < 60 && (round < 2 || world.listTabs.some((tab) => tab.isBusy()));
    round++
  ) {
    await world.run();
    for (const tab of world.listTabs)
      if (tab.isBusy() && tab.list.getSnapshot().hasTag('asking'))
        tab.send({ type: 'list.confirm' });
    world.elapse(6_000);
  }
}

/** Make one more edit in a new tab. */
async function onceMore(course: Course): Promise<void> {
  course.world.open().edit(follow(person(LAST)));
  await settled();
  await settle(course);
}

const keysOf = (intents: readonly ListIntent[], wanted: ListIntent['act']): ReadonlySet<string> =>
  new Set(
    intents.flatMap(({ act, tag }) => (act === wanted ? (entryKey('follows', tag) ?? []) : [])),
  );

/**
 * Keys that the user asked to add or remove here. Removals given up before acceptance do not count.
 */
function wished(world: ListWorld, act: 'add' | 'remove'): ReadonlySet<string> {
  const wishes = [...world.disk.records().values()].filter(
    (record) => act === 'add' || stateOf(record) !== 'discarded',
  );
  return new Set(
    wishes.flatMap(({ wish }) => (wish.type === 'list' ? [...keysOf(wish.intents, act)] : [])),
  );
}

/** Entries that a published version lacked and that were not dismissed. */
const lostIn = ({ world, dismissed }: Course) => world.lost.filter((key) => !dismissed.has(key));

/**
 * INV-SHRINK, INV-BASE, INV-SERIAL, INV-OUTCOME: a published version lacks no stored entry that was
 * not removed. In the end all original entries, those of other devices and those reported as saved
 * exist. No tab waits, and no two versions share a date.
 */
export const losesNothing = (planted: Surroundings) =>
  fc.asyncProperty(sequences, async (script) => {
    const world = listWorld({ held: HELD, ...planted });
    const course: Course = {
      world,
      theirs: new Set(),
      hurried: new Set(),
      dismissed: new Set(),
      gone: new Set(),
    };
    const tabs = [world.open(), world.open()];
    for (const step of script) {
      await take(course, step);
      for (const tab of world.listTabs) if (!tabs.includes(tab)) tabs.push(tab);
    }
    deepStrictEqual(lostIn(course), []);
    await settle(course);
    deepStrictEqual(
      world.listTabs
        .filter((tab) => tab.isBusy())
        .map(({ list }) => [list.getSnapshot().value, list.getSnapshot().context.queue]),
      [],
    );
    deepStrictEqual(lostIn(course), []);
    const saved = tabs.flatMap(({ news }) =>
      news.flatMap((one) => (one.type === 'list.saved' ? one.intents : [])),
    );
    const removed = new Set([
      ...wished(world, 'remove'),
      ...keysOf(saved, 'remove'),
      ...course.gone,
    ]);
    const promised = world.promised();
    const due = [
      ...[1, 2, 3, 4].map(keyOf).filter((key) => !removed.has(key)),
      ...course.theirs,
      ...[...keysOf(saved, 'add')].filter(
        (key) => !promised.some(({ tags }) => tags.some((tag) => entryKey('follows', tag) === key)),
      ),
    ];
    // the user gave up all stored versions after their OK was lost, so no entry can be expected
    if (!world.entries().newest) return;
    // some sources store the given-up version, others the replaced one: the next edit merges the
    // expected entries
    if (world.isDivided()) await onceMore(course);
    const { keys } = world.entries();
    deepStrictEqual(
      due.filter((key) => !keys.includes(key) && !world.risked.has(key)),
      [],
    );
    const gone = [...keysOf(saved, 'remove')];
    deepStrictEqual(
      gone.filter((key) => keys.includes(key) && world.risked.size === 0 && promised.length === 0),
      [],
    );
    deepStrictEqual(world.faults, []);
    const times = world.disk.log.flatMap((entry) =>
      entry.type === 'signed' ? [entry.event.created_at] : [],
    );
    equal(new Set(times).size, times.length);
  });
