import pg from 'pg';

/** A dedicated connection that listens to a channel (NOTIFY) and reconnects when it is lost. */
export interface Listener {
  close(): Promise<void>;
}

interface ListenerOptions {
  readonly url: string;
  readonly channel: string;
  readonly heard: (payload: string) => void;
  /**
   * Called when the connection is listening. Payloads arrive from now on, unless a pooler in
   * between drops them.
   */
  readonly listening: () => void;
  readonly lost: () => void;
}

/** Milliseconds. */
const CONNECTING = 5_000;
const SOON = 100;
const LONGEST_PAUSE = 5_000;

/** Resolves when the first attempt to listen has succeeded or failed. */
export async function openListener(hearing: ListenerOptions): Promise<Listener> {
  let isClosed = false;
  let pause = SOON;
  let client: pg.Client | undefined;
  let again: NodeJS.Timeout | undefined;
  const listen = async (): Promise<void> => {
    client = connectionOf(hearing, () => {
      if (isClosed) return;
      hearing.lost();
      again = setTimeout(() => void listen(), pause).unref();
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    });
    try {
      await client.connect();
      await client.query(`listen ${hearing.channel}`);
      pause = SOON;
      hearing.listening();
    } catch {
      // If the server has no LISTEN, retry at long intervals. Until it succeeds, callers poll the
      // tables.
      await client.end().catch(() => undefined);
    }
  };
  await listen();
  return {
    async close() {
      isClosed = true;
      clearTimeout(again);
      await client?.end().catch(() => undefined);
    },
  };
}

function connectionOf({ url, heard }: ListenerOptions, lost: () => void): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECTING,
    application_name: 'starling listens',
    keepAlive: true,
  });
  client.on('error', () => undefined);
  client.once('end', lost);
  client.on('notification', ({ payload = '' }) => heard(payload));
  return client;
}
