import type { Store } from '../store/store.ts';
import { openMutex } from '../mutex.ts';

/**
 * Upload limits: for one account a number of files of its largest size, and total bytes for all
 * accounts.
 */
export interface QuotaLimits {
  readonly files: number;
  readonly all: number;
  /** Limit in bytes for one account, if that is less. */
  readonly account: number;
}

/** Reserved space for one upload. */
interface Room {
  /** Maximum bytes of the upload. */
  readonly most: number;
  /** Call it when the upload is stored or aborted. */
  release(): void;
}

/**
 * Remaining upload quota. Keys are free to create, so that a limit per account alone would not be
 * enough.
 */
export interface Quota {
  /**
   * Reserve space for an upload of `declared` bytes, or for the largest possible one if unknown.
   * `largest`: the limit for one file of this account. `own`: the account's limit is reached.
   * `all`: the total limit is reached.
   */
  reserve(
    pubkey: string,
    largest: number,
    declared: number | undefined,
  ): Promise<Room | 'own' | 'all'>;
}

const LIMITS: QuotaLimits = { files: 10, all: 50 * 2 ** 30, account: Infinity };

export function openQuota(store: Store, limits: Partial<QuotaLimits> = {}): Quota {
  const { files, all, account } = { ...LIMITS, ...limits };
  /** Reserved bytes of running uploads, by account. */
  const held = new Map<string, number>();
  const hold = (pubkey: string, bytes: number) => held.set(pubkey, (held.get(pubkey) ?? 0) + bytes);
  // A release waits for running counts. The bytes may then count twice for a moment, but are never
  // missed.
  const inTurn = openMutex();
  return {
    reserve: (pubkey, largest, declared) =>
      inTurn(async () => {
        const anybody = all - (await store.uploadedByAll()) - total(held.values());
        const left =
          Math.min(files * largest, account) -
          total((await store.uploadedBytes(pubkey)).values()) -
          (held.get(pubkey) ?? 0);
        const least = declared ?? 1;
        if (least > anybody) return 'all';
        if (least > left) return 'own';
        const most = declared ?? Math.min(largest, left, anybody);
        hold(pubkey, most);
        let released = false;
        return {
          most,
          release() {
            if (!released) void inTurn(async () => hold(pubkey, -most));
            released = true;
          },
        };
      }),
  };
}

function total(bytes: Iterable<number>): number {
  return [...bytes].reduce((sum, each) => sum + each, 0);
}
