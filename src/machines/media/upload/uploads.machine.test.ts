import { saying } from '../../../../tests/support/views/in-english.ts';
import { expect, test } from 'vitest';
import { brokenRequest } from '../../../../tests/support/connection/broken-request.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import {
  hashOf,
  heavy,
  HOME,
  picture,
  uploadWorld,
} from '../../../../tests/support/publish/upload-world.ts';
import type { Claim } from '../../../events/connection/claims.ts';
import { RESULT } from '../../../events/nostr/kinds.ts';
import { millis } from '../../../events/core/time.ts';
import { uploadMachine } from './upload.machine.ts';

const files = (count: number) => Array.from({ length: count }, (_, nth) => picture(`${nth}.jpg`));
const list = (created_at: number, ...servers: string[]) =>
  trusted({
    kind: 10_063,
    pubkey: '1'.repeat(64),
    created_at,
    tags: servers.map((server) => ['server', server]),
  });

test('MEDIA-01 at most three uploads run at once, the others queue in order and start as slots free up', async () => {
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
  world.child(0)?.send({ type: 'upload.retry', now: millis(1) });
  expect(world.stands()).toEqual(['waiting', 'going', 'going', 'going']);
  world.child(2)?.send({ type: 'upload.cancel' });
  expect(world.stands()).toEqual(['going', 'going', 'going']);
  expect(world.stand()).toMatchObject({ open: 3, failed: 0 });
});

test('a text has at most 100 files', () => {
  const world = uploadWorld();
  world.add(files(70));
  world.add(files(70));
  expect(world.stands()).toHaveLength(100);
});

test('MEDIA-02 BUD-03 files go to the first server of the list, which is requested once if unknown', async () => {
  const world = uploadWorld();
  world.addUnlocated(files(1));
  expect(world.bus.open().map(({ query }) => query)).toEqual([
    { verb: 'replaceable_event', payload: { pubkey: '1'.repeat(64), kind: 10_063 } },
  ]);
  expect(world.stands()).toEqual(['waiting']);
  const other = trusted({
    kind: 10_063,
    pubkey: '2'.repeat(64),
    created_at: 9,
    tags: [['server', 'https://other.example']],
  });
  world.bus.answer({
    events: [
      list(1, 'https://old.example'),
      list(3, 'https://new.example/', 'https://two.example'),
      other,
    ],
  });
  await world.read('a');
  world.sign();
  expect(world.going()[0]?.input.server).toBe('https://new.example');
  world.addUnlocated(files(1));
  expect(world.bus.open()).toEqual([]);
});

test('an upload that crashes frees its slot for the next one', () => {
  const upload = uploadMachine.provide({
    delays: {
      readTimeout: ({ context }) => {
        if (context.file.name === '0.jpg') throw new Error('planted');
        return 9_000;
      },
    },
  });
  const world = uploadWorld((logic) => logic.provide({ actors: { upload } }));
  world.add(files(5));
  expect([world.stands(), world.child(0), world.stand()]).toMatchObject([
    ['going', 'going', 'going', 'waiting'],
    undefined,
    { open: 4 },
  ]);
});

test("MEDIA-02 if the list request crashes, files go to the page's own server", async () => {
  const world = uploadWorld((logic) => logic.provide({ actors: { request: brokenRequest } }));
  world.addUnlocated(files(1));
  await world.read('a');
  world.sign();
  expect(world.going()[0]?.input.server).toBe(HOME);
});

test("MEDIA-02 without a list or a response, files go to the page's own server", async () => {
  const refused = uploadWorld();
  refused.addUnlocated(files(1));
  refused.bus.refuse();
  const silent = uploadWorld();
  silent.addUnlocated(files(1));
  silent.wait(6_000);
  for (const world of [refused, silent]) {
    await world.read('a');
    world.sign();
    expect(world.going()[0]?.input.server).toBe(HOME);
  }
});

const told = (tier: string): readonly Claim[] => [
  { claim: 'other', kind: RESULT.MembershipStatus, content: { tier } },
];
/** Return the proof requests for the membership. */
const prove = (world: ReturnType<typeof uploadWorld>) => {
  const request = world.signer.open().find(({ id }) => id === 'proof');
  if (request?.act.do !== 'sign') throw new Error('no proof is wanted');
  world.signer.sign(trusted({ ...request.act.template, pubkey: request.pubkey }), request);
};

