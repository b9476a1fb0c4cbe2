import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openPictureOrigin } from '../../tests/support/service/picture-origin.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { KIND, RESULT } from '../../src/events/nostr/kinds.ts';
import { type Service, startService } from '../start.ts';
import type { Previews } from './preview-mode.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function openWorld(previews: Previews) {
  const host = await openPictureOrigin((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<title>A page</title>');
  });
  closers.push(() => host.close());
  const service = await startService({ port: 0, network: host.network, town: false, previews });
  closers.push(() => service.stop());
  return { host, service };
}

async function publish({ url }: Service, content: string, age = 0, kind = 1): Promise<string> {
  const event = signed({ kind, content, created_at: Math.floor(Date.now() / 1_000) - age });
  const socket = new WebSocket(url.replace('http', 'ws'));
  await once(socket, 'open');
  socket.send(JSON.stringify(['EVENT', event]));
  await once(socket, 'message');
  socket.close();
  return event.id;
}

async function cards({ url }: Service, id: string): Promise<unknown[]> {
  const body = JSON.stringify(['events', { event_ids: [id], extended_response: true }]);
  const answer: unknown = await (await fetch(`${url}/api`, { method: 'POST', body })).json();
  const all: readonly { kind: number; content: string }[] = Array.isArray(answer) ? answer : [];
  return all.flatMap(({ kind, content }) =>
    kind === RESULT.LinkMetadata ? [JSON.parse(content) as unknown] : [],
  );
}

test('NOTE-08 pages of new events come with the answers, and those of old ones once they are read', async () => {
  const { host, service } = await openWorld('ahead');
  const [fresh, old] = [host.at('/new'), host.at('/old', 'other.example')];
  const id = await publish(service, `see ${fresh}`);
  await expect.poll(() => host.asked).toEqual(['/new']);
  await expect.poll(() => cards(service, id)).toHaveLength(1);
  const [card] = await cards(service, id);
  expect(card).toMatchObject({
    event_id: id,
    resources: [{ url: fresh, md_title: 'A page', fetched_at: expect.any(Number) }],
  });
  const late = await publish(service, `see ${old}`, 100_000);
  const secret = `see ${host.at('/private', 'private.example')}`;
  await publish(service, secret, 0, KIND.EncryptedDirectMessage);
  await publish(service, `see ${host.at('/a.jpg', 'pictures.example')}`);
  await publish(service, `see ${host.at('/last', 'last.example')}`);
  await expect.poll(() => host.asked).toEqual(['/new', '/last']);
  expect(await cards(service, late)).toEqual([]);
  await expect.poll(() => cards(service, late)).toHaveLength(1);
});

test('NOTE-08 `asked` fetches for a page only, and `none` never', async () => {
  const asked = await openWorld('asked');
  const none = await openWorld('none');
  for (const { host, service } of [asked, none]) {
    const id = await publish(service, `see ${host.at('/new')}`);
    expect(await cards(service, id)).toEqual([]);
    const u = encodeURIComponent(host.at('/new'));
    const { status } = await fetch(`${service.url}/link-preview?u=${u}`);
    expect([status, host.asked]).toEqual(service === asked.service ? [200, ['/new']] : [404, []]);
  }
});
