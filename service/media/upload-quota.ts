import type { Store } from '../store/store.ts';
import { openLocks } from '../mutex.ts';

/** What uploads may take: of one account as many files of its largest size, and bytes of all accounts together. */
export interface QuotaLimits {
  readonly files: number;
  readonly all: number;
  /** Bytes of one account, where that is less. */
  readonly account: number;
}

/** Room that was set aside for one upload. */
interface Room {
  /** Bytes the upload may take. */
  readonly most: number;
  /** To be called when the upload is kept or given up. */
  release(): void;
}

/** What accounts may still upload. Keys cost nothing, so that each has its share would not be enough. */
export interface Quota {
  /**
   * Sets room aside for an upload of `declared` bytes, or of what there is for one file where that is not known; `largest`: how large one
   * file of this account may be. `own`: the account's share does not reach; `all`: there is no room for anybody.
   */
  reserve(pubkey: string, largest: number, declared: number | undefined): Promise<Room | 'own' | 'all'>;
}

const LIMITS: QuotaLimits = { files: 10, all: 50 * 2 ** 30, account: Infinity };

export function openQuota(store: Store, limits: Partial<QuotaLimits> = {}): Quota {
  const { files, all, account } = { ...LIMITS, ...limits };
  /** What is set aside for uploads under way, by account. */
  const held = new Map<string, number>();
  const hold = (pubkey: string, bytes: number) => held.set(pubkey, (held.get(pubkey) ?? 0) + bytes);
  // what is given back waits for who just counts: until then it may stand in the store as well, but never in neither place
  const inTurn = openLocks();
  return {
    reserve: (pubkey, largest, declared) =>
      inTurn(async () => {
        const anybody = all - (await store.uploadedByAll()) - total(held.values());
        const left = Math.min(files * largest, account) - total((await store.uploadedBytes(pubkey)).values()) - (held.get(pubkey) ?? 0);
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
