import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Blobs, openBlobs } from './media/blobs.ts';
import { openFiles } from './media/open-files.ts';
import { openStore } from './store/sqlite/sqlite-store.ts';
import type { Store } from './store/store.ts';
import { DATABASE } from './transfer/data-directory.ts';
import { lockDirectory } from './store/sqlite/directory-lock.ts';
import { UnusableStore } from './errors.ts';
import { type EventVerifier, openEventVerifier } from './verify.ts';
import type { ServiceOptions } from './start.ts';

/**
 * Open the store of a directory or database without serving it, run work on it, and close it.
 * Rejects with `DirectoryInUse` while it is served.
 */
export async function withStore<T>(
  options: StoreOptions & { readonly data: string },
  work: (store: Store, blobs: Blobs) => Promise<T>,
): Promise<T> {
  const { data } = options;
  const unlock = lockDirectory(data);
  try {
    const store = await openChosen(options, await openEventVerifier());
    try {
      const { files, close } = await openFiles(options.place, data);
      return await work(store, openBlobs(store, files)).finally(close);
    } finally {
      await closeStore(store);
    }
  } finally {
    unlock();
  }
}

/**
 * Open the store of a directory or database while a service may run on it. The work makes a few
 * changes that commit at once. Rejects with `UnusableStore` if there is no store yet.
 */
export async function besideService<T>(
  options: StoreOptions & { readonly data: string },
  work: (store: Store) => Promise<T>,
): Promise<T> {
  if (options.store === undefined && !existsSync(join(options.data, DATABASE)))
    throw new UnusableStore('nothing is there yet: start the service first');
  const store = await openChosen(options, await openEventVerifier());
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

type StoreOptions = Pick<ServiceOptions, 'store' | 'data' | 'place' | 'onDiskFull'>;

/**
 * The code for PostgreSQL is loaded only if it is needed. With `readerFailed` a large file
 * has readers, and it is called with the error of one.
 */
export async function openChosen(
  { store: url, data, onDiskFull: onFull = () => undefined }: StoreOptions,
  { verify }: EventVerifier,
  readerFailed?: (error: unknown) => void,
): Promise<Store> {
  if (url === undefined) {
    const path = data === undefined ? ':memory:' : join(data, DATABASE);
    return openStore(path, {
      verify,
      onFull,
      ...(readerFailed && { readers: { failed: readerFailed } }),
    });
  }
  const { openPostgresStore } = await import('./store/postgres/postgres-store.ts');
  return openPostgresStore(url, { verify, onFull });
}

export async function closeStore(store: Store): Promise<void> {
  await store.checkpoint();
  await store.close();
}