test('MEMBER-01 MEDIA-01 the first file above the general limit requests the membership once, with a proof', () => {
  const world = uploadWorld();
  world.add(files(1));
  expect(world.signer.open()).toEqual([]);
  world.add([heavy('a.mp4', 200), heavy('b.mp4', 300), heavy('c.mp4', 2_000)]);
  world.wait(3_000);
  expect(world.signer.open().filter(({ id }) => id === 'proof')).toMatchObject([
    { reason: saying('Ask how large your files may be'), quiet: false },
  ]);
  expect([world.stands(), world.stand()]).toMatchObject([
    ['going', 'weighing', 'weighing', 'weighing'],
    { open: 4, failed: 0 },
  ]);
  prove(world);
  expect(world.bus.open().map(({ query }) => query.verb)).toEqual(['membership_status']);
  world.bus.answer({ claims: told('premium') });
  expect([world.stands(), world.failure(3)]).toEqual([
    ['going', 'going', 'going', 'unfit'],
    { fault: 'size' },
  ]);
  expect(world.child(3)?.getSnapshot().context.tier).toBe('premium');
  world.add([heavy('d.mp4', 900)]);
  expect([
    world.stands().at(-1),
    world.bus.open(),
    world.signer.open().filter(({ id }) => id === 'proof'),
  ]).toEqual(['waiting', [], []]);
});

test('MEMBER-01 ACCOUNT-19 the membership from the sign-in is not requested again for a file', () => {
  for (const [told, fits, tooLarge] of [
    ['none', 100, 101],
    ['premium', 1_024, 1_025],
  ] as const) {
    const world = uploadWorld();
    world.addTold([heavy('a.mp4', fits), heavy('b.mp4', tooLarge)], told);
    expect([world.stands(), world.failure(1)]).toEqual([['going', 'unfit'], { fault: 'size' }]);
    // the known membership applies to the whole text
    world.add([heavy('c.mp4', fits), heavy('d.mp4', tooLarge)]);
    expect([world.stands(), world.child(3)?.getSnapshot().context.tier]).toEqual([
      ['going', 'unfit', 'going', 'unfit'],
      told,
    ]);
    expect([world.signer.open(), world.bus.open()]).toEqual([[], []]);
  }
});

test('MEMBER-01 without a signature or a response the general limit applies, and the next file asks again', () => {
  const endings: ReadonlyArray<(world: ReturnType<typeof uploadWorld>) => void> = [
    (world) => world.signer.refuse(),
    (world) => (prove(world), world.bus.refuse()),
    (world) => (prove(world), world.wait(11_000)),
    (world) => world.wait(17 * 60_000),
  ];
  for (const end of endings) {
    const world = uploadWorld();
    world.add([heavy('a.mp4', 200)]);
    end(world);
    expect([world.failure(0), world.child(0)?.getSnapshot().context.tier]).toEqual([
      { fault: 'size' },
      'none',
    ]);
    world.add([heavy('b.mp4', 200)]);
    prove(world);
    world.bus.answer({ claims: told('premium-legend') });
    expect([world.stands(), world.child(1)?.getSnapshot().context.tier]).toEqual([
      ['unfit', 'going'],
      'premium-legend',
    ]);
  }
});

test('MEMBER-01 a file that waits for the membership can be cancelled', () => {
  const world = uploadWorld();
  world.add([heavy('a.mp4', 200)]);
  world.child(0)?.send({ type: 'upload.cancel' });
  expect(world.stands()).toEqual([]);
  prove(world);
  world.bus.answer({ claims: told('premium') });
  expect(world.stands()).toEqual([]);
});

test('an uploaded file is shown from the disk until it is removed from the text', async () => {
  const world = uploadWorld();
  const [file = picture()] = files(1);
  world.add([file]);
  await world.read('a');
  world.sign();
  world.store();
  const sent = () => world.uploads.getSnapshot().context.sent;
  const tag = expect.arrayContaining(['imeta', `url ${world.attached()[0]}`]);
  expect([...sent()]).toEqual([
    [world.attached()[0], { id: 'upload 0', file, stripped: true, mirrors: new Map(), tag }],
  ]);
  world.tell({ type: 'uploads.forget', url: world.attached()[0] ?? '' });
  expect(sent().size).toBe(0);
});

