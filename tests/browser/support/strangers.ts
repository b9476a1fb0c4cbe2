import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port that receives a browser's connections to every host name. `reached`: the requested hosts,
 * in order. None gets an answer.
 */
export interface Strangers {
  readonly port: number;
  readonly reached: string[];
  readonly stop: () => Promise<void>;
}

export async function startStrangers(): Promise<Strangers> {
  const reached: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      reached.push(hostIn(first));
      socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    reached,
    async stop() {
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Return the host named in the first bytes of a connection: in the TLS extension `server_name` (RFC
 * 6066), else in the request header.
 */
function hostIn(first: Buffer): string {
  const text = first.toString('latin1');
  for (const { index } of text.matchAll(/(?=\0{2}.{4}\0.{2}[a-z0-9])/gs)) {
    const [extension, list, length] = [2, 4, 7].map((at) => first.readUInt16BE(index + at));
    if (length !== undefined && extension === length + 5 && list === length + 3)
      return text.slice(index + 9, index + 9 + length);
  }
  return /^host: ([^\r:]+)/im.exec(text)?.[1] ?? 'a host without a name';
}
