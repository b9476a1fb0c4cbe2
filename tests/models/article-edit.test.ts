import fc from 'fast-check';
import { assign } from 'xstate';
import { expect, test } from 'vitest';
import { articleEditMachine } from '../../src/machines/compose/article/article-edit.machine.ts';
import { chosenFor, conflictsOf } from '../../src/machines/compose/article/article-context.ts';
import { articleWritingMachine } from '../../src/machines/compose/article/article-writing.machine.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { trusted } from '../support/events/trusted.ts';
import { endOfAsync } from '../support/machines/planted.ts';
import { articleWorld, DRAFT, ME } from '../support/publish/article-world.ts';
import { runs } from '../support/runs.ts';

const ACTS = [
  'write',
  'write',
  'write',
  'pause',
  'save',
  'look',
  'publish',
  'accept',
  'refuse',
  'crash',
  'stay',
  'take',
  'down',
  'tell',
] as const;
const steps = fc.array(fc.record({ device: fc.nat({ max: 1 }), act: fc.constantFrom(...ACTS) }), {
  minLength: 4,
  maxLength: 30,
});
type Steps = ReadonlyArray<{ readonly device: number; readonly act: (typeof ACTS)[number] }>;

const conflictsAt = (
  tab: ReturnType<ReturnType<typeof articleWorld>['open']>,
): readonly string[] => {
  const context = tab.conflicts();
  return context ? conflictsOf(context).map(({ text }) => text.content) : [];
};

/**
 * Two devices edit one draft, each with a tab that may be killed at any moment. Returns the
 * violations.
 */
async function play(all: Steps, machine = articleEditMachine): Promise<readonly string[]> {
  const world = articleWorld({ machine });
  const devices = [world.device('a'), world.device('b')] as const;
  const tabs = devices.map((device) => world.open(device));
  const typed: [string, string] = ['', ''];
  let said = 0;
  // one device starts the draft, and the other finds it once it is saved
  tabs[0]?.begin(DRAFT, true);
  tabs[1]?.begin();
  await world.wait(11_000);
  for (const { device, act } of all) {
    const at = device === 0 ? 0 : 1;
    const tab = tabs[at];
    if (!tab) throw new Error('no such device');
    switch (act) {
      case 'write':
        if (!tab.is('editable')) tab.send({ type: 'article.unseal' });
        else {
          typed[at] = `text ${said++} of ${at}`;
          tab.write(typed[at]);
        }
        await world.wait(200);
        break;
      case 'pause':
        await world.wait(11_000);
        break;
      case 'save':
      case 'look':
        tab.send({ type: act === 'save' ? 'article.save' : 'article.load' });
        await world.settle();
        break;
      case 'publish':
        tab.send({ type: 'article.review', chance: `chance${at}` });
        await world.settle();
        tab.publish();
        await world.settle();
        if (tab.is('reviewing')) tab.send({ type: 'article.closeReview' });
        break;
      case 'accept':
      case 'refuse':
        tab.accept(act === 'accept');
        await world.settle();
        if (tab.is('failed')) tab.send({ type: 'article.edit' });
        break;
      case 'crash': {
        world.crash(tab);
        const again = world.open(devices[at]);
        tabs[at] = again;
        again.begin();
        await world.wait(11_000);
        break;
      }
      case 'stay':
        tab.send({ type: 'article.cancelLeave', now: world.now() });
        await world.settle();
        break;
      case 'take': {
        const context = tab.child()?.getSnapshot().context;
        const [other] = context ? conflictsOf(context) : [];
        if (other) tab.send({ type: 'article.restore', id: other.id, now: world.now() });
        await world.settle();
        break;
      }
      case 'down':
        world.down(said % 2 === 0);
        break;
      case 'tell':
        // repeat the last report to the tab
        for (const command of tab.commands())
          if (command.type === 'articles.keep')
            tab.report({ ...command, type: 'articles.updated' });
        await world.settle();
        break;
    }
  }
  world.down(false);
  await world.wait(11_000);
  // and opened again, as a page does
  for (const tab of tabs) tab.send({ type: 'article.load' });
  await world.wait(22_000);
  // each device's last text is on its disk, in the editor, or in an accepted article
  const published = world.articles().map(({ content }) => content);
  const lost = devices.flatMap(({ disk }, at) => {
    const text = typed[at] ?? '';
    const texts = [...disk.values()].flatMap((versions) =>
      [...versions.values()].map((version) => version.text.content),
    );
    const isThere =
      text === '' || texts.includes(text) || published.includes(text) || tabs[at]?.text() === text;
    return isThere || published.length > 0 ? [] : [`INV-NO-LOSS ${text} is nowhere`];
  });
  return [...world.faults, ...lost, ...(published.length > 0 ? [] : world.untold(devices))];
}

test('INV-NO-LOSS COMPOSE-08 two devices lose and overwrite no text, through crashes and refusals', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      expect(await play(all)).toEqual([]);
    }),
    { numRuns: runs(60) },
  );
});

