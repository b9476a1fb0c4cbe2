import { saying } from '../../../../tests/support/views/in-english.ts';
import { quotedMessage } from '../../../events/account/user-message.ts';
import { describe, expect, test } from 'vitest';
import {
  HOME,
  hashOf,
  picture,
  uploadWorld,
} from '../../../../tests/support/publish/upload-world.ts';
import { readImeta } from '../../../events/media/imeta.ts';
import { millis } from '../../../events/core/time.ts';

/** Add one file, read and signed. */
async function sending() {
  const world = uploadWorld();
  world.add([picture()]);
  await world.read('a');
  const permit = world.sign();
  return { ...world, permit };
}

/** Return the tags of the first upload. */
const tagsOf = (world: ReturnType<typeof uploadWorld>) =>
  [...(world.child(0)?.getSnapshot().tags ?? [])].toSorted();

describe('one file', () => {
  test('MEDIA-01 MEDIA-02 NIP-92 a file is read, signed, sent with progress, and attached with its metadata', async () => {
    const world = await sending();
    const [request] = world.signer.requests;
    expect([request?.reason, request?.act]).toMatchObject([
      saying('Upload a picture'),
      { do: 'sign', template: { kind: 24_242 } },
    ]);
    expect(world.going()[0]?.input).toMatchObject({
      server: HOME,
      hash: hashOf('a'),
      type: 'image/jpeg',
      permit: world.permit,
    });
    world.answer({ type: 'put.progress', sent: 4, left: millis(900) });
    expect([world.child(0)?.getSnapshot().context.sent, world.puts.length]).toEqual([4, 1]);
    world.child(0)?.send({ type: 'upload.describe', alt: 'A boat' });
    world.store();
    const url = `${HOME}/${hashOf('a')}.jpg`;
    const attach = world.heard.find((news) => news.type === 'compose.attach');
    expect(attach).toMatchObject({ url, now: millis(1_700_000_000_009) });
    expect(attach?.tag).toContain('m image/jpeg');
    expect(readImeta(attach ? [attach.tag] : []).get(url)).toMatchObject({
      hash: hashOf('a'),
      size: { width: 4, height: 3 },
      alt: 'A boat',
    });
    expect([world.child(0), world.stand()]).toEqual([
      undefined,
      {
        type: 'uploads.statusChanged',
        open: 0,
        failed: 0,
        dropped: false,
        now: millis(1_700_000_000_009),
      },
    ]);
  });

  test('MEDIA-01 a file of a wrong kind or size is rejected before it is read and cannot be retried', () => {
    const world = uploadWorld();
    const large = Object.defineProperty(picture(), 'size', { value: 101 * 2 ** 20 });
    world.add([picture('a.pdf', 'application/pdf'), picture('b', ''), large]);
    world.signer.refuse();
    expect([0, 1, 2].map((nth) => world.failure(nth)?.fault)).toEqual(['kind', 'kind', 'size']);
    expect([world.reading(), world.child(0)?.getSnapshot().hasTag('retriable')]).toEqual([
      0,
      false,
    ]);
    for (const nth of [0, 1, 2]) world.child(nth)?.send({ type: 'upload.cancel' });
    expect(world.stands()).toEqual([]);
  });

  test('MEDIA-01 INV-PROGRESS a file above the known limit waits for the membership, then is rejected', () => {
    const world = uploadWorld();
    world.add([Object.defineProperty(picture(), 'size', { value: 101 * 2 ** 20 })]);
    world.wait(14 * 60_000);
    expect([tagsOf(world), world.failure(0)]).toEqual([['waiting'], undefined]);
    world.wait(61_000);
    expect([tagsOf(world), world.failure(0)?.fault, world.reading()]).toEqual([
      ['failed'],
      'size',
      0,
    ]);
  });

  test('a damaged picture and a file missing on disk each report their own error', async () => {
    const world = uploadWorld();
    world.add([picture('a.jpg'), picture('b.jpg')]);
    await world.read('damaged');
    await world.read('unreadable');
    expect([world.failure(0)?.fault, world.failure(1)?.fault]).toEqual(['damaged', 'unreadable']);
    expect(world.signer.requests).toEqual([]);
  });

  test("MEDIA-01 a server's refusal is shown on one line in its own words, and a retry signs again", async () => {
    const world = await sending();
    const no = { type: 'put.answered', ok: false, body: undefined, now: millis(1) } as const;
    world.answer({ ...no, status: 403, reason: `not\nhere ${'x'.repeat(900)}` });
    expect(world.failure(0)?.fault).toBe('refused');
    expect(world.failure(0)?.reason).toEqual(saying(/^not here x{191}$/));
    world.child(0)?.send({ type: 'upload.retry', now: millis(1_700_000_001_000) });
    expect(world.signer.requests).toHaveLength(2);
    world.sign();
    world.answer({ ...no, status: 500, reason: '' });
    expect(world.failure(0)).toEqual({ fault: 'refused', reason: quotedMessage('HTTP 500') });
  });

  test('BEYOND-03 after a broken connection a retry reuses the signature while it is valid', async () => {
    const world = await sending();
    world.answer({ type: 'put.broken' });
    expect(world.failure(0)?.fault).toBe('unreachable');
    world.child(0)?.send({ type: 'upload.retry', now: millis(1_700_000_060_000) });
    expect([
      world.signer.requests.length,
      world.reading(),
      world.going().at(-1)?.input.permit,
    ]).toEqual([1, 1, world.permit]);
    world.answer({ type: 'put.broken' });
    world
      .child(0)
      ?.send({ type: 'upload.retry', now: millis(1_700_000_000_000 + 2 * 60 * 60_000) });
    expect([world.signer.open().length, world.going()]).toEqual([1, []]);
    world.sign();
    world.store();
    expect(world.attached()).toHaveLength(1);
  });

  test('E-24 INV-OUTCOME a response with another hash, another address or no data is not a success', async () => {
    for (const body of [
      undefined,
      '',
      { sha256: hashOf('a') },
      { url: `${HOME}/${hashOf('b')}`, sha256: hashOf('b') },
      { url: 'x', sha256: hashOf('a') },
    ]) {
      const world = await sending();
      world.answer({
        type: 'put.answered',
        ok: true,
        status: 200,
        body,
        reason: '',
        now: millis(1),
      });
      expect([world.failure(0)?.fault, world.attached()]).toEqual(['other', []]);
    }
    const refusing = await sending();
    const body = {
      url: `${HOME}/${hashOf('a')}.jpg`,
      sha256: hashOf('a'),
      size: 6,
      type: 'image/jpeg',
      uploaded: 1,
    };
    refusing.answer({
      type: 'put.answered',
      ok: false,
      status: 413,
      body,
      reason: 'too large',
      now: millis(1),
    });
    expect([refusing.failure(0), refusing.attached()]).toEqual([
      { fault: 'refused', reason: quotedMessage('too large') },
      [],
    ]);
  });

  test('a refused signature shows the reason of the signer, and a retry requests it again', async () => {
    const world = uploadWorld();
    world.add([picture()]);
    await world.read('a');
    world.refuse();
    expect(world.failure(0)?.fault).toBe('unsigned');
    world.child(0)?.send({ type: 'upload.retry', now: millis(1_700_000_001_000) });
    world.sign();
    expect([world.going().length, world.reading()]).toEqual([1, 1]);
    const talking = uploadWorld();
    talking.add([picture()]);
    await talking.read('a');
    talking.signer.sign('no event');
    expect([talking.failure(0), talking.puts]).toEqual([{ fault: 'unsigned' }, []]);
  });
});

