import { setTimeout as pause } from 'node:timers/promises';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { verifyWith } from '../../src/events/nostr/verify.ts';
import { openPostgresStore } from '../../service/store/postgres/postgres-store.ts';
import type { Store } from '../../service/store/store.ts';
import { type Rng, rngOf } from '../../town/prng.ts';
import { StoreUnavailable } from '../../service/errors.ts';
import { type PostgresServer, startPostgres } from '../support/store/postgres-server.ts';
import { signed } from '../support/events/signed.ts';
import { type KillableService, startKillableService } from './killable-service.ts';
import { secondsNow } from './seconds-now.ts';
import { type StoreSnapshot, storeSnapshot, storeWrongs } from './store-snapshot.ts';
import { AUTHOR, deedsWith, readAt, type Reader, send, type Written } from './store-writing.ts';
import { printRows } from './writing-results.ts';

const VICTIMS = ['one service', 'the other service', 'the database', 'all of them'] as const;
type Victim = (typeof VICTIMS)[number];

export interface StoreTally {
  readonly victims: Record<Victim, number>;
  /** The differences after a round, as text. */
  readonly wrong: string[];
  written: number;
  /** Acknowledged before the kill. */
  acknowledged: number;
  /** Received by the end of a round by a reader whose process survived. */
  followed: number;
  last: { readonly books: StoreSnapshot; readonly written: readonly Written[] } | undefined;
}

/** Two service processes on one database, and the database itself. */
interface House {
  readonly server: PostgresServer;
  readonly services: readonly [KillableService, KillableService];
  /** Reads the database, as a third process. */
  readonly store: Store;
}

const DEEDS_A_ROUND = 80;
/** Milliseconds within which most writes are accepted. */
const LATEST = 1_500;
const TIMEOUT_MS = 20_000;

/**
 * Kill one of two services, their database or all of it while clients write at both, `rounds`
 * times, and restart it. Acknowledged events must be stored. The rest is sent again, as clients do.
 * Then all events must be counted and notified once. Readers whose process survived must have
 * received each exactly once (E-48).
 */
export async function storeKillRounds(
  { rounds, seed }: { readonly rounds: number; readonly seed: string },
  said: (line: string) => void = () => undefined,
): Promise<StoreTally> {
  const victims = { 'one service': 0, 'the other service': 0, 'the database': 0, 'all of them': 0 };
  const tally: StoreTally = {
    victims,
    wrong: [],
    written: 0,
    acknowledged: 0,
    followed: 0,
    last: undefined,
  };
  const house = await openHouse();
  const rng = rngOf(seed);
  try {
    for (let round = 1; round <= rounds && tally.wrong.length === 0; round++) {
      const from = performance.now();
      const own = rng.fork(String(round));
      const victim = own.pick(VICTIMS);
      const wrong = await oneRound(house, victim, own, tally);
      tally.victims[victim]++;
      tally.wrong.push(...wrong.map((one) => `round ${round}, ${victim} killed: ${one}`));
      said(
        `${round}: ${victim} killed, ${((performance.now() - from) / 1_000).toFixed(1)} s ${wrong.join('; ')}`,
      );
    }
  } catch (error) {
    tally.wrong.push(String(error));
  } finally {
    await house.store.close();
    for (const service of house.services) await service.clear();
    await house.server.stop();
  }
  return tally;
}

async function openHouse(): Promise<House> {
  const server = await startPostgres({ isDurable: true });
  const url = server.url('postgres');
  const store = await openPostgresStore(url, { verify: verifyWith(() => true) });
  await store.addReceiver(signed({}, AUTHOR).pubkey);
  return {
    server,
    store,
    services: [await startKillableService(url), await startKillableService(url)],
  };
}

async function oneRound(
  house: House,
  victim: Victim,
  rng: Rng,
  tally: StoreTally,
): Promise<string[]> {
  const { services, store } = house;
  const [one, other] = services;
  const note = signed({ content: `round ${rng.int(1, 1e9)}`, created_at: secondsNow() }, AUTHOR);
  const taken = new Set<string>();
  await send(one.url, [note], new Set());
  const written = deedsWith(note, DEEDS_A_ROUND, rng);
  const readers = await Promise.all(services.map(({ url }) => readAt(url, note)));
  const events = written.map(({ event }) => event);
  const half = events.length / 2;
  // some at both, at about the same time
  const parts = [events.slice(0, half + 10), events.slice(half - 10)];
  const writing = Promise.all(
    services.map(({ url }, n) => send(url, rng.shuffle(parts[n] ?? []), taken)),
  );
  await pause(rng.next() ** 2 * LATEST);
  await kill(house, victim);
  await writing;
  tally.written += written.length;
  tally.acknowledged += taken.size;
  await startAgain(house, victim);
  const wrong = storeWrongs(
    await whenBack(() => storeSnapshot(store, note, written)),
    written,
    taken,
  );
  for (let tries = 0; taken.size < written.length && tries < 50; tries++) {
    const left = events.filter(({ id }) => !taken.has(id));
    await send((tries % 2 === 0 ? other : one).url, left, taken);
    if (left.length > 0) await pause(50);
  }
  const books = await storeSnapshot(store, note, written);
  tally.last = { books, written };
  if (books.stored.size < written.length)
    wrong.push(`${written.length - books.stored.size} are not taken`);
  wrong.push(...storeWrongs(books, written, taken));
  for (const reader of readers) {
    wrong.push(...(await followed(reader, events, tally)));
    reader.close();
  }
  return wrong;
}

async function kill({ server, services: [one, other] }: House, victim: Victim): Promise<void> {
  await Promise.all([
    victim === 'one service' || victim === 'all of them' ? one.kill() : undefined,
    victim === 'the other service' || victim === 'all of them' ? other.kill() : undefined,
    victim === 'the database' || victim === 'all of them' ? server.kill() : undefined,
  ]);
}

async function startAgain(
  { server, services: [one, other] }: House,
  victim: Victim,
): Promise<void> {
  if (victim === 'the database' || victim === 'all of them') await server.restart();
  if (victim === 'one service' || victim === 'all of them') await one.again();
  if (victim === 'the other service' || victim === 'all of them') await other.again();
}

/** Repeat the first requests, as the database may not accept them yet. */
async function whenBack<T>(ask: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + TIMEOUT_MS; ; await pause(50)) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || performance.now() > end) throw error;
    }
  }
}

/** Return the differences if a surviving reader did not receive each event exactly once. */
async function followed(
  reader: Reader,
  events: readonly SignedEvent[],
  tally: StoreTally,
): Promise<string[]> {
  if (!reader.isOpen()) return [];
  const missing = () => events.filter(({ id }) => !reader.heard.has(id)).length;
  for (const end = performance.now() + TIMEOUT_MS; missing() > 0 && performance.now() < end; )
    await pause(20);
  tally.followed += reader.heard.size;
  const twice = [...reader.heard.values()].filter((times) => times > 1).length;
  return [
    ...(missing() > 0 ? [`a reader missed ${missing()}`] : []),
    ...(twice > 0 ? [`a reader saw ${twice} more than once`] : []),
  ];
}

export function printStoreTally({
  victims,
  written,
  acknowledged,
  followed,
  wrong,
}: StoreTally): string {
  return printRows([
    ...VICTIMS.map((victim): [string, number] => [`${victim} killed`, victims[victim]]),
    ['written', written],
    ['acknowledged before the kill', acknowledged],
    ['seen by readers whose process lived', followed],
    ['wrong', wrong.length],
  ]);
}
