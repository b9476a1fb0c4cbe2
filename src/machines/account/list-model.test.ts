import fc from 'fast-check';
import { assign } from 'xstate';
import { expect, test } from 'vitest';
import { type ListTab, type ListWorld, listWorld, settled } from '../../../tests/support/list-world.ts';
import { ME } from '../../../tests/support/outbox-world.ts';
import { trusted } from '../../../tests/support/trusted.ts';
import { type FirmBase, planEdit } from '../../events/account/list-edit.ts';
import { follow } from '../../events/account/list-intents.ts';
import { stateOf } from '../../events/publish/outbox.ts';
import { listEditMachine } from './list-edit.machine.ts';

const person = (n: number) => n.toString(16).padStart(64, '0');
const HELD = [1, 2, 3, 4].map((n) => ['p', person(n), '', `name ${n}`]);
const STEPS = [
  'follow',
  'unfollow',
  'answer',
  'answer',
  'answer',
  'approve',
  'approve',
  'refuse',
  'confirm',
  'cancel',
  'retry',
  'dismiss',
  'network',
  'network',
  'other device',
  'other device',
  'wait',
  'wait long',
  'crash',
  'open',
  'resume',
] as const;
type Step = readonly [step: (typeof STEPS)[number], n: number];
const scripts = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(11)), { minLength: 10, maxLength: 45 });

const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];
const busy = (tab: ListTab) => tab.list.getSnapshot().value !== 'idle';
const namesOf = (tags: ReadonlyArray<readonly string[]>) => tags.flatMap(([name, pubkey = '']) => (name === 'p' ? [pubkey] : []));

/** Another device follows somebody, on all that is up; not while one of ours is between fetching and publishing. */
function otherDevice(world: ListWorld, n: number): void {
  if (world.lock.isTaken() || world.waiting().length > 0) return;
  const { newest } = world.entries();
  if (!newest) return;
  const event = trusted({
    pubkey: ME,
    kind: 3,
    tags: [...newest.tags, ['p', person(100 + n)]],
    created_at: Math.max(world.now(), newest.created_at + 1),
  });
  for (const [name, { up }] of world.sources) if (up) world.keep(name, event);
}

async function take(world: ListWorld, [step, n]: Step): Promise<void> {
  const tab = pick(world.listTabs, n);
  if (step === 'follow') tab?.edit(follow(person(5 + n)));
  else if (step === 'unfollow') tab?.edit(follow(person(1 + (n % 6)), false));
  else if (step === 'answer') world.answer();
  else if (step === 'approve') tab?.approve();
  else if (step === 'refuse') tab?.refuse();
  else if (step === 'confirm') tab?.send({ type: 'list.confirm' });
  else if (step === 'cancel') tab?.send({ type: 'list.cancel' });
  else if (step === 'retry') tab?.send({ type: 'list.retry', place: 0 });
  else if (step === 'dismiss') tab?.send({ type: 'list.dismiss', place: 0 });
  else if (step === 'network') [...world.sources.values()].forEach((source, at) => (source.up = ((n >> at) & 1) === 1));
  else if (step === 'other device') otherDevice(world, n);
  else if (step === 'wait') world.elapse(2_000);
  else if (step === 'wait long') world.elapse(35_000);
  else if (step === 'crash' && tab) world.crash(tab);
  else if (step === 'open' && world.listTabs.length < 2) world.open();
  else if (step === 'resume') resume(tab);
  await settled();
  world.settle();
  await settled();
}

/** Takes up what is neither signed nor given up. */
function resume(tab: ListTab | undefined): void {
  for (const record of tab?.records() ?? []) {
    const isLeft = ['intended', 'drafted', 'unsigned'].includes(stateOf(record));
    if (isLeft && record.wish.type === 'list') tab?.send({ type: 'list.resume', job: record.job, intents: record.wish.intents });
  }
}

/** What a version has lost of the one before it that nobody asked to remove. */
function lostIn(world: ListWorld): readonly string[] {
  const { log } = world.disk;
  return log.flatMap((entry) => {
    if (entry.type !== 'signed') return [];
    const wish = world.disk.records().get(entry.job)?.wish;
    const removed = new Set(wish?.type === 'list' ? wish.intents.flatMap(({ act, tag }) => (act === 'remove' ? [tag[1]] : [])) : []);
    const { tags, isRisky } = world.drafted.get(entry.job) ?? { tags: [], isRisky: false };
    const after = new Set(namesOf(entry.event.tags));
    return isRisky ? [] : namesOf(tags).filter((pubkey) => !after.has(pubkey) && !removed.has(pubkey));
  });
}

type Planted = { machine?: typeof listEditMachine; lawless?: boolean };
const losesNothing = (planted: Planted) =>
  fc.asyncProperty(scripts, async (script) => {
    const world = listWorld({ held: HELD, ...planted });
    world.open();
    world.open();
    for (const step of script) await take(world, step);
    expect(lostIn(world)).toEqual([]);
    for (const source of world.sources.values()) source.up = true;
    for (let round = 0; round < 40 && (round === 0 || world.listTabs.some(busy)); round++) {
      await world.run();
      for (const tab of world.listTabs) if (tab.list.getSnapshot().hasTag('asking')) tab.send({ type: 'list.confirm' });
      world.elapse(2_000);
    }
    expect(
      world.listTabs
        .filter(busy)
        .map(({ list, records }) => [list.getSnapshot().value, list.getSnapshot().context.queue, records().map(stateOf)]),
    ).toEqual([]);
    expect(lostIn(world)).toEqual([]);
    expect(world.faults).toEqual([]);
    const times = world.disk.log.flatMap((entry) => (entry.type === 'signed' ? [entry.event.created_at] : []));
    expect(new Set(times).size).toBe(times.length);
  });

const runs = { numRuns: 120 };

test('INV-SHRINK INV-BASE INV-SERIAL no sequence of answers, failures and clicks, in two tabs and with another device, publishes a list that lost an entry nobody removed', async () => {
  await fc.assert(losesNothing({}), runs);
});

test('INV-SERIAL what another tab has published meanwhile is not drafted anew by who resumed it', async () => {
  const steps: readonly Step[] = [
    ['follow', 0],
    ['follow', 1],
    ['resume', 1],
    ['unfollow', 4],
  ];
  await fc.assert(losesNothing({}), { numRuns: 1, examples: [[steps]] });
});

/** Takes what it remembers for the newest version, whoever answers. */
const rash = listEditMachine.provide({
  actions: {
    plan: assign(({ context: { list, account, recalled, queue } }) => {
      const event = recalled?.versions.at(-1);
      const base: FirmBase = event ? { state: 'known', event, unheard: [], isSure: true, isHeld: true } : { state: 'none', unheard: [] };
      return { base, planned: planEdit({ list, account, base, intents: queue[0]?.intents ?? [] }) };
    }),
  },
});

test.each<[string, Planted]>([
  ['INV-BASE a list that goes on when nobody has answered', { machine: rash }],
  [
    'INV-SHRINK a list that does not ask where its base is unsure',
    { machine: listEditMachine.provide({ guards: { isToBeAsked: () => false } }) },
  ],
  ['INV-SERIAL a list that two tabs edit at once', { lawless: true }],
])('caught (planted): %s', async (_, planted) => {
  const { errorInstance } = await fc.check(losesNothing(planted), { numRuns: 2_000, seed: 7, endOnFailure: true });
  expect(errorInstance instanceof Error && errorInstance.name).toBe('AssertionError');
});
