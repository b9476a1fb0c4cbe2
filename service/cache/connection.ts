import { randomBytes } from 'node:crypto';
import { deflate } from 'node:zlib';
import type { RawData, WebSocket } from 'ws';
import { SETUP } from '../../src/events/connection/verbs.ts';
import { field } from '../../src/events/core/json.ts';
import { type SendQueue, openBackpressure } from '../http/backpressure.ts';
import type { CacheContext } from './cache-context.ts';
import {
  type Answer,
  eoseFrame,
  eventFrame,
  eventsFrames,
  noticeFrame,
  readCall,
  readFrame,
} from './frames.ts';
import { answerFilter, isSilent } from './filter-request.ts';
import type { Payload } from './payload.ts';
import type { Result } from './results.ts';
import type { Push } from './shared-streams.ts';
import { answer, answerSlow, answerStream, attempt, isSlow, isStream } from './answer-verb.ts';

const MOST_OPEN = 200;
const MOST_WAITING = 1_000;
const LARGEST_FRAME = 8_000_000;
/**
 * Characters of queued requests at which reading pauses, and bytes of backlog at which more stream
 * results are dropped.
 */
const LARGEST_QUEUE = 1_000_000;
const LARGEST_BACKLOG = 4_000_000;
const IDLE_MS = 600_000;
// JSON of events compresses almost as well at level 3 as at 6, in half the time.
const LEVEL = 3;

interface Job {
  readonly id: string;
  readonly filter: Payload;
  /** Characters. */
  readonly size: number;
}

/**
 * Serve one client of the caching service. Requests of a connection run in order, one per turn of
 * the event loop. The next waits until the last response is sent, so that slow queries and slow
 * readers do not block others.
 */
export function serveCache(
  socket: WebSocket,
  context: CacheContext,
  line: SendQueue = openBackpressure().line(socket),
): void {
  new Connection(socket, context, line).start();
}

class Connection {
  private readonly socket: WebSocket;
  private readonly context: CacheContext;
  private readonly open = new Map<string, (() => void)[]>();
  private waiting: Job[] = [];
  private working = false;
  private zlib = false;
  private idle: NodeJS.Timeout | undefined;
  private readonly line: SendQueue;

  constructor(socket: WebSocket, context: CacheContext, line: SendQueue) {
    this.socket = socket;
    this.context = {
      ...context,
      connection: { challenge: randomBytes(16).toString('hex'), proved: new Set() },
    };
    this.line = line;
  }

  start(): void {
    this.idle = setTimeout(() => this.socket.close(), IDLE_MS).unref();
    this.socket.on('message', (data, binary) => {
      this.idle?.refresh();
      if (!binary) this.receive(frameText(data));
    });
    this.socket.on('error', () => this.socket.terminate());
    this.socket.on('close', () => this.end());
  }

  private receive(text: string): void {
    const frame = text.length > LARGEST_FRAME ? undefined : readFrame(text);
    if (!frame) return;
    this.close(frame.id);
    if (frame.type === 'CLOSE') {
      this.waiting = this.waiting.filter((job) => job.id !== frame.id);
      return;
    }
    if (this.open.size >= MOST_OPEN || this.waiting.length >= MOST_WAITING)
      return this.refuse(frame.id, 'too many subscriptions');
    if (frame.filters.some((filter) => 'kinds' in filter || 'authors' in filter)) {
      return this.refuse(frame.id, 'kinds or authors filter is not supported');
    }
    this.open.set(frame.id, []);
    const size = text.length / frame.filters.length;
    for (const filter of frame.filters) this.waiting.push({ id: frame.id, filter, size });
    // Pause reading while a client sends faster than it reads or is answered.
    if (this.queued() > LARGEST_QUEUE) this.socket.pause();
    if (!this.working) void this.work();
  }

  private async work(): Promise<void> {
    this.working = true;
    for (let job = this.waiting.shift(); job; job = this.waiting.shift()) {
      await new Promise(setImmediate);
      if (this.socket.readyState !== this.socket.OPEN) break;
      await this.serve(job).catch((error: unknown) => this.fail(error));
      if (this.socket.isPaused && this.queued() <= LARGEST_QUEUE) this.socket.resume();
    }
    this.working = false;
  }

  private queued(): number {
    return this.waiting.reduce((sum, { size }) => sum + size, 0);
  }

