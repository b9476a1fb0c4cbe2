import { expect, test } from 'vitest';
import { openFrameQueue } from '../src/adapters/connection/verify/frame-queue.ts';
import { listenCache } from './support/connection/cache-client.ts';
import { trusted } from './support/events/trusted.ts';
import { NOW, openVillage } from './support/service/village.ts';
import { isLong } from './support/runs.ts';

test.runIf(isLong)(
  'E-26 a page larger than our client inflates of one frame is sent in several frames, complete',
  async () => {
    const village = openVillage();
    const server = await listenCache(village.context);
    const client = await server.connect();
    const root = village.note(1, 'root');
    const reply = (n: number) =>
      trusted({
        content: `${n} ${'a'.repeat(400_000)}`,
        tags: [['e', root.id, '', 'root']],
        created_at: NOW - n,
      });
    const replies = Array.from({ length: 45 }, (_, n) => reply(n));
    await village.store.insert(replies);
    await client.request('p', 'set_primal_protocol', { compression: 'zlib' });
    const queue = openFrameQueue({ isWanted: () => true, log: (text) => expect.fail(text) });
    client.socket.on('message', (data: Buffer, binary: boolean) =>
      queue.add(binary ? new Uint8Array(data).buffer : data.toString()),
    );
    await client.request('a', 'thread_view', { event_id: root.id, limit: 100 });
    await server.stop();
    const items = [];
    while (!queue.isEmpty() && !queue.isExcessive()) items.push(...queue.read(1_000));
    expect(queue.isExcessive()).toBe(false);
    const ids = new Set(items.flatMap((item) => (item.type === 'signed' ? [item.event.id] : [])));
    expect([...ids].toSorted()).toEqual([root, ...replies].map(({ id }) => id).toSorted());
    expect(items.filter(({ type }) => type === 'ended')).toHaveLength(1);
  },
);
