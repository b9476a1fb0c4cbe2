/** Receives the events of a socket. After `closed` there are none. */
export interface SocketEvents {
  readonly opened: () => void;
  /** Text as a string, binary as an ArrayBuffer. */
  readonly frame: (data: unknown) => void;
  readonly closed: (reason: string) => void;
}

interface OpenSocket {
  readonly send: (text: string) => void;
  /** Closes it, and stops its events at once. */
  readonly close: () => void;
}

export type SocketOpener = (url: string, events: SocketEvents) => OpenSocket;

/** A socket of the platform. An invalid address gives a socket that closes at once. */
export const openWebSocket: SocketOpener = (url, events) => {
  let socket: WebSocket;
  try {
    socket = new WebSocket(url);
  } catch {
    queueMicrotask(() => events.closed('invalid address'));
    return { send: () => undefined, close: () => undefined };
  }
  socket.binaryType = 'arraybuffer';
  const silence = new AbortController();
  const { signal } = silence;
  socket.addEventListener('open', events.opened, { signal });
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => events.frame(data), {
    signal,
  });
  socket.addEventListener(
    'close',
    ({ code, reason }) => events.closed(reason === '' ? `closed (${code})` : reason),
    { signal },
  );
  return {
    send: (text) => socket.send(text),
    close: () => {
      silence.abort();
      socket.close();
    },
  };
};