describe('cancelled and late uploads', () => {
  test('MEDIA-01 a cancelled upload leaves no prompt, no transfer and no attachment at any stage', async () => {
    const reading = uploadWorld();
    reading.add([picture()]);
    reading.child(0)?.send({ type: 'upload.cancel' });
    expect([reading.reading(), reading.stands()]).toEqual([0, []]);

    const signing = uploadWorld();
    signing.add([picture()]);
    await signing.read('a');
    signing.child(0)?.send({ type: 'upload.cancel' });
    expect([signing.signer.open(), signing.puts]).toEqual([[], []]);

    const world = await sending();
    const [life] = world.going();
    world.child(0)?.send({ type: 'upload.cancel' });
    expect([life?.ended, world.stand()]).toMatchObject([
      true,
      { open: 0, failed: 0, dropped: true },
    ]);
    world.store(life);
    expect([world.attached(), world.stands()]).toEqual([[], []]);
  });

  test('INV-TAGGED a late response to an earlier prompt is ignored', async () => {
    const world = uploadWorld();
    world.add([picture()]);
    await world.read('a');
    const [first] = world.signer.requests;
    world.wait(14 * 60_000);
    expect(tagsOf(world)).toEqual(['signing']);
    world.wait(60_000);
    expect(world.failure(0)?.fault).toBe('unsigned');
    world.child(0)?.send({ type: 'upload.retry', now: millis(1_700_000_900_000) });
    if (first) world.signer.refuse(first);
    expect(world.child(0)?.getSnapshot().hasTag('signing')).toBe(true);
    world.sign();
    world.store();
    expect(world.attached()).toHaveLength(1);
  });

  test('INV-PROGRESS a silent disk and a transfer without progress for a minute time out', async () => {
    const stuck = uploadWorld();
    stuck.add([picture()]);
    stuck.wait(119_000);
    expect([tagsOf(stuck), stuck.reading()]).toEqual([['preparing'], 1]);
    stuck.wait(1_000);
    expect([stuck.failure(0)?.fault, stuck.reading(), tagsOf(stuck)]).toEqual([
      'unreadable',
      0,
      ['failed', 'retriable'],
    ]);
    const world = await sending();
    for (let sent = 1; sent < 5; sent++) {
      world.wait(50_000);
      world.answer({ type: 'put.progress', sent, left: millis(0) });
    }
    expect([world.child(0)?.getSnapshot().hasTag('sending'), world.puts.length]).toEqual([true, 1]);
    world.wait(59_000);
    expect(tagsOf(world)).toEqual(['sending']);
    world.wait(1_000);
    expect([world.failure(0)?.fault, world.going()]).toEqual(['stalled', []]);
  });
});
