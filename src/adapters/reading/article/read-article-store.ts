import { type CallbackActorLogic, fromCallback } from 'xstate';
import { addressOf } from '../../../events/nostr/address.ts';
import { replaces, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { readEvent } from '../../../events/nostr/event-shape.ts';
import type { Verify } from '../../../events/nostr/verify.ts';
import type { ShelfCommand, ShelfSignal } from '../../../machines/reading/article/read-articles.machine.ts';
import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import { eraseSealedRows, type SealedRow, sealedRows } from '../../account/keys/sealed-rows-store.ts';

export interface ShelfDeps {
  /** Undefined where the platform has no database: then nothing is kept. */
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  readonly verify: () => Promise<Verify>;
}

/** An article as it was read. */
type Row = SealedRow<VerifiedEvent>;

/** So many articles are kept, those that were read last, and none that is longer than so many UTF-16 units. */
const MOST = 30;
const LONGEST = 200_000;

/** Where lies what an account has read. */
const shelfOf = (account: string) => ({ database: `starling-read-${account}`, store: 'articles', keyName: `read ${account}` });

/**
 * Keeps articles as they were when they were read. What somebody reads is private: each is sealed for this device, nothing says which it is,
 * and what cannot be sealed is not kept. What is found is verified again.
 */
export function articleShelf(deps: ShelfDeps): CallbackActorLogic<ShelfCommand, { account: string }> {
  return fromCallback<ShelfCommand, { account: string }>(({ input: { account }, sendBack, receive }) => {
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
      .then(() => sendBack({ type: 'shelf.found', events: rows.map(({ value }) => value) } satisfies ShelfSignal));
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
  });
}

/** Removes what an account has read from this device (ACCOUNT-06, E-35). */
export function eraseShelf(factory: IDBFactory, seal: DeviceSeal, account: string): Promise<void> {
  return eraseSealedRows(factory, seal, shelfOf(account));
}

/** The newest version of each article that is kept, as many as there is room for. */
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
