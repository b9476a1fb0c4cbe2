import type { RawData, WebSocket } from 'ws';
import { type Filter, valuesOf } from '../../src/events/connection/filter.ts';
import type { Backlog, Line } from '../http/backpressure.ts';
import type { Held } from '../http/in-flight.ts';
import { isFor } from '../store/filters/private-kinds.ts';
import type { Store } from '../store/store.ts';
import { AWAY_REASON, StoreAway } from '../errors.ts';
import type { Gate } from '../verify.ts';
import { asksForProof, objectionToReading } from './admission.ts';
import { idOf, type Intake } from './event-intake.ts';
import { LIMITS } from './limits.ts';
import { type IndexedEvent, type Matcher, matcherOf } from './filter-matcher.ts';
import { type Message, readMessage } from './client-message.ts';
import { openProver, type Prover } from './authentication.ts';
import { openReconciling, type Reconciling, type Room } from './negentropy-session.ts';

/** What a relay is made of. `own` is its address, which proofs of who asks have to name (NIP-42). */
export interface SessionParts {
  readonly backlog: Backlog;
  readonly store: Store;
  readonly intake: Intake;
  readonly gate: Gate;
  readonly own: string;
  /** Told how long each message took, in seconds. */
  readonly answered?: (type: Message['type'], length: number) => void;
}

/** Where one client stands: the address it comes from, as `addressOf` counts them, and what all of them share. */
interface Place {
  readonly from: string;
  readonly room: Room;
  /** What its subscriptions take of the room for values of its address, and of all. */
  readonly held: Held;
}

/** The question of a REQ; `size` in bytes. */
interface Question {
  readonly filters: readonly Filter[];
  readonly size: number;
}

/** The cost of an open subscription: bytes of the question, filters, and values in their lists. */
interface Cost {
  readonly size: number;
  readonly filters: number;
  readonly values: number;
}

/** An open subscription. `sent`: ids that were sent while stored events are still looked for, `mostSent` at most. */
interface Subscription extends Cost {
  readonly matches: Matcher;
  mostSent: number;
  sent: Set<string> | undefined;
}

/** A question that is being answered, which its client may call off. */
interface Running {
  readonly name: string;
  readonly controller: AbortController;
}

/**
 * One client: its open subscriptions, and the messages that wait for their turn. They are worked off in order, and an answer flows as
 * fast as it is read, so neither a client that does not read nor one that does nothing but write takes more than its share of memory.
 */
export class Session {
  private readonly socket: WebSocket;
  private readonly line: Line;
  private readonly store: Store;
  private readonly intake: Intake;
  private readonly answered: SessionParts['answered'];
  private readonly from: string;
  private readonly held: Held;
  private readonly prover: Prover;
  private readonly reconciling: Reconciling;
  private readonly open = new Map<string, Subscription>();
  /** Texts that were not looked at yet, and their characters together. */
  private readonly waiting: string[] = [];
  private queued = 0;
  private working = false;
  private running: Running | undefined;
  /** How many messages that end a question wait for their turn, by the question's name. */
  private readonly ending = new Map<string, number>();
  /** Events that were handed to the intake and have no verdict yet. */
  private offered = 0;
  /** Settled when all of them have one; there when the session ends. */
  private answeredAll: PromiseWithResolvers<void> | undefined;

