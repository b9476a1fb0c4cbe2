import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CopyOrder } from './copy-order.ts';
import { openPictureWorkers } from './picture-workers.ts';
import { isLong } from '../../../tests/support/runs.ts';

const LIMITS = { start: 60_000, deadline: 20_000, idle: 30_000 };

async function order(): Promise<CopyOrder> {
  const picture = sharp({ create: { width: 200, height: 100, channels: 3, background: 'red' } });
  return {
    bytes: await picture.png().toBuffer(),
    mime: 'image/png',
    variant: { size: 's', animated: true },
    format: 'webp',
  };
}

function program(text: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'starling-child-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, 'child.mjs'), text);
  return join(dir, 'child.mjs');
}

test.runIf(isLong)(
  'MEDIA-06 copies are made in processes that end when they idle, and start again',
  async () => {
    const workers = openPictureWorkers(undefined, { ...LIMITS, idle: 1 });
    onTestFinished(() => workers.close());
    const orders = await Promise.all(Array.from({ length: 3 }, order));
    for (const copy of await Promise.all(orders.map((one) => workers.copy(one))))
      expect(copy).toMatchObject({ width: 192, height: 96, mime: 'image/webp' });
    expect(await workers.copy(await order())).toMatchObject({ width: 192 });
  },
);

test('E-52 a copy that takes too long is given up, and the next ones are made', async () => {
  const hangs = program("process.send({ loaded: true }); process.on('message', () => undefined)");
  const workers = openPictureWorkers(undefined, { ...LIMITS, deadline: 100 }, hangs);
  onTestFinished(() => workers.close());
  const one = await order();
  expect(await Promise.all([1, 2, 3].map(() => workers.copy(one)))).toEqual(
    Array.from({ length: 3 }, () => 'interrupted'),
  );
});

test.runIf(isLong)(
  'E-52 the start of a process on a busy machine does not count as time of the copy',
  async () => {
    const one = await order();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const workers = openPictureWorkers(undefined, LIMITS);
    onTestFinished(() => workers.close());
    const copy = workers.copy(one);
    await vi.advanceTimersByTimeAsync(LIMITS.deadline + 1);
    expect(await copy).toMatchObject({ width: 192, mime: 'image/webp' });
  },
);

test('MEDIA-04 a process that the system kills says nothing about the picture', async () => {
  const killed = program("process.on('message', () => process.kill(process.pid, 'SIGKILL'))");
  const workers = openPictureWorkers(undefined, LIMITS, killed);
  onTestFinished(() => workers.close());
  expect(await workers.copy(await order())).toBe('interrupted');
});

test.runIf(isLong)('E-52 a picture that crashes its process is unreadable', async () => {
  const dies = program("process.on('message', () => process.exit(3))");
  const workers = openPictureWorkers(undefined, LIMITS, dies);
  onTestFinished(() => workers.close());
  expect(await workers.copy(await order())).toBe('unreadable');
  expect(await workers.copy(await order())).toBe('unreadable');
});

test('MEDIA-04 a machine without the picture library says so once', async () => {
  const lacks = program("process.send({ loaded: false }); process.on('message', () => undefined)");
  let told = 0;
  const workers = openPictureWorkers(() => void told++, LIMITS, lacks);
  onTestFinished(() => workers.close());
  const one = await order();
  expect(await Promise.all([1, 2, 3].map(() => workers.copy(one)))).toEqual([
    'unable',
    'unable',
    'unable',
  ]);
  expect(told).toBe(1);
});

test('TRUST-08 the processes see nothing of the environment of the service', async () => {
  process.env['STARLING_TEST_SECRET'] = 'x';
  onTestFinished(() => void delete process.env['STARLING_TEST_SECRET']);
  const tells = program(
    "process.on('message', () => process.send({ bytes: Buffer.from(JSON.stringify(process.env)), mime: 'image/webp', width: 1, height: 1 }))",
  );
  const workers = openPictureWorkers(undefined, LIMITS, tells);
  onTestFinished(() => workers.close());
  const copy = await workers.copy(await order());
  const seen = typeof copy === 'string' ? copy : Buffer.from(copy.bytes).toString('utf8');
  expect(seen).toMatch(/^\{/);
  expect(seen).not.toContain('STARLING_TEST_SECRET');
});