test('INV-NO-LOSS COMPOSE-08 two devices that save in the same moment keep both texts', async () => {
  const world = articleWorld();
  const [one, other] = [world.device('a'), world.device('b')];
  const tab = world.open(one);
  tab.begin(DRAFT, true);
  tab.write('text 0 of a');
  await world.wait(11_000);
  const second = world.open(other);
  second.begin();
  await world.wait(11_000);
  // both write within half a second, so each looks before the other's text arrives. The second is
  // dated later.
  await world.wait(900);
  second.write('text 3 of b');
  await world.wait(200);
  tab.write('text 4 of a');
  await world.wait(11_000);
  expect(world.faults).toEqual([]);
  expect(world.races.map(({ old, next }) => [old.text.content, next.text.content])).toEqual([
    ['text 3 of b', 'text 4 of a'],
  ]);
  expect(world.untold([one, other])).toHaveLength(1);
  // without any action: the next look finds the other text and shows it beside this one
  await world.wait(11_000);
  expect(world.untold([one, other])).toEqual([]);
  expect(second.text()).toBe('text 3 of b');
  expect(conflictsAt(second)).toEqual(['text 4 of a']);
  // the user keeps their text, so it replaces the other version, which they have seen
  second.send({ type: 'article.cancelLeave', now: world.now() });
  await world.wait(11_000);
  expect(world.saved()?.text.content).toBe('text 3 of b');
  expect(world.faults).toEqual([]);
});

test('INV-NO-LOSS COMPOSE-08 text written during a look at the relays is saved there', async () => {
  const world = articleWorld();
  const tab = world.open(world.device('a'));
  tab.begin(DRAFT, true);
  tab.write('first');
  await world.wait(11_000);
  tab.send({ type: 'article.load' });
  tab.write('second');
  await world.wait(11_000);
  expect(world.saved()?.text.content).toBe('second');
});

const LOOKS_AWAY: Steps = [
  { device: 0, act: 'write' },
  { device: 0, act: 'pause' },
  { device: 1, act: 'crash' },
  { device: 1, act: 'write' },
  { device: 1, act: 'pause' },
  { device: 0, act: 'write' },
  { device: 0, act: 'pause' },
];

test('INV-NO-LOSS editors that overwrite, report too early or drop too early are caught (planted)', async () => {
  expect(await play(LOOKS_AWAY)).toEqual([]);
  const blind = articleWritingMachine.provide({ guards: { hasConflict: () => false } });
  expect(
    await play(LOOKS_AWAY, articleEditMachine.provide({ actors: { writing: blind } })),
  ).toEqual([expect.stringContaining('was overwritten unseen')]);
  const boastful = articleEditMachine.provide({
    actions: {
      flush: () => undefined,
      keep: ({ event, self }) => {
        if (event.type === 'articleEdit.keep')
          self.send({
            type: 'articles.kept',
            draft: event.draft,
            until: { [event.version.id]: Number(event.version.at) },
          });
      },
    },
  });
  expect((await play([{ device: 0, act: 'write' }], boastful))[0]).toContain(
    'is said to be kept, and is not',
  );
  const hasty = articleEditMachine.provide({
    actions: {
      settle: ({ context, self }) => {
        for (const draft of context.drafts.keys())
          if (context.writing === draft)
            self.send({ type: 'articleEdit.remove', draft, now: 1 as never });
      },
    },
  });
  const said = await play(
    [
      { device: 0, act: 'write' },
      { device: 0, act: 'publish' },
    ],
    hasty,
  );
  expect(said[0]).toContain('was dropped before anybody accepted it');
});

/** An account with articles under these identifiers publishes a new one. */
const isNew = (machine = articleEditMachine) =>
  fc.asyncProperty(
    fc.subarray(['the-lamps', 'a', 'ab']),
    fc.constantFrom('The lamps', 'A', 'Über', '日本語', '—'),
    fc.uuid(),
    fc.boolean(),
    async (known, title, chance, isDown) => {
      const world = articleWorld({ machine });
      for (const name of known)
        world.relay.set(
          name,
          trusted({ kind: KIND.LongForm, pubkey: ME, content: name, tags: [['d', name]] }),
        );
      const tab = world.open(world.device('a'));
      tab.begin(DRAFT, true);
      await world.settle();
      world.down(isDown);
      tab.write('new', title);
      await world.wait(200);
      tab.send({ type: 'article.review', chance });
      await world.settle();
      const { chosen = '' } = tab.child()?.getSnapshot().context ?? {};
      expect(chosen).not.toBe('');
      expect(known).not.toContain(chosen);
    },
  );

test('INV-UNIQUE COMPOSE-07 no new article has the identifier of another one, relays up or down', () =>
  fc.assert(isNew(), { numRuns: runs(60) }));

test('INV-UNIQUE an editor that keeps an identifier that is in use is caught (planted)', async () => {
  const writing = articleWritingMachine.provide({
    actions: { choose: assign(({ context }) => chosenFor(context, true)) },
  });
  expect(await endOfAsync(isNew(articleEditMachine.provide({ actors: { writing } })))).toBe(
    'AssertionError',
  );
});
