import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openInFlight } from './in-flight.ts';
import type { MinimumRate } from './minimum-rate.ts';
import { openPacedResponses } from './paced-response.ts';
import { sendText } from './send-response.ts';

const MB = 2 ** 20;
const BODY = Buffer.alloc(12 * MB, 7);

async function serve(pace?: MinimumRate) {
  const unread = openInFlight({ address: 24 * MB, all: 36 * MB });
  const paced = openPacedResponses(unread, pace);
  const ends: string[] = [];
  const server = createServer((request, response) => {
    response.once('close', () => ends.push(`${request.url} ${response.writableFinished}`));
    const url = new URL(request.url ?? '/', 'http://x');
    const exchange = { request, response, url, from: url.pathname, inFlight: unread };
    if (!paced.send(exchange, 200, {}, BODY)) sendText(request, response, 503, 'too much');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port, ends };
}

/** Ask, and read the status only. */
async function ask(port: number, path: string, method = 'GET') {
  const socket: Socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const [head] = await once(socket, 'data');
  socket.pause();
  return { socket, status: String(head).slice(9, 12) };
}

test('E-27 unread media of one address, and of all, take bounded memory', async () => {
  const { port } = await serve();
  const readers = [await ask(port, '/ann'), await ask(port, '/ann'), await ask(port, '/ann')];
  expect(readers.map(({ status }) => status)).toEqual(['200', '200', '503']);
  expect((await ask(port, '/ann', 'HEAD')).status).toBe('200');
  expect((await ask(port, '/ben')).status).toBe('200');
  expect((await ask(port, '/cleo')).status).toBe('503');
  // the bytes of a response that ends are free again
  readers[0]?.socket.destroy();
  await expect.poll(async () => (await ask(port, '/cleo')).status).toBe('200');
});

test('E-27 a response that is not read ends, and one that is read arrives whole', async () => {
  const { port, ends } = await serve({ grace: 2_000, least: MB, every: 20 });
  expect((await ask(port, '/ann')).status).toBe('200');
  const whole = await fetch(`http://127.0.0.1:${port}/ben`);
  expect(Buffer.from(await whole.arrayBuffer()).equals(BODY)).toBe(true);
  await expect.poll(() => ends.toSorted()).toEqual(['/ann false', '/ben true']);
});
