import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Filter, matchFilter, readFilter } from '../../../../src/events/connection/filter.ts';
import type { SignedEvent } from '../../../../src/events/nostr/event.ts';
import { type RawData, WebSocketServer } from 'ws';

/** A relay for a single test. It stores the events of the test, and accepts or refuses others. */
export interface TestRelay {
  /** ws://127.0.0.1:... */
  readonly url: string;
  /** Ids of all events that the relay received, including refused ones. */
  readonly sent: string[];
  /** The stored events. */
  events: readonly SignedEvent[];
  /** Number of connections so far, and filters of all queries. */
  connections: number;
  readonly asked: Filter[];
  /** Accounts that signed in to the relay (NIP-42). */
  readonly proved: string[];
  /**
   * The reason to refuse events, or undefined to accept all. An event that needs a sign-in is
   * accepted after one.
   */
  refuses: string | undefined;
  readonly stop: () => Promise<void>;
}

/** `at`: the port that it had before it was stopped. */
export async function startTestRelay(refuses?: string, at = 0): Promise<TestRelay> {
  const server = new WebSocketServer({ port: at, host: '127.0.0.1' });
  await once(server, 'listening');
  const { port }: AddressInfo = Object(server.address());
  const sent: string[] = [];
  const proved: string[] = [];
  const relay: TestRelay = {
    url: `ws://127.0.0.1:${port}`,
    sent,
    events: [],
    connections: 0,
    asked: [],
    proved,
    refuses,
    stop: async () => {
      for (const client of server.clients) client.terminate();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('connection', (client) => {
    let isProved = false;
    relay.connections++;
    if (refuses?.startsWith('auth-required')) client.send(JSON.stringify(['AUTH', 'challenge']));
    client.on('message', (data) => {
      const [type, one, ...rest]: unknown[] = JSON.parse(textOf(data));
      if (type === 'REQ') {
        const filters = rest.flatMap((value) => readFilter(value) ?? []);
        relay.asked.push(...filters);
        for (const event of relay.events)
          if (filters.some((filter) => matchFilter(filter, event)))
            client.send(JSON.stringify(['EVENT', one, event]));
        client.send(JSON.stringify(['EOSE', one]));
      }
      const { id, pubkey }: { id: string; pubkey: string } = Object(one);
      if (type === 'AUTH') {
        isProved = true;
        proved.push(pubkey);
        client.send(JSON.stringify(['OK', id, true, '']));
      }
      if (type !== 'EVENT') return;
      sent.push(id);
      const isTaken = relay.refuses === undefined || isProved;
      client.send(JSON.stringify(['OK', id, isTaken, isTaken ? '' : relay.refuses]));
    });
  });
  return relay;
}

function textOf(data: RawData): string {
  return Buffer.from(
    Array.isArray(data)
      ? Buffer.concat(data)
      : data instanceof ArrayBuffer
        ? new Uint8Array(data)
        : data,
  ).toString();
}