  private async serve({ id, filter }: Job): Promise<void> {
    const call = readCall(filter);
    if (!call) return this.serveFilter(id, filter);
    if (call.verb === SETUP.verb) {
      this.zlib = field(call.payload, 'compression') === 'zlib';
      return this.send(eoseFrame(id));
    }
    if (isSlow(call.verb)) return this.replyLater(id, call.verb, call.payload);
    if (isStream(call.verb))
      return this.serveStream(id, answerStream(this.context, call.verb, call.payload), this.zlib);
    return this.reply(id, await answer(this.context, call.verb, call.payload), this.zlib);
  }

  /**
   * Open the stream before its response is sent, so that nothing is missed in between. Early
   * results follow the response.
   */
  private async serveStream(
    id: string,
    { answer: ask, open }: ReturnType<typeof answerStream>,
    zlib: boolean,
  ): Promise<void> {
    const subscription = this.open.get(id);
    let early: Result[] | undefined = [];
    if (open)
      this.stream(id, (push) => open((result) => (early ? void early.push(result) : push(result))));
    const first = await ask();
    if ('notice' in first) {
      for (const stop of subscription?.splice(0) ?? []) stop();
      early = [];
    }
    const isEmpty = 'results' in first && first.results.length === 0;
    await (isEmpty ? this.send(eoseFrame(id)) : this.reply(id, first, zlib));
    const waiting = early;
    early = undefined;
    if (this.open.get(id) === subscription) for (const result of waiting) this.push(id, result);
  }

  private async serveFilter(id: string, filter: Payload): Promise<void> {
    const { results, open } = answerFilter(this.context, filter);
    if (isSilent(filter)) return this.stream(id, (push) => open?.(push));
    const ask = () => attempt(this.context, 'filter', results);
    return this.serveStream(id, { answer: ask, ...(open && { open }) }, false);
  }

  /** Respond without blocking other requests. CLOSE aborts it. */
  private replyLater(id: string, verb: string, payload: Payload): void {
    this.stream(id, () => {
      const stopping = new AbortController();
      answerSlow(this.context, verb, payload, stopping.signal)
        .then((reply) => (stopping.signal.aborted ? undefined : this.reply(id, reply, this.zlib)))
        .catch((error: unknown) => this.fail(error));
      return () => stopping.abort();
    });
  }

  /** Open a stream if its subscription still exists. */
  private stream(id: string, start: (push: Push) => (() => void) | undefined): void {
    const open = this.open.get(id);
    const stop = open && start((result) => this.push(id, result));
    if (!stop) return;
    const closed = this.context.options.meter?.open('stream');
    open.push(() => {
      closed?.();
      stop();
    });
  }

  /** A slow reader misses stream results. Later ones contain the current state. */
  private push(id: string, result: Result): void {
    if (this.line.waiting() < LARGEST_BACKLOG) void this.send(eventFrame(id, result));
  }

  private async reply(id: string, reply: Answer, zlib: boolean): Promise<void> {
    if (!this.open.has(id)) return;
    if ('notice' in reply) void this.send(noticeFrame(id, reply.notice));
    else if (zlib)
      for (const frame of eventsFrames(id, reply.results)) {
        if (!this.open.has(id)) return;
        await this.sendPart(id, await packed(frame));
      }
    else for (const result of reply.results) await this.sendPart(id, eventFrame(id, result));
    if (this.open.has(id)) await this.send(eoseFrame(id));
  }

  /**
   * A response that cannot be sent would leave the client waiting, so close the connection and let
   * it reconnect.
   */
  private fail(error: unknown): void {
    this.context.options.failed?.('connection', error);
    this.socket.terminate();
  }

  private refuse(id: string, text: string): void {
    void this.send(noticeFrame(id, text));
    this.waiting = [];
    this.socket.close();
  }

  private close(id: string): void {
    for (const stop of this.open.get(id) ?? []) stop();
    this.open.delete(id);
  }

  private end(): void {
    clearTimeout(this.idle);
    this.waiting = [];
    for (const id of this.open.keys()) this.close(id);
  }

  /** Send a part of a response. A long one waits for a slow reader, and CLOSE ends it. */
  private async sendPart(id: string, frame: string | Uint8Array): Promise<void> {
    if (!this.open.has(id)) return;
    const sent = this.send(frame);
    if (this.line.waiting() > LARGEST_BACKLOG) await sent;
  }

  /** Resolves when the frame has been sent, or when the client is gone. */
  private send(frame: string | Uint8Array): Promise<void> {
    this.idle?.refresh();
    return this.line.send(frame);
  }
}

function packed(text: string): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  deflate(text, { level: LEVEL }, (error, result) => (error ? reject(error) : resolve(result)));
  return promise;
}

function frameText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
