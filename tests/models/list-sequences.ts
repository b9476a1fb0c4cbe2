import { deepStrictEqual, equal } from 'node:assert';
import fc from 'fast-check';
import { entryKey } from '../../src/events/account/lists/list-definitions.ts';
import { follow, type ListIntent } from '../../src/events/account/lists/list-intents.ts';
import { stateOf } from '../../src/events/publish/outbox/outbox.ts';
import { inSeconds, seconds } from '../../src/events/core/time.ts';
import { type ListTab, type ListWorld, listWorld, settled, type Surroundings } from '../support/lists/list-world.ts';
import { ME } from '../support/publish/outbox-world.ts';
import { trusted } from '../support/events/trusted.ts';

const person = (n: number) => n.toString(16).padStart(64, '0');
const keyOf = (n: number) => `p:${person(n)}`;
const HELD = [1, 2, 3, 4].map((n) => ['p', person(n), '', `name ${n}`]);
/** Whom another device adds: nobody here does. */
const THEIRS = 100;
/** Who is followed when all is over. */
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

/** Sequences of what people, tabs, sources, other devices and clocks do to one list. */
const sequences = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(11)), { minLength: 10, maxLength: 45 });

const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];

/** What other devices added, by its key; and signers that were waiting while they did. */
interface Course {
  readonly world: ListWorld;
  readonly theirs: Set<string>;
  readonly hurried: Set<ListTab>;
  /** Whom a person wanted to follow, and then turned away from it. */
  readonly dismissed: Set<string>;
  /** Who was in no version that another device built on: what a person gives up after that is done all the same. */
  readonly gone: Set<string>;
}

/**
 * Whether what another device publishes now can still be seen before a version leaves here: not between the last answer and the sending. There
 * is no protection in that moment, as relays do not compare and set.
 */
function isSeen(tab: ListTab): boolean {
  if (!tab.isBusy()) return true;
  const { value, context } = tab.list.getSnapshot();
  if (typeof value !== 'object') return true;
  const state = JSON.stringify(value);
  if (/waiting|recalling|signing/.test(state)) return true;
  return state.includes('fetching') && context.answers.every(({ answered, events }) => !answered && events.length === 0);
}

/** The date of what is on its way from here, or 0. Seconds. */
const onItsWay = ({ disk }: ListWorld): number =>
  Math.max(
    0,
    ...[...disk.records().values()].map((record) =>
      stateOf(record) === 'sending' ? inSeconds(record.event?.created_at ?? seconds(0)) : 0,
    ),
  );

/**
 * Another device follows somebody, on all that is up. `later`: its clock is ahead of ours, and it may come while a version of ours is on its way.
 * (Dated before ours, it would be gone from relays before anybody could see it.)
 */
function otherDevice({ world, theirs, hurried, gone }: Course, n: number, isLater: boolean): void {
  const isOurs = world.listTabs.some((tab) => tab.isBusy() && JSON.stringify(tab.list.getSnapshot().value).includes('publishing'));
  if (!world.listTabs.every(isSeen) && !(isLater && isOurs && world.waiting().length > 0)) return;
  const { newest } = world.entries();
  if (!newest || ![...world.sources.values()].some(({ up }) => up)) return;
  const created_at = isLater
    ? Math.max(world.now(), inSeconds(newest.created_at), onItsWay(world)) + 60
    : Math.max(world.now(), inSeconds(newest.created_at) + 1);
  if (created_at > world.now() + 500) return;
  // what relays still take of ours may replace it before anybody could see it
  if (!isLater && world.waiting().some(({ event }) => inSeconds(event.created_at) >= created_at)) return;
  const tags = newest.tags.some(([, pubkey]) => pubkey === person(THEIRS + n)) ? newest.tags : [...newest.tags, ['p', person(THEIRS + n)]];
  const event = trusted({ pubkey: ME, kind: 3, tags, created_at });
  for (const [name, { up }] of world.sources) if (up) world.keep(name, event);
  // of the same second as what was given up here, and of a higher id: nobody took it, and it was never there
  if (![...world.sources.values()].some((source) => source.newest?.id === event.id)) return;
  // what was given up here no device builds on in this model, with all that others had added to it: those are gone by its hand
  const keys = new Set(tags.flatMap((tag) => entryKey('follows', tag) ?? []));
  for (const key of theirs) if (!keys.has(key)) theirs.delete(key);
  theirs.add(keyOf(THEIRS + n));
  for (const [, pubkey] of HELD) if (!tags.some((tag) => tag[1] === pubkey)) gone.add(`p:${pubkey}`);
  for (const tab of world.listTabs) if (tab.prompts().length > 0) hurried.add(tab);
}

/** A signature that was asked for before another device published takes its time: in less than 5 seconds nothing could be seen. */
function approve({ world, hurried }: Course, tab: ListTab | undefined): void {
  if (!tab) return;
  if (hurried.delete(tab)) world.elapse(6_000);
  tab.approve();
}

const set = (world: ListWorld, n: number, change: object) => Object.assign(pick([...world.sources.values()], n) ?? {}, change);

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

