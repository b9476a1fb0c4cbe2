import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestContext } from 'vitest';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';

const COLLECTION = resolve(import.meta.dirname, '../../../../shared/data');
const SAMPLE = resolve(import.meta.dirname, '../../data');

/**
 * True if the whole collection of real events and vectors exists beside the repository. Without it
 * tests read the sample in `tests/data`.
 */
export const hasCollection = existsSync(COLLECTION);
const DATA = hasCollection ? COLLECTION : SAMPLE;

/** Skip a test that counts rows of the whole collection, and say why. */
export function needsCollection({ skip }: TestContext): void {
  skip(
    !hasCollection,
    'needs the whole collection of real events, of which the repository holds a sample',
  );
}

/** Return how many rows a test can expect: of the whole collection, or of the sample. */
export function rowsHeld(whole: number, sample: number): number {
  return hasCollection ? whole : sample;
}

/** Every file of real events. Files missing in the sample are read as empty. */
export const EVENT_FILES = [
  'events-articles.jsonl',
  'events-global-2024-03.jsonl',
  'events-misc.jsonl',
  'events-network-primal.jsonl',
  'events-one-user-iris.jsonl',
  'events-profiles-nostrdb.jsonl',
  'events-rare-kinds.jsonl',
  'events-test-keys.jsonl',
  'events-two-users-amethyst.jsonl',
  'events-zap-requests.jsonl',
] as const;

/** Read all rows of one JSONL file of real events, e.g. `events-articles.jsonl`. */
export function realEvents(file: string): SignedEvent[] {
  const path = join(DATA, file);
  if (!hasCollection && !existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as SignedEvent);
}

/** Read one vector file, e.g. `nip19.json`. The caller names the type of its cases. */
export function vectors<File extends { cases: readonly unknown[] }>(file: string): File {
  return JSON.parse(readFileSync(join(DATA, 'vectors', file), 'utf8')) as File;
}
