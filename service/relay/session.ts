import type { RawData, WebSocket } from 'ws';
import { type Filter, matchFilter } from '../../src/events/connection/filter.ts';
import type { VerifiedEvent } from '../../src/events/event.ts';
import { isFor } from '../store/private.ts';
import type { Store } from '../store/store.ts';
import type { Gate } from '../verify.ts';
import { asksForProof, objectionToReading } from './admission.ts';
import { idOf, type Intake } from './intake.ts';
import { LIMITS } from './limits.ts';
import { type Message, readMessage } from './message.ts';
import { openProver, type Prover } from './proof.ts';

/** What a relay is made of. `own` is its address, which proofs of who asks have to name (NIP-42). */
export interface SessionParts {
  readonly store: Store;
  readonly intake: Intake;
  readonly gate: Gate;
  readonly own: string;
}

/** One client: its open subscriptions, and the messages that wait for their turn. */
export class Session {
  private readonly socket: WebSocket;
  private readonly store: Store;
  private readonly intake: Intake;
  private readonly prover: Prover;
  private readonly open = new Map<string, readonly Filter[]>();
  private readonly waiting: Message[] = [];
  private turn: NodeJS.Immediate | undefined;

  constructor(socket: WebSocket, { store, intake, gate, own }: SessionParts) {
    this.socket = socket;
    this.store = store;
    this.intake = intake;
    this.prover = openProver(own, gate);
    socket.on('message', (data, binary) => this.receive(data, binary));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => clearImmediate(this.turn));
  }

  /** Passes new events on to the subscriptions they answer. A search is answered once: it has no live part. */
  deliver(events: readonly VerifiedEvent[]): void {
    for (const event of events) {
      if (!isFor(this.prover.proved, event)) continue;
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
    if (message.type === 'EVENT') return this.publish(message.value);
    if (message.type === 'AUTH') {
      const fault = this.prover.take(message.value, this.store.now());
      return this.send(['OK', idOf(message.value), fault === undefined, fault ?? '']);
    }
    const objection = objectionToReading(message.filters, this.prover.proved);
    if (objection !== undefined) return this.refuse(message.id, objection);
    try {
      if (message.type === 'COUNT') this.count(message.id, message.filters);
      else this.subscribe(message.id, message.filters);
    } catch {
      this.refuse(message.id, 'error: could not be answered');
    }
  }

  private publish(value: unknown): void {
    const { proved } = this.prover;
    this.intake.offer(
      value,
      ({ id, accepted, reason }) => {
        this.challenge(reason);
        this.send(['OK', id, accepted, reason]);
      },
      proved,
    );
  }

  private count(id: string, filters: readonly Filter[]): void {
    this.send(['COUNT', id, { count: this.store.count(filters, this.prover.proved) }]);
  }

  private subscribe(id: string, filters: readonly Filter[]): void {
    if (!this.open.has(id) && this.open.size >= LIMITS.subscriptions) return this.refuse(id, 'rate-limited: too many subscriptions');
    this.open.set(id, filters);
    for (const { raw } of this.store.query(filters, LIMITS.limit, this.prover.proved)) this.sendEvent(id, raw);
    this.send(['EOSE', id]);
  }

  private refuse(id: string, reason: string): void {
    this.open.delete(id);
    this.challenge(reason);
    this.send(['CLOSED', id, reason]);
  }

  /** Asks who is there only where it matters: whoever just reads is never asked (NIP-42). */
  private challenge(reason: string): void {
    const challenge = asksForProof(reason) ? this.prover.challenge() : undefined;
    if (challenge !== undefined) this.send(['AUTH', challenge]);
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