test('MEDIA-02 BUD-04 mirrors copy with the same signature, and a failed mirror does not fail the upload', async () => {
  const [main, good, bad, silent] = [
    'https://a.example',
    'https://b.example',
    'https://c.example',
    'https://d.example',
  ] as const;
  const world = uploadWorld();
  world.add(files(1), [main, good, bad, silent]);
  await world.read('a');
  const permit = world.sign();
  expect(permit.tags.filter(([name]) => name === 'server').map(([, host]) => host)).toEqual(
    [main, good, bad, silent].map((origin) => origin.slice('https://'.length)),
  );
  expect(world.copies.all).toEqual([]);
  world.store();
  const url = `${main}/${hashOf('a')}.jpg`;
  expect([world.attached(), world.signer.open()]).toEqual([[url], []]);
  expect(world.copies.all.map(({ input }) => input)).toEqual(
    [good, bad, silent].map((server) => ({ server, url, hash: hashOf('a'), permit })),
  );
  const mirrors = () => [
    ...(world.uploads.getSnapshot().context.sent.get(url)?.mirrors.values() ?? []),
  ];
  expect(mirrors()).toEqual(['going', 'going', 'going']);
  const [first, second] = world.copies.all;
  first?.resolve({ sha256: hashOf('a') });
  second?.resolve({ sha256: hashOf('b') });
  for (let turn = 0; turn < 9; turn++) await Promise.resolve();
  expect(mirrors()).toEqual(['there', 'failed', 'going']);
  world.wait(60_000);
  expect([mirrors(), world.stand(), world.stands()]).toEqual([
    ['there', 'failed', 'failed'],
    { type: 'uploads.statusChanged', open: 0, failed: 0, dropped: false, now: 0 },
    [],
  ]);
});

test('MEDIA-02 without mirrors nothing is copied and the signature names one server', async () => {
  const world = uploadWorld();
  world.add(files(1), ['https://a.example', 'https://b.example'], false);
  await world.read('a');
  expect(world.sign().tags.filter(([name]) => name === 'server')).toEqual([
    ['server', 'a.example'],
  ]);
  world.store();
  expect([world.attached().length, world.copies.all]).toEqual([1, []]);
});

test('discarding the text cancels its prompts and aborts its transfers', async () => {
  const world = uploadWorld();
  world.add(files(2));
  await world.read('a');
  await world.read('b');
  world.sign();
  world.stop();
  expect(world.signer.open().map(({ from }) => from.getSnapshot().status)).toEqual(['stopped']);
  expect(world.going()).toEqual([]);
});

test('MEDIA-01 MEDIA-02 files added offline wait, and then go to the own server of the account', async () => {
  const world = uploadWorld();
  world.tell({ type: 'network.offline', on: true });
  world.addUnlocated(files(1));
  world.wait(60_000);
  expect([world.bus.open(), world.reading(), world.stands()]).toEqual([[], 0, ['waiting']]);
  world.tell({ type: 'network.offline', on: false });
  world.bus.answer({ events: [list(1, 'https://own.example')] });
  await world.read('a');
  world.sign();
  expect(world.going()[0]?.input.server).toBe('https://own.example');
});

test('MEDIA-02 a network that is lost during the list request does not choose another server', () => {
  const world = uploadWorld();
  world.addUnlocated(files(1));
  world.tell({ type: 'network.offline', on: true });
  world.bus.refuse();
  expect(world.stands()).toEqual(['waiting']);
  world.tell({ type: 'network.offline', on: false });
  expect(world.bus.open()).toHaveLength(1);
});

test('MEDIA-01 files with known servers wait offline, and begin once the network is back', () => {
  const world = uploadWorld();
  world.tell({ type: 'network.offline', on: true });
  world.add(files(2));
  expect([world.reading(), world.stands()]).toEqual([0, ['waiting', 'waiting']]);
  world.tell({ type: 'network.offline', on: false });
  expect([world.reading(), world.stands()]).toEqual([2, ['going', 'going']]);
});
