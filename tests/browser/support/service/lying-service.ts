import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { inflateSync } from 'node:zlib';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

export interface Lies {
  /** Changes the results of an answer. */
  readonly results?: (results: readonly unknown[]) => readonly unknown[];
  /** Verbs that are answered with a refusal. */
  readonly refuses?: readonly string[];
  /** Verbs that are never answered. */
  readonly ignores?: readonly string[];
  /**
   * Frames sent before the answer to a request: request `question` of connection `connection`, both
   * from 0. `id` names the subscription.
   */
  readonly before?: (
    connection: number,
    question: number,
    id: string,
  ) => Iterable<string | Uint8Array>;
}

export interface LyingService {
  /** Address for the client: ws://... */
  readonly url: string;
  /** Number of connections so far. */
  readonly connections: () => number;
  /** Payloads of all requests of that verb so far. */
  readonly asked: (verb: string) => readonly unknown[];
  readonly stop: () => Promise<void>;
}

/**
 * A caching service that forwards the answers of a true one (`url` of the site), and alters them on
 * the way.
 */
export async function startLiar(
  url: string,
  { results = (same) => same, refuses = [], ignores = [], before }: Lies,
): Promise<LyingService> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  let count = 0;
  const questions: Array<readonly [verb: unknown, payload: unknown]> = [];
  server.on('connection', (client) => {
    const connection = count++;
    let question = 0;
    const truth = new WebSocket(`${url.replace('http', 'ws')}/v1`);
    // a client may leave before the connection to the service is open
    const opened = once(truth, 'open').then(
      () => true,
      () => false,
    );
    truth.on('error', () => client.terminate());
    client.on('message', (data) => {
      const text = textOf(data, false);
      const [type, id, ...asked]: unknown[] = JSON.parse(text);
      if (type === 'REQ')
        for (const { cache: [verb, payload] = [] } of asked.map(Object))
          questions.push([verb, payload]);
      if (type === 'REQ' && before)
        for (const frame of before(connection, question++, String(id))) client.send(frame);
      const isOneOf = (verbs: readonly string[]) =>
        asked.map(Object).some(({ cache: [verb] = [] }) => verbs.includes(verb));
      if (isOneOf(ignores)) return;
      if (isOneOf(refuses)) client.send(JSON.stringify(['NOTICE', id, 'no']));
      else void opened.then((isOpen) => isOpen && truth.send(text));
    });
    truth.on('message', (data, isBinary) => {
      const [type, id, ...rest]: unknown[] = JSON.parse(textOf(data, isBinary));
      if (type === 'EVENTS')
        client.send(JSON.stringify([type, id, results(Array.isArray(rest[0]) ? rest[0] : [])]));
      else if (type === 'EVENT')
        for (const result of results(rest)) client.send(JSON.stringify([type, id, result]));
      else client.send(JSON.stringify([type, id, ...rest]));
    });
    client.on('close', () => truth.terminate());
    truth.on('close', () => client.terminate());
  });
  const { port }: AddressInfo = Object(server.address());
  return {
    url: `ws://127.0.0.1:${port}/v1`,
    connections: () => count,
    asked: (verb) => questions.flatMap(([name, payload]) => (name === verb ? [payload] : [])),
    stop: async () => {
      for (const client of server.clients) client.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}

function textOf(data: RawData, isZlib: boolean): string {
  const bytes = Array.isArray(data)
    ? Buffer.concat(data)
    : Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data);
  return (isZlib ? inflateSync(bytes) : bytes).toString();
}
