import { expect, test } from 'vitest';
import { explore } from '../../../tests/support/explore.ts';
import { publishWalks } from '../../../tests/support/publish-walks.ts';
import { trusted } from '../../../tests/support/trusted.ts';
import { HOME, picture, uploadWorld } from '../../../tests/support/upload-world.ts';
import { uploadsMachine } from './uploads.machine.ts';

const files = (count: number) => Array.from({ length: count }, (_, nth) => picture(`${nth}.jpg`));
const list = (created_at: number, ...servers: string[]) =>
  trusted({ kind: 10_063, pubkey: '1'.repeat(64), created_at, tags: servers.map((server) => ['server', server]) });

test('MEDIA-01 at most three go at once, the others wait in their order; each that ends, however, makes room', async () => {
  const world = uploadWorld();
  world.add(files(6));
  expect(world.stands()).toEqual(['going', 'going', 'going', 'waiting', 'waiting', 'waiting']);
  expect(world.reading()).toBe(3);
  await world.read('damaged');
  expect(world.stands()).toEqual(['failed', 'going', 'going', 'going', 'waiting', 'waiting']);
  world.child(4)?.send({ type: 'upload.cancel' });
  await world.read('b');
  world.sign();
  world.store();
  expect(world.stands()).toEqual(['failed', 'going', 'going', 'going']);
  world.child(0)?.send({ type: 'upload.retry', now: 1 });
  expect(world.stands()).toEqual(['waiting', 'going', 'going', 'going']);
  world.child(2)?.send({ type: 'upload.cancel' });
  expect(world.stands()).toEqual(['going', 'going', 'going']);
  expect(world.stand()).toMatchObject({ open: 3, failed: 0 });
});

test('a text holds 100 files', () => {
  const world = uploadWorld();
  world.add(files(70));
  world.add(files(70));
  expect(world.stands()).toHaveLength(100);
});

test("MEDIA-02 BUD-03 files go to the first server of the account's list, asked for once where it is not known", async () => {
  const world = uploadWorld();
  world.addUnlocated(files(1));
  expect(world.hub.open().map(({ query }) => query)).toEqual([
    { verb: 'replaceable_event', payload: { pubkey: '1'.repeat(64), kind: 10_063 } },
  ]);
  expect(world.stands()).toEqual(['waiting']);
  const other = trusted({ kind: 10_063, pubkey: '2'.repeat(64), created_at: 9, tags: [['server', 'https://other.example']] });
  world.hub.answer({ events: [list(1, 'https://old.example'), list(3, 'https://new.example/', 'https://two.example'), other] });
  await world.read('a');
  world.sign();
  expect(world.going()[0]?.input.server).toBe('https://new.example');
  world.addUnlocated(files(1));
  expect(world.hub.open()).toEqual([]);
});

test("MEDIA-02 without a list, or an answer, they go to the page's own server", async () => {
  const refused = uploadWorld();
  refused.addUnlocated(files(1));
  refused.hub.refuse();
  const silent = uploadWorld();
  silent.addUnlocated(files(1));
  silent.wait(6_000);
  for (const world of [refused, silent]) {
    await world.read('a');
    world.sign();
    expect(world.going()[0]?.input.server).toBe(HOME);
  }
});

test('what lies on a server is shown from the disk until it is taken out of the text', async () => {
  const world = uploadWorld();
  const [file = picture()] = files(1);
  world.add([file]);
  await world.read('a');
  world.sign();
  world.store();
  const sent = () => world.uploads.getSnapshot().context.sent;
  expect([...sent()]).toEqual([[world.attached()[0], { id: 'upload 0', file, stripped: true }]]);
  world.tell({ type: 'uploads.forget', url: world.attached()[0] ?? '' });
  expect(sent().size).toBe(0);
});

test('all ends with the text: nobody waits for a prompt any more, and transfers are broken off', async () => {
  const world = uploadWorld();
  world.add(files(2));
  await world.read('a');
  await world.read('b');
  world.sign();
  world.stop();
  expect(world.signer.open().map(({ from }) => from.getSnapshot().status)).toEqual(['stopped']);
  expect(world.going()).toEqual([]);
});

test('TOOL-03 every state and transition of the uploads is reached', () => {
  const { input, samples, key } = publishWalks['uploads'] ?? { input: undefined, samples: {} };
  const tells = Object.keys(uploadsMachine.implementations.actions).filter((name) => name.startsWith('tell'));
  const alone = uploadsMachine.provide({ actions: Object.fromEntries(tells.map((name) => [name, () => undefined])) });
  const { unsampled, untaken } = explore(alone, { input: input as never, samples, ...(key ? { key } : {}) });
  expect([unsampled, untaken]).toEqual([[], []]);
});
