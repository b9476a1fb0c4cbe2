import type { RawData, WebSocket } from 'ws';
import { type Filter, valuesOf } from '../../src/events/connection/filter.ts';
import type { Backpressure, SendQueue } from '../http/backpressure.ts';
import type { Held } from '../http/in-flight.ts';
import { isReadableBy } from '../store/filters/private-kinds.ts';
import type { Store } from '../store/store.ts';
import { StoreUnavailable, TooManyQueries } from '../errors.ts';
import { askedFrom } from '../long-query-turns.ts';
import type { EventVerifier } from '../verify.ts';
import { asksForProof, objectionToReading } from './admission.ts';
import { idOf, type Intake } from './event-intake.ts';
import { LIMITS } from './limits.ts';
import type { IndexedEvent } from './filter-matcher.ts';
import { type Message, readMessage } from './client-message.ts';
import { openAuthenticator, type Authenticator } from './authentication.ts';
import { openReconciling, type Reconciling, type Room } from './negentropy-session.ts';
import { endedBy, nameOf } from './request-name.ts';
import type { SubscriptionIndex } from './subscription-index.ts';

/** Parts of a relay. `own` is its address, which proofs have to name (NIP-42). */
export interface RelayParts {
  readonly backlog: Backpressure;
  readonly store: Store;
  readonly intake: Intake;
  readonly gate: EventVerifier;
  readonly own: string;
  /** Called with the duration of each message, in seconds. */
  readonly answered?: (type: Message['type'], length: number) => void;
}

/** Context of one client: its network address, as normalized by `addressOf`, and shared limits. */
interface Place {
  readonly from: string;
  readonly room: Room;
  /** Values of its subscriptions, counted for its address and in total. */
  readonly held: Held;
  /** Resolves when everything that was read from the store has also been delivered. */
  readonly settled: () => Promise<void>;
  /** Open subscriptions of all clients. */
  readonly index: SubscriptionIndex;
}

/** The filters of a REQ. `size` in bytes. */
interface Question {
  readonly filters: readonly Filter[];
  readonly size: number;
}

/** The cost of an open subscription: bytes of the request, filters, and values in their lists. */
interface Cost {
  readonly size: number;
  readonly filters: number;
  readonly values: number;
}

/**
 * An open subscription. `sent`: ids that were sent, at most `mostSent`, while stored events are
 * read and until all of them have also been delivered. `leave` ends the delivery of new events.
 */
interface Subscription extends Cost {
  readonly leave: () => void;
  mostSent: number;
  sent: Set<string> | undefined;
}

/** A running request that its client may abort. */
interface Running {
  readonly name: string;
  readonly controller: AbortController;
}

/**
 * One client with its open subscriptions and queued messages. Messages run in order, and a response
 * is sent as fast as it is read. A client that never reads, or only writes, is therefore limited to
 * its share of memory.
 */
export class RelayConnection {
  private readonly socket: WebSocket;
  private readonly line: SendQueue;
  private readonly store: Store;
  private readonly intake: Intake;
  private readonly answered: RelayParts['answered'];
  private readonly from: string;
  private readonly held: Held;
  private readonly settled: Place['settled'];
  private readonly index: SubscriptionIndex;
  private readonly prover: Authenticator;
  private readonly reconciling: Reconciling;
  private readonly open = new Map<string, Subscription>();
  /** Queued texts, and their total number of characters. */
  private readonly waiting: string[] = [];
  private queued = 0;
  private working = false;
  private running: Running | undefined;
  /** Number of queued messages that end a request, by the request's name. */
  private readonly ending = new Map<string, number>();
  /** Events in the intake without a verdict. */
  private offered = 0;
  /** Resolved when all of them have one. Set when the session ends. */
  private answeredAll: PromiseWithResolvers<void> | undefined;

