import { type AnyActorRef, createActor, fromCallback, setup } from 'xstate';
import type {
  RelayFrame,
  RelayAnswer,
  RelayCommand,
  RelaySignal,
} from '../../../src/machines/connection/relay-protocol.ts';

interface Epoch {
  readonly url: string;
  readonly sent: RelayCommand[];
  readonly report: (signal: RelaySignal) => void;
  closed: boolean;
}

/**
 * Play the sockets of all relays: keep the messages sent on each connection and send those of the
 * test.
 */
export function fakeRelaySockets() {
  const epochs: Epoch[] = [];
  const logic = fromCallback<RelayCommand, { url: string }>(({ input, sendBack, receive }) => {
    const epoch: Epoch = {
      url: input.url,
      sent: [],
      report: (signal) => sendBack(signal),
      closed: false,
    };
    epochs.push(epoch);
    receive((command) => epoch.sent.push(command));
    return () => {
      epoch.closed = true;
    };
  });
  const of = (url?: string) => epochs.filter((epoch) => url === undefined || epoch.url === url);
  const last = (url?: string) => {
    const epoch = of(url).at(-1);
    if (!epoch) throw new Error(`no socket to ${url ?? 'any relay'} was opened`);
    return epoch;
  };
  return {
    logic,
    epochs,
    last,
    /** Sockets that are open or opening. */
    alive: () => epochs.filter((epoch) => !epoch.closed),
    open: (url?: string) => last(url).report({ type: 'socket.opened' }),
    close: (reason: 'errored' | 'closed', url?: string) =>
      last(url).report({ type: 'socket.closed', reason }),
    say: (heard: readonly RelayFrame[], url?: string) =>
      last(url).report({ type: 'socket.heard', heard }),
    /** Messages sent on the latest connection. */
    sent: (url?: string) => last(url).sent,
  };
}

/** A caller of relays that keeps the messages that it receives. */
export function relayAsker(): { ref: AnyActorRef; heard: RelayAnswer[]; stop: () => void } {
  const heard: RelayAnswer[] = [];
  const machine = setup({ types: { events: {} as RelayAnswer } }).createMachine({
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const ref = createActor(machine).start();
  return { ref, heard, stop: () => ref.stop() };
}