/** As long as another tab can still hear of it before what it builds leaves. */
function dismiss({ dismissed, world }: Course, tab: ListTab | undefined): void {
  if (!world.listTabs.every((other) => other === tab || isSeen(other))) return;
  for (const key of keysOf(tab?.failures()[0]?.intents ?? [], 'add')) dismissed.add(key);
  tab?.dismiss();
}

/** Nobody can be reached when a version is signed; when it has failed the person turns away from it. */
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

/** Another device publishes where only one source hears it, which does not answer from then on. */
function elsewhere(course: Course, n: number): void {
  const all = [...course.world.sources.values()];
  const only = pick(all, n);
  const were = all.map(({ up }) => up);
  for (const source of all) source.up = source === only;
  otherDevice(course, n, false);
  for (const [at, source] of all.entries()) source.up = were[at] ?? true;
  Object.assign(only ?? {}, { silent: true });
}

/** What another device publishes now is refused here. */
function unreadable(course: Course, n: number): void {
  const before = course.world.entries().newest;
  otherDevice(course, n, false);
  const { newest } = course.world.entries();
  if (newest && newest !== before) course.world.unreadable.add(newest.id);
}

/** Takes up what is neither accepted nor given up. */
function resume(tab: ListTab | undefined): void {
  for (const record of tab?.records() ?? []) {
    if (['intended', 'drafted', 'unsigned'].includes(stateOf(record)) && record.wish.type === 'list') tab?.resume(record.job);
  }
}

/** Everybody answers, agrees and signs until nothing is left to do; what could not be read can be. */
async function settle({ world, hurried }: Course): Promise<void> {
  if (hurried.size > 0) world.elapse(6_000);
  allAre(world, { up: true, late: false, silent: false, mute: false });
  world.device.skew = 0;
  world.unreadable.clear();
  for (let round = 0; round < 60 && (round < 2 || world.listTabs.some((tab) => tab.isBusy())); round++) {
    await world.run();
    for (const tab of world.listTabs) if (tab.isBusy() && tab.list.getSnapshot().hasTag('asking')) tab.send({ type: 'list.confirm' });
    world.elapse(6_000);
  }
}

/** One more edit, by whoever opens the page now. */
async function onceMore(course: Course): Promise<void> {
  course.world.open().edit(follow(person(LAST)));
  await settled();
  await settle(course);
}

const keysOf = (intents: readonly ListIntent[], wanted: ListIntent['act']): ReadonlySet<string> =>
  new Set(intents.flatMap(({ act, tag }) => (act === wanted ? (entryKey('follows', tag) ?? []) : [])));

/** Keys that people asked to remove or to add here; of removals only those that nobody gave up before anybody took them. */
function wished(world: ListWorld, act: 'add' | 'remove'): ReadonlySet<string> {
  const wishes = [...world.disk.records().values()].filter((record) => act === 'add' || stateOf(record) !== 'discarded');
  return new Set(wishes.flatMap(({ wish }) => (wish.type === 'list' ? [...keysOf(wish.intents, act)] : [])));
}

/** What a version that left had lost, and nobody gave up. */
const lostIn = ({ world, dismissed }: Course) => world.lost.filter((key) => !dismissed.has(key));

/**
 * INV-SHRINK, INV-BASE, INV-SERIAL, INV-OUTCOME: no version leaves that lacks an entry which somebody holds and nobody removed; in the end every
 * entry is there that was there, that another device added, and of which 'saved' was said; nobody waits; no two versions have one date.
 */
export const losesNothing = (planted: Surroundings) =>
  fc.asyncProperty(sequences, async (script) => {
    const world = listWorld({ held: HELD, ...planted });
    const course: Course = { world, theirs: new Set(), hurried: new Set(), dismissed: new Set(), gone: new Set() };
    const tabs = [world.open(), world.open()];
    for (const step of script) {
      await take(course, step);
      for (const tab of world.listTabs) if (!tabs.includes(tab)) tabs.push(tab);
    }
    deepStrictEqual(lostIn(course), []);
    await settle(course);
    deepStrictEqual(
      world.listTabs.filter((tab) => tab.isBusy()).map(({ list }) => [list.getSnapshot().value, list.getSnapshot().context.queue]),
      [],
    );
    deepStrictEqual(lostIn(course), []);
    const saved = tabs.flatMap(({ news }) => news.flatMap((one) => (one.type === 'list.saved' ? one.intents : [])));
    const removed = new Set([...wished(world, 'remove'), ...keysOf(saved, 'remove'), ...course.gone]);
    const promised = world.promised();
    const due = [
      ...[1, 2, 3, 4].map(keyOf).filter((key) => !removed.has(key)),
      ...course.theirs,
      ...[...keysOf(saved, 'add')].filter((key) => !promised.some(({ tags }) => tags.some((tag) => entryKey('follows', tag) === key))),
    ];
    // all that anybody holds was given up by the person after its OK was lost: of what should be there nothing is known
    if (!world.entries().newest) return;
    // some hold what was given up, others what it replaced: the next edit brings together what should be there
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
    const times = world.disk.log.flatMap((entry) => (entry.type === 'signed' ? [entry.event.created_at] : []));
    equal(new Set(times).size, times.length);
  });
