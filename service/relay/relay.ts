import type { RawData, WebSocket } from 'ws';
import { type Filter, matchFilter } from '../../src/events/connection/filter.ts';
import type { VerifiedEvent } from '../../src/events/event.ts';
import type { Store } from '../store/store.ts';
import type { Intake } from './intake.ts';
import { LIMITS } from './limits.ts';
import { type Message, readMessage } from './message.ts';

/** A NIP-01 relay over the store. */
export interface Relay {
  /** Serves one client until its socket closes. */
  serve(socket: WebSocket): void;
  close(): void;
}

export function openRelay(store: Store, intake: Intake): Relay {
  const sessions = new Set<Session>();
  const stop = store.onInserted(({ added, ephemeral }) => {
    for (const session of sessions) session.deliver([...added, ...ephemeral]);
  });
  return {
    serve(socket) {
      const session = new Session(socket, store, intake);
      sessions.add(session);
      socket.on('close', () => sessions.delete(session));
    },
    close: stop,
  };
}

/** One client: its open subscriptions, and the messages that wait for their turn. */
class Session {
  private readonly socket: WebSocket;
  private readonly store: Store;
  private readonly intake: Intake;
  private readonly open = new Map<string, readonly Filter[]>();
  private readonly waiting: Message[] = [];
  private turn: NodeJS.Immediate | undefined;

  constructor(socket: WebSocket, store: Store, intake: Intake) {
    this.socket = socket;
    this.store = store;
    this.intake = intake;
    socket.on('message', (data, binary) => this.receive(data, binary));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => clearImmediate(this.turn));
  }

  /** Passes new events on to the subscriptions they answer. A search is answered once: it has no live part. */
  deliver(events: readonly VerifiedEvent[]): void {
    for (const event of events) {
      let raw: string | undefined;
      for (const [id, filters] of this.open) {
        if (!filters.some((filter) => filter.search === undefined && matchFilter(filter, event))) continue;
        raw ??= JSON.stringify(event);
        this.sendEvent(id, raw);
      }
    }
  }

  private receive(data: RawData, binary: boolean): void {
    this.waiting.push(binary ? { type: 'bad', answer: ['NOTICE', 'invalid: binary frame'] } : readMessage(textOf(data)));
    if (this.waiting.length > LIMITS.waiting) return this.socket.close(1008, 'too many messages');
    this.turn ??= setImmediate(() => this.work());
  }

  /** One message a turn: a client that floods holds up itself, not the others. */
  private work(): void {
    this.turn = undefined;
    const message = this.waiting.shift();
    if (!message || this.socket.readyState !== this.socket.OPEN) return;
    this.answer(message);
    if (this.waiting.length > 0) this.turn = setImmediate(() => this.work());
  }

  private answer(message: Message): void {
    if (message.type === 'bad') return this.send(message.answer);
    if (message.type === 'CLOSE') return void this.open.delete(message.id);
    if (message.type === 'EVENT') {
      return this.intake.offer(message.value, ({ id, accepted, reason }) => this.send(['OK', id, accepted, reason]));
    }
    try {
      if (message.type === 'COUNT') this.send(['COUNT', message.id, { count: this.store.count(message.filters) }]);
      else this.subscribe(message.id, message.filters);
    } catch {
      this.open.delete(message.id);
      this.send(['CLOSED', message.id, 'error: could not be answered']);
    }
  }

  private subscribe(id: string, filters: readonly Filter[]): void {
    if (!this.open.has(id) && this.open.size >= LIMITS.subscriptions)
      return this.send(['CLOSED', id, 'rate-limited: too many subscriptions']);
    this.open.set(id, filters);
    for (const { raw } of this.store.query(filters, LIMITS.limit)) this.sendEvent(id, raw);
    this.send(['EOSE', id]);
  }

  private sendEvent(id: string, raw: string): void {
    this.sendText(`["EVENT",${JSON.stringify(id)},${raw}]`);
  }

  private send(message: readonly unknown[]): void {
    this.sendText(JSON.stringify(message));
  }

  private sendText(text: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    // who asks and does not read is let go
    if (this.socket.bufferedAmount > LIMITS.backlog) return this.socket.terminate();
    this.socket.send(text);
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
