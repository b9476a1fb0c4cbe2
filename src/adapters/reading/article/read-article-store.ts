import type { CallbackActorLogic } from 'xstate';
import { addressOf } from '../../../events/nostr/address.ts';
import { replaces, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { readEvent } from '../../../events/nostr/event-shape.ts';
import type { Verify } from '../../../events/nostr/verify.ts';
import type {
  ReadArticlesStoreCommand,
  ReadArticlesStoreSignal,
} from '../../../machines/reading/article/read-articles.machine.ts';
import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import {
  eraseSealedRows,
  type SealedRow,
  sealedRows,
} from '../../account/keys/sealed-rows-store.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

export interface ReadArticleStoreDeps {
  /** `undefined` if the platform has no database: then nothing is stored. */
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  readonly verify: () => Promise<Verify>;
}

type Row = SealedRow<VerifiedEvent>;

/**
 * Maximum number of stored articles, the latest read first, and their maximum length in UTF-16
 * units.
 */
const MOST = 30;
const LONGEST = 200_000;

/** The database of the articles that an account has read. */
const shelfOf = (account: string) => ({
  database: `starling-read-${account}`,
  store: 'articles',
  keyName: `read ${account}`,
});

/**
 * Stores articles as they were when they were read. Reading is private: each article is sealed for
 * this device, no attribute identifies it, and an article that cannot be sealed is not stored.
 * Stored articles are verified again.
 */
export function readArticleStore(
  deps: ReadArticleStoreDeps,
): CallbackActorLogic<ReadArticlesStoreCommand, { account: string }> {
  return callbackAdapter<ReadArticlesStoreCommand, { account: string }>(
    ({ input: { account }, sendBack, receive }) => {
      const kept = sealedRows(deps, shelfOf(account));
      let rows: readonly Row[] = [];
      const read = async (): Promise<readonly Row[]> => {
        const found = await kept.read(readEvent);
        const check = found.length > 0 ? await deps.verify() : undefined;
        return found.flatMap(({ key, value }) => {
          const event = check?.(value);
          return event && addressOf(event) !== undefined ? [{ key, value: event }] : [];
        });
      };
      const keepOnly = async (found: readonly Row[]): Promise<void> => {
        rows = newestOf(found);
        const gone = found.filter((row) => !rows.includes(row)).map(({ key }) => key);
        if (gone.length > 0) await kept.replace(gone, undefined);
      };
      let tail = read()
        .then(keepOnly)
        .catch(() => undefined)
        .then(() =>
          sendBack({
            type: 'readArticlesStore.found',
            events: rows.map(({ value }) => value),
          } satisfies ReadArticlesStoreSignal),
        );
      receive(({ event }) => {
        if (JSON.stringify(event).length > LONGEST) return;
        tail = tail
          .then(async () => {
            const [key] = await kept.replace([], event);
            if (key !== undefined) await keepOnly([...rows, { key, value: event }]);
          })
          .catch(() => undefined);
      });
      return () => void tail.finally(kept.close);
    },
  );
}

/** Removes the articles that an account has read from this device (ACCOUNT-06, E-35). */
export function eraseReadArticles(
  factory: IDBFactory,
  seal: DeviceSeal,
  account: string,
): Promise<void> {
  return eraseSealedRows(factory, seal, shelfOf(account));
}

/** The newest version of each stored article, up to the limit. */
function newestOf(rows: readonly Row[]): readonly Row[] {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const address = addressOf(row.value) ?? '';
    const before = newest.get(address);
    if (before && !replaces(row.value, before.value)) continue;
    newest.delete(address);
    newest.set(address, row);
  }
  return [...newest.values()].slice(-MOST);
}
