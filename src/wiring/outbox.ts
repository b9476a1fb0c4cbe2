import { forgetFinished } from '../adapters/compose/finished-draft.ts';
import type { DraftDeps } from '../adapters/compose/draft-store.ts';
import type { Storages } from '../adapters/core/storage.ts';
import { outboxStore } from '../adapters/publish/outbox/outbox-store.ts';
import { outboxMachine } from '../machines/publish/outbox/outbox.machine.ts';

export type Journal = Parameters<typeof outboxStore>[0];

/** Return the outbox with its ports. `parts`: names of the stored texts of an account. */
export function outboxOf(
  journal: Journal,
  { account: storage }: Storages,
  parts: DraftDeps['parts'],
): typeof outboxMachine {
  const { factory, channel, locks } = journal;
  return outboxMachine.provide({
    actors: {
      store: outboxStore(journal),
      forgetText: forgetFinished({ factory, storage, channel, locks, parts }),
    },
  });
}