  constructor(
    socket: WebSocket,
    { backlog, store, intake, gate, own, answered }: RelayParts,
    { room, from, held, settled, index }: Place,
  ) {
    this.from = from;
    this.held = held;
    this.settled = settled;
    this.index = index;
    this.socket = socket;
    this.line = backlog.line(socket);
    this.store = store;
    this.intake = intake;
    this.answered = answered;
    this.prover = openAuthenticator(own, gate);
    this.reconciling = openReconciling(store, room);
    socket.on('message', (data, binary) => this.receive(data, binary));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      this.running?.controller.abort();
      this.reconciling.end();
      for (const id of this.open.keys()) this.drop(id);
      this.held.release();
    });
  }

  /** Send a new event to a subscription that it matches. */
  private deliver(id: string, { event, raw }: IndexedEvent): void {
    const sent = this.open.get(id)?.sent;
    if (sent?.has(event.id) || !isReadableBy(this.prover.proved, event)) return;
    sent?.add(event.id);
    void this.sendEvent(id, raw());
  }

  /**
   * Stop reading, wait for the verdicts of offered events, and tell the client that the service
   * ends.
   */
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
    // Pause reading while a client writes faster than it is served or reads.
    if (this.queued > LIMITS.queue) this.socket.pause();
    if (!this.working) void this.work();
  }

  /** Abort the response that a CLOSE refers to at once. The message itself stays in the queue. */
  private callOff(text: string): void {
    const name = endedBy(text);
    if (name === undefined) return;
    this.ending.set(name, (this.ending.get(name) ?? 0) + 1);
    if (this.running?.name === name) this.running.controller.abort();
  }

  /** Run when a queued CLOSE is processed. */
  private ended(text: string): void {
    const name = endedBy(text);
    if (name === undefined) return;
    const left = (this.ending.get(name) ?? 1) - 1;
    if (left > 0) this.ending.set(name, left);
    else this.ending.delete(name);
  }

  /** One message per turn: a client that floods delays itself, not others. */
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
    if (message.type === 'NEG-MSG')
      return this.send(this.reconciling.go(message.id, message.message));
    if (message.type === 'NEG-OPEN') return this.compare(message);
    const objection = objectionToReading(message.filters, this.prover.proved);
    if (objection !== undefined) return this.refuse(message.id, objection);
    await this.unlessCalledOff(
      nameOf('REQ', message.id),
      (signal) =>
        message.type === 'COUNT'
          ? this.count(message.id, message.filters, signal)
          : this.subscribe(message.id, message, signal),
      (error) => this.refuse(message.id, reasonOf(error)),
    );
  }

  /** Answer a request. If the client aborted it, fail silently. */
  private async unlessCalledOff(
    name: string,
    answer: (signal: AbortSignal) => Promise<void>,
    failed: (error: unknown) => Promise<void>,
  ): Promise<void> {
    if (this.ending.has(name)) return;
    const controller = new AbortController();
    this.running = { name, controller };
    try {
      await askedFrom(this.from, () => answer(controller.signal));
    } catch (error) {
      if (!controller.signal.aborted) await failed(error);
    } finally {
      this.running = undefined;
    }
  }

  /** Resolves at once, or with the verdict if enough of this client's events are waiting. */
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

  /** NIP-77: stored events are read once at the start. */
  private async compare({
    id,
    filters,
    message,
  }: Extract<Message, { readonly type: 'NEG-OPEN' }>): Promise<void> {
    const { proved } = this.prover;
    const objection = objectionToReading(filters, proved);
    if (objection !== undefined) {
      this.challenge(objection);
      return this.send(['NEG-ERR', id, objection]);
    }
    await this.unlessCalledOff(
      nameOf('NEG', id),
      async (signal) =>
        this.send(await this.reconciling.open(id, { filters, message, readers: proved }, signal)),
      (error) => this.send(['NEG-ERR', id, reasonOf(error)]),
    );
  }

  private async count(id: string, filters: readonly Filter[], signal: AbortSignal): Promise<void> {
    const count = await this.store.count(filters, this.prover.proved, signal);
    return this.send(['COUNT', id, { count }]);
  }

  private async subscribe(
    id: string,
    { filters, size }: Question,
    signal: AbortSignal,
  ): Promise<void> {
    this.drop(id);
    const cost: Cost = {
      size,
      filters: filters.length,
      values: filters.reduce((sum, filter) => sum + valuesOf(filter), 0),
    };
    const mostSent = filters.reduce(
      (sum, { limit = LIMITS.limit }) => sum + Math.min(limit, LIMITS.limit),
      0,
    );
    const tooMuch =
      this.tooMuchWith(cost) ??
      (this.hold(cost.values + mostSent) ? undefined : 'too many values are open at your address');
    if (tooMuch !== undefined) return this.refuse(id, `rate-limited: ${tooMuch}`);
    // a search has no live part
    const live = filters.filter(({ search }) => search === undefined);
    const leave = this.index.add(live, { deliver: (indexed) => this.deliver(id, indexed) });
    const subscription: Subscription = { ...cost, leave, sent: new Set(), mostSent };
    this.open.set(id, subscription);
    for await (const event of this.store.walk(filters, LIMITS.limit, this.prover.proved, signal)) {
      if (!subscription.sent?.has(event.id)) await this.sendEvent(id, event.raw);
      subscription.sent?.add(event.id);
      signal.throwIfAborted();
    }
    subscription.mostSent = subscription.sent?.size ?? 0;
    this.hold(0);
    void this.forgetSent(subscription);
    await this.send(['EOSE', id]);
  }

  /** A commit of another process may be read before it is delivered. */
  private async forgetSent(subscription: Subscription): Promise<void> {
    await this.settled();
    subscription.sent = undefined;
    this.hold(0);
  }

  /** Return the limit that a further subscription would exceed, together with all open ones. */
  private tooMuchWith(cost: Cost): string | undefined {
    if (this.open.size >= LIMITS.subscriptions) return 'too many subscriptions';
    const all = [cost, ...this.open.values()];
    const sum = (of: (cost: Cost) => number) => all.reduce((total, each) => total + of(each), 0);
    if (sum(({ size }) => size) > LIMITS.message)
      return 'the filters of all subscriptions are too large';
    if (sum(({ filters }) => filters) > LIMITS.openFilters)
      return `all subscriptions together have more than ${LIMITS.openFilters} filters`;
    if (sum(({ values }) => values) > LIMITS.values)
      return `all subscriptions together have more than ${LIMITS.values} values`;
    return undefined;
  }

  private drop(id: string): void {
    const dropped = this.open.get(id);
    if (!dropped) return;
    // `forgetSent` may refer to a closed query for long
    dropped.sent = undefined;
    dropped.leave();
    this.open.delete(id);
    this.hold(0);
  }

  /**
   * Count the values of all open subscriptions and `more` for the address. Returns false if the
   * limit is reached. A few are free.
   */
  private hold(more: number): boolean {
    const before = [...this.open.values()].reduce(
      (sum, { values, sent, mostSent }) => sum + values + (sent ? mostSent : 0),
      0,
    );
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

  /**
   * Request authentication only if it is needed. A client that only reads is never asked (NIP-42).
   */
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

  /** Resolves when the next may be sent: at once while the client keeps reading. */
  private async sendText(text: string): Promise<void> {
    // Live events cannot be dropped silently, so disconnect a client that does not read them.
    if (this.line.waiting() > LIMITS.backlog) return this.socket.terminate();
    const left = this.line.send(text);
    if (this.line.waiting() > LIMITS.ahead) await left;
  }
}

/** Return the reason for a failed request. */
function reasonOf(error: unknown): string {
  if (error instanceof TooManyQueries) return `rate-limited: ${error.reason}`;
  return `error: ${error instanceof StoreUnavailable ? error.reason : 'could not be answered'}`;
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
