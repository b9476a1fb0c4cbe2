import type { SignedEvent, Tag } from '../../../src/events/nostr/event.ts';
import { serialize } from '../../../src/events/nostr/serialize.ts';
import { seconds } from '../../../src/events/core/time.ts';
import type { SignJob } from '../hands/work.ts';
import { sha256Hex } from '../../hash.ts';
import type { NewPlayInvoice } from '../../store/money/play-money.ts';

/** Who signs: an inhabitant, or the town's own play provider. Keys in hex. */
export interface Author {
  readonly pubkey: string;
  readonly secret: string;
}

/** Something that will be said. `at` in seconds. */
export interface Saying {
  readonly author: Author;
  readonly at: number;
  readonly kind: number;
  readonly content: string;
  readonly tags: readonly Tag[];
}

export type Unsigned = Omit<SignedEvent, 'sig'>;

/** An event that is made once the event with that id is signed. */
export interface Wrap {
  readonly id: string;
  readonly at: number;
  readonly make: (signed: SignedEvent) => Saying;
  /** The event with that id is a zap request: whoever has a ledger pays it, and it makes the receipt. */
  readonly isZap?: boolean;
}

/** What the town says, in two rounds: the second holds events that carry signed ones of the first inside (reposts, zap receipts). */
export interface Ledger {
  write(saying: Saying): Unsigned;
  /** Puts off an event of that time until the event it wraps is signed. */
  wrap(inner: Pick<Unsigned, 'id'>, at: number, make: (signed: SignedEvent) => Saying, isZap?: boolean): void;
  /** Like `write`, but the event itself is not published: it only stands inside another. */
  enclose(saying: Saying): Unsigned;
  /** Where the ledger stands; `back` forgets what was written since. */
  mark(): number;
  back(mark: number): void;
  /** Offers an invoice in what is said: it can be paid like any other. */
  owe(invoice: NewPlayInvoice): void;
  readonly invoices: readonly NewPlayInvoice[];
  readonly jobs: readonly SignJob[];
  readonly wraps: readonly Wrap[];
  readonly enclosed: ReadonlySet<string>;
}

export function openLedger(): Ledger {
  const jobs: SignJob[] = [];
  const invoices: NewPlayInvoice[] = [];
  const wraps: Wrap[] = [];
  const enclosed = new Set<string>();
  const write = (saying: Saying): Unsigned => {
    const event = eventOf(saying);
    jobs.push({ event, secret: saying.author.secret });
    return event;
  };
  return {
    mark: () => jobs.length,
    back: (mark) => void jobs.splice(mark),
    owe: (invoice) => void invoices.push(invoice),
    invoices,
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

/** The event of a saying, with its id. */
export function eventOf({ author, at, kind, content, tags }: Saying): Unsigned {
  const event = { pubkey: author.pubkey, created_at: seconds(Math.floor(at)), kind, tags, content };
  return { ...event, id: sha256Hex(serialize(event)) };
}
