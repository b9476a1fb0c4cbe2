import { expect, test } from 'vitest';
import { listWorld, signedIn } from '../../../../tests/support/lists/list-world.ts';
import { relayUse } from '../../../events/account/lists/list-intents.ts';
import type { Tag } from '../../../events/nostr/event.ts';

const [QUAY, OLD, PIER] = ['wss://quay.example', 'wss://old.example', 'wss://pier.example'];
const held: readonly Tag[] = [QUAY, OLD, PIER].map((url) => ['r', url]);
const question = (url: string) => ({ code: 'removeRelay', url }) as const;
const removal = (url: string) =>
  [relayUse(url, { read: false, write: false })].flatMap((one) => one ?? []);

const opened = () => {
  const world = listWorld({ list: 'relays', held });
  const tab = world.open();
  tab.ask(question(OLD), ...removal(OLD));
  return { world, tab };
};
const shown = ({ tab }: ReturnType<typeof opened>) => {
  const { context } = tab.list.getSnapshot();
  return {
    isAsking: tab.list.getSnapshot().hasTag('asking'),
    question: context.queue[0]?.question,
    reasons: context.planned?.ok ? context.planned.plan.reasons : undefined,
  };
};
const people = (count: number): readonly Tag[] =>
  Array.from({ length: count }, (_, at) => ['p', String(at).padStart(64, '0')]);
const urls = (tags: readonly Tag[] = []) => tags.map(([, url]) => url);

test('RELAY-07 BEYOND-01 the removal of a relay is one question; nothing is logged before the answer', async () => {
  const both = opened();
  const { world, tab } = both;
  expect(shown(both)).toMatchObject({ isAsking: false, question: question(OLD) });
  await world.run();
  expect(shown(both)).toEqual({ isAsking: true, question: question(OLD), reasons: [] });
  expect([world.disk.log, signedIn(world)]).toEqual([[], []]);
  tab.send({ type: 'list.confirm' });
  await world.run();
  expect(urls(world.entries().newest?.tags)).toEqual([QUAY, PIER]);
  expect([tab.isBusy(), tab.news.map(({ type }) => type)]).toEqual([false, ['list.saved']]);
});

test('RELAY-07 BEYOND-01 a silent relay is named by the same question, and one answer is enough', async () => {
  const both = opened();
  const { world, tab } = both;
  const [silent] = [...world.sources.keys()].slice(1);
  for (const [name, source] of world.sources) if (name === silent) source.silent = true;
  await world.run();
  world.elapse(10_000);
  await world.run();
  expect(shown(both)).toEqual({
    isAsking: true,
    question: question(OLD),
    reasons: ['unsure-base'],
  });
  tab.send({ type: 'list.confirm' });
  const asked: boolean[] = [];
  tab.list.subscribe((snapshot) => asked.push(snapshot.hasTag('asking')));
  for (let round = 0; round < 3; round++) {
    await world.run();
    world.elapse(10_000);
  }
  expect(asked).not.toContain(true);
  expect(signedIn(world).map(({ tags }) => urls(tags))).toEqual([[QUAY, PIER]]);
});

test('RELAY-07 a question is withdrawn while the list is looked up, and also while another edit runs', async () => {
  const both = opened();
  const { world, tab } = both;
  tab.send({ type: 'list.cancel' });
  expect([tab.isBusy(), tab.list.getSnapshot().context.queue]).toEqual([false, []]);
  tab.ask(question(PIER), ...removal(PIER));
  await world.run(false);
  tab.send({ type: 'list.confirm' });
  await world.run(false);
  tab.ask(question(OLD), ...removal(OLD));
  expect(tab.list.getSnapshot().context.queue).toHaveLength(2);
  tab.send({ type: 'list.cancel' });
  await world.run();
  expect(urls(world.entries().newest?.tags)).toEqual([QUAY, OLD]);
});

test('INV-NO-LOSS a confirmed removal is in the log at once', async () => {
  const { world, tab } = opened();
  await world.run(false);
  tab.send({ type: 'list.confirm' });
  expect(world.disk.log).toMatchObject([{ wish: { type: 'list', intents: removal(OLD) } }]);
});

test('BEYOND-01 ACCOUNT-09 many follows beside a silent relay are one question', async () => {
  const world = listWorld({ held: people(2) });
  const tab = world.open();
  const [, quiet] = world.sources.values();
  if (quiet) quiet.silent = true;
  tab.edit(
    ...people(14)
      .slice(2)
      .map((tag) => ({ act: 'add', tag }) as const),
  );
  const both = { world, tab };
  const wait = async () => {
    await world.run();
    world.elapse(10_000);
    await world.run();
  };
  await wait();
  expect(shown(both)).toMatchObject({
    isAsking: true,
    reasons: ['many-follows', 'unsure-base'],
  });
  tab.send({ type: 'list.confirm' });
  await wait();
  expect(shown(both)).toMatchObject({ isAsking: false });
  await wait();
  expect(signedIn(world).map(({ tags }) => tags)).toEqual([people(14)]);
});