  constructor(socket: WebSocket, { backlog, store, intake, gate, own, answered }: SessionParts, { room, from, held }: Place) {
    this.from = from;
    this.held = held;
    this.socket = socket;
    this.line = backlog.line(socket);
    this.store = store;
    this.intake = intake;
    this.answered = answered;
    this.prover = openProver(own, gate);
    this.reconciling = openReconciling(store, room);
    socket.on('message', (data, binary) => this.receive(data, binary));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      this.running?.controller.abort();
      this.reconciling.end();
      this.open.clear();
      this.held.release();
    });
  }

  get subscriptions(): number {
    return this.open.size;
  }

  /** Passes a new event on to the subscriptions it answers. A search is answered once: it has no live part. */
  deliver(indexed: IndexedEvent): void {
    const { event } = indexed;
    if (this.open.size === 0 || !isFor(this.prover.proved, event)) return;
    let raw: string | undefined;
    for (const [id, { matches, sent }] of this.open) {
      if (sent?.has(event.id) || !matches(indexed)) continue;
      sent?.add(event.id);
      raw ??= JSON.stringify(event);
      void this.sendEvent(id, raw);
    }
  }

  /** Takes nothing more in, gives what was offered its verdict, and says that the service ends. */
  async end(): Promise<void> {
    this.answeredAll ??= Promise.withResolvers<void>();
    if (this.offered > 0) await this.answeredAll.promise;
    void this.send(['NOTICE', 'the service ends']);
  }

  private receive(data: RawData, binary: boolean): void {
    if (this.answeredAll) return;
    if (binary) return void this.send(['NOTICE', 'invalid: binary frame']);
    const text = textOf(data);
    this.callOff(text);
    this.waiting.push(text);
    this.queued += text.length;
    // whoever writes faster than it is worked off, or than they read, is not listened to meanwhile
    if (this.queued > LIMITS.queue) this.socket.pause();
    if (!this.working) void this.work();
  }

  /** Stops the answer that a CLOSE is about at once. The message itself waits for its turn. */
  private callOff(text: string): void {
    const name = endedBy(text);
    if (name === undefined) return;
    this.ending.set(name, (this.ending.get(name) ?? 0) + 1);
    if (this.running?.name === name) this.running.controller.abort();
  }

  /** A CLOSE has its turn. */
  private ended(text: string): void {
    const name = endedBy(text);
    if (name === undefined) return;
    const left = (this.ending.get(name) ?? 1) - 1;
    if (left > 0) this.ending.set(name, left);
    else this.ending.delete(name);
  }

  /** One message a turn: a client that floods holds up itself, not the others. */
  private async work(): Promise<void> {
    this.working = true;
    for (let text = this.waiting.shift(); text !== undefined; text = this.waiting.shift()) {
      this.queued -= text.length;
      this.ended(text);
      await new Promise(setImmediate);
      if (this.socket.readyState !== this.socket.OPEN || this.answeredAll) break;
      const message = readMessage(text);
      const started = performance.now();
      await this.answer(message);
      this.answered?.(message.type, (performance.now() - started) / 1_000);
      if (this.socket.isPaused && this.queued <= LIMITS.queue) this.socket.resume();
    }
    this.working = false;
  }

  private async answer(message: Message): Promise<void> {
    if (message.type === 'bad') return this.send(message.answer);
    if (message.type === 'CLOSE') return this.drop(message.id);
    if (message.type === 'EVENT') return this.publish(message.value);
    if (message.type === 'AUTH') {
      const fault = this.prover.take(message.value, this.store.now());
      return this.send(['OK', idOf(message.value), fault === undefined, fault ?? '']);
    }
    if (message.type === 'NEG-CLOSE') return this.reconciling.close(message.id);
    if (message.type === 'NEG-MSG') return this.send(this.reconciling.go(message.id, message.message));
    if (message.type === 'NEG-OPEN') return this.compare(message);
    const objection = objectionToReading(message.filters, this.prover.proved);
    if (objection !== undefined) return this.refuse(message.id, objection);
    await this.unlessCalledOff(
      nameOf('REQ', message.id),
      (signal) =>
        message.type === 'COUNT' ? this.count(message.id, message.filters, signal) : this.subscribe(message.id, message, signal),
      (error) => this.refuse(message.id, reasonOf(error)),
    );
  }

  /** Answers a question. One that its client called off fails silently. */
  private async unlessCalledOff(
    name: string,
    answer: (signal: AbortSignal) => Promise<void>,
    failed: (error: unknown) => Promise<void>,
  ): Promise<void> {
    if (this.ending.has(name)) return;
    const controller = new AbortController();
    this.running = { name, controller };
    try {
      await answer(controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) await failed(error);
    } finally {
      this.running = undefined;
    }
  }

  /** Settles at once, or with the verdict where enough of this client's events wait for theirs. */
  private publish(value: unknown): Promise<void> {
    const { proved } = this.prover;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.offered++;
    this.intake.offer(
      value,
      ({ id, accepted, reason }) => {
        this.offered--;
        this.challenge(reason);
        void this.send(['OK', id, accepted, reason]);
        if (this.offered === 0) this.answeredAll?.resolve();
        resolve();
      },
      { proved, from: this.from },
    );
    return this.offered < LIMITS.offered ? Promise.resolve() : promise;
  }

  /** NIP-77: what is here is looked up once, when it begins. */
  private async compare({ id, filter, message }: Extract<Message, { readonly type: 'NEG-OPEN' }>): Promise<void> {
    const { proved } = this.prover;
    const objection = objectionToReading([filter], proved);
    if (objection !== undefined) {
      this.challenge(objection);
      return this.send(['NEG-ERR', id, objection]);
    }
    await this.unlessCalledOff(
      nameOf('NEG', id),
      async (signal) => this.send(await this.reconciling.open(id, { filter, message, readers: proved }, signal)),
      (error) => this.send(['NEG-ERR', id, reasonOf(error)]),
    );
  }

  private async count(id: string, filters: readonly Filter[], signal: AbortSignal): Promise<void> {
    const count = await this.store.count(filters, this.prover.proved, signal);
    return this.send(['COUNT', id, { count }]);
  }

  private async subscribe(id: string, { filters, size }: Question, signal: AbortSignal): Promise<void> {
    this.drop(id);
    const cost: Cost = { size, filters: filters.length, values: filters.reduce((sum, filter) => sum + valuesOf(filter), 0) };
    const mostSent = filters.reduce((sum, { limit = LIMITS.limit }) => sum + Math.min(limit, LIMITS.limit), 0);
    const tooMuch = this.tooMuchWith(cost) ?? (this.hold(cost.values + mostSent) ? undefined : 'too many values are open at your address');
    if (tooMuch !== undefined) return this.refuse(id, `rate-limited: ${tooMuch}`);
    const live = matcherOf(filters.filter(({ search }) => search === undefined));
    const subscription: Subscription = { ...cost, matches: live, sent: new Set(), mostSent };
    this.open.set(id, subscription);
    for await (const event of this.store.walk(filters, LIMITS.limit, this.prover.proved, signal)) {
      if (!subscription.sent?.has(event.id)) await this.sendEvent(id, event.raw);
      subscription.sent?.add(event.id);
      signal.throwIfAborted();
    }
    subscription.sent = undefined;
    subscription.mostSent = 0;
    this.hold(0);
    await this.send(['EOSE', id]);
  }

  /** What a further subscription would be too much of, with all that are open. */
  private tooMuchWith(cost: Cost): string | undefined {
    if (this.open.size >= LIMITS.subscriptions) return 'too many subscriptions';
    const all = [cost, ...this.open.values()];
    const sum = (of: (cost: Cost) => number) => all.reduce((total, each) => total + of(each), 0);
    if (sum(({ size }) => size) > LIMITS.message) return 'the filters of all subscriptions are too large';
    if (sum(({ filters }) => filters) > LIMITS.openFilters)
      return `all subscriptions together have more than ${LIMITS.openFilters} filters`;
    if (sum(({ values }) => values) > LIMITS.values) return `all subscriptions together have more than ${LIMITS.values} values`;
    return undefined;
  }

  private drop(id: string): void {
    if (this.open.delete(id)) this.hold(0);
  }

  /** Counts the values of all open subscriptions, and `more`, for the address; false where there is no room for these. A few are free. */
  private hold(more: number): boolean {
    const before = [...this.open.values()].reduce((sum, { values, mostSent }) => sum + values + mostSent, 0);
    this.held.release();
    if (this.held.add(Math.max(0, before + more - LIMITS.freeValues))) return true;
    this.held.add(Math.max(0, before - LIMITS.freeValues));
    return false;
  }

  private async refuse(id: string, reason: string): Promise<void> {
    this.drop(id);
    this.challenge(reason);
    await this.send(['CLOSED', id, reason]);
  }

  /** Asks who is there only where it matters: whoever just reads is never asked (NIP-42). */
  private challenge(reason: string): void {
    const challenge = asksForProof(reason) ? this.prover.challenge() : undefined;
    if (challenge !== undefined) void this.send(['AUTH', challenge]);
  }

  private sendEvent(id: string, raw: string): Promise<void> {
    return this.sendText(`["EVENT",${JSON.stringify(id)},${raw}]`);
  }

  private send(message: readonly unknown[]): Promise<void> {
    return this.sendText(JSON.stringify(message));
  }

  /** Settles when the next may be sent: at once while the client reads along. */
  private async sendText(text: string): Promise<void> {
    // news that are not read cannot be left out, as that would not be told
    if (this.line.waiting() > LIMITS.backlog) return this.socket.terminate();
    const left = this.line.send(text);
    if (this.line.waiting() > LIMITS.ahead) await left;
  }
}

const LONGEST_CLOSE = 1_000;
const ENDS = /^\s*\[\s*"(?:NEG-)?CLOSE"/;

/** The name of a question. Subscriptions and comparisons may have the same id. */
function nameOf(type: 'REQ' | 'NEG', id: string): string {
  return `${type} ${id}`;
}

/** The name of the question that a CLOSE or NEG-CLOSE ends. Other texts are not read here: they may be long. */
function endedBy(text: string): string | undefined {
  if (text.length > LONGEST_CLOSE || !ENDS.test(text)) return undefined;
  const message = readMessage(text);
  if (message.type === 'CLOSE') return nameOf('REQ', message.id);
  return message.type === 'NEG-CLOSE' ? nameOf('NEG', message.id) : undefined;
}

/** Why a question was not answered. */
function reasonOf(error: unknown): string {
  return `error: ${error instanceof StoreAway ? AWAY_REASON : 'could not be answered'}`;
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
