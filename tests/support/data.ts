import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SignedEvent } from '../../src/events/event.ts';

const DATA = resolve(import.meta.dirname, '../../../shared/data');

/** Whether the real events and vectors lie beside the repository. Tests that need them say so and are skipped elsewhere. */
export const hasData = existsSync(DATA);

/** Every file of real events there. */
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

/** All rows of one JSONL file of real events, e.g. `events-articles.jsonl`. */
export function realEvents(file: string): SignedEvent[] {
  return readFileSync(join(DATA, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as SignedEvent);
}

/** One vector file, e.g. `nip19.json`; the caller names the shape of its cases. */
export function vectors<File extends { cases: readonly unknown[] }>(file: string): File {
  return JSON.parse(readFileSync(join(DATA, 'vectors', file), 'utf8')) as File;
}
