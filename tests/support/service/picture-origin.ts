import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Network } from '../../../service/public-network.ts';
import { isPrivateHost } from '../../../src/events/core/url.ts';

/** A web server with pictures, and a network on which every public name leads to it. */
export interface PictureOrigin {
  readonly network: Network;
  /** Paths that were requested. */
  readonly asked: string[];
  readonly at: (path: string, host?: string) => string;
  close(): void;
}

/** `inside.example` is a private address. */
export async function openPictureOrigin(answer: RequestListener): Promise<PictureOrigin> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  return {
    asked,
    network: {
      lookup: (host) =>
        Promise.resolve([
          { address: host === 'inside.example' ? '10.0.0.1' : '127.0.0.1', family: 4 },
        ]),
      isPrivate: (host) => host !== '127.0.0.1' && isPrivateHost(host),
      ports: [port],
      deadline: 3_000,
    },
    at: (path, host = 'media.example') => `http://${host}:${port}${path}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
