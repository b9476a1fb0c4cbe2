import type { SignedEvent, Tag } from '../../src/events/nostr/event.ts';
import { serialize } from '../../src/events/nostr/serialize.ts';
import { seconds } from '../../src/events/core/time.ts';
import type { SignJob } from '../workers/jobs.ts';
import { sha256Hex } from '../hash.ts';
import type { TownInvoiceRow, TownToken } from '../town-target.ts';

/** The signer: a person, or the town's own play provider. Keys in hex. */
export interface Author {
  readonly pubkey: string;
  readonly secret: string;
}

/** A planned event. `at` in seconds. */
export interface PlannedEvent {
  readonly author: Author;
  readonly at: number;
  readonly kind: number;
  readonly content: string;
  readonly tags: readonly Tag[];
}

export type Unsigned = Omit<SignedEvent, 'sig'>;

/** An event that is created after the event with that id is signed. */
export interface Wrap {
  readonly id: string;
  readonly at: number;
  readonly make: (signed: SignedEvent) => PlannedEvent;
  /**
   * True if the event with that id is a zap request. If there is a ledger of play money, it pays
   * the request and creates the receipt.
   */
  readonly isZap?: boolean;
}

/**
 * The planned events in two rounds. The second one has events that contain signed ones of the first
 * (reposts, zap receipts).
 */
export interface EventList {
  write(saying: PlannedEvent): Unsigned;
  /** Schedule an event for that time, to be created after the event it wraps is signed. */
  wrap(
    inner: Pick<Unsigned, 'id'>,
    at: number,
    make: (signed: SignedEvent) => PlannedEvent,
    isZap?: boolean,
  ): void;
  /** Like `write`, but the event is only embedded in another, not published. */
  enclose(saying: PlannedEvent): Unsigned;
  /** Return the current position. `back` discards later entries. */
  mark(): number;
  back(mark: number): void;
  /** Add an invoice from a text, so that it can be paid. */
  owe(invoice: TownInvoiceRow): void;
  /** Add a token from a text, so that it can be redeemed. */
  give(token: TownToken): void;
  readonly invoices: readonly TownInvoiceRow[];
  readonly tokens: readonly TownToken[];
  readonly jobs: readonly SignJob[];
  readonly wraps: readonly Wrap[];
  readonly enclosed: ReadonlySet<string>;
}

export function openEventList(): EventList {
  const jobs: SignJob[] = [];
  const invoices: TownInvoiceRow[] = [];
  const tokens: TownToken[] = [];
  const wraps: Wrap[] = [];
  const enclosed = new Set<string>();
  const write = (saying: PlannedEvent): Unsigned => {
    const event = eventOf(saying);
    jobs.push({ event, secret: saying.author.secret });
    return event;
  };
  return {
    mark: () => jobs.length,
    back: (mark) => void jobs.splice(mark),
    owe: (invoice) => void invoices.push(invoice),
    give: (token) => void tokens.push(token),
    invoices,
    tokens,
    jobs,
    wraps,
    enclosed,
    write,
    wrap: (inner, at, make, isZap = false) => void wraps.push({ id: inner.id, at, make, isZap }),
    enclose: (saying) => {
      const event = write(saying);
      enclosed.add(event.id);
      return event;
    },
  };
}

/** Return the event of a planned one, with its id. */
export function eventOf({ author, at, kind, content, tags }: PlannedEvent): Unsigned {
  const event = { pubkey: author.pubkey, created_at: seconds(Math.floor(at)), kind, tags, content };
  return { ...event, id: sha256Hex(serialize(event)) };
}
