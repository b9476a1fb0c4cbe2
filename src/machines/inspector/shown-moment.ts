import { type Observer, toObserver } from 'xstate';
import { type ActorRecord, type History, type Kept, keptAt } from './history.ts';

type Listener = Observer<unknown>;

/**
 * Make the replayed actors of a history show its moments to views: each returns its snapshot of the
 * moment, and takes no event (TOOL-02). Returns the function that goes to the moment after a
 * notice. Snapshots are shared, not copied.
 */
export function showMoments({ actors }: History): (seq: number) => void {
  const shown = actors.map((record) => frozen(record));
  return (seq) => {
    const changed = shown.filter((one) => one.move(seq));
    // all have moved before the first view reads another actor
    for (const one of changed) one.tell();
  };
}

/** Freeze an actor, which no longer runs. */
function frozen(record: ActorRecord) {
  const { ref } = record;
  const listeners = new Set<Listener>();
  let kept = record.snapshots.at(-1);
  Object.assign(ref, {
    getSnapshot: () => kept?.snapshot,
    subscribe: (...observer: Parameters<typeof toObserver>) => {
      const listener: Listener = toObserver(...observer);
      listeners.add(listener);
      return { unsubscribe: () => listeners.delete(listener) };
    },
    send: () => undefined,
    on: () => ({ unsubscribe: () => undefined }),
  });
  return {
    /** Return true if the snapshot is another one. */
    move: (seq: number): boolean => {
      const before = kept;
      kept = momentOf(record, seq);
      return kept !== before;
    },
    tell: () => {
      for (const { next } of listeners) next?.(kept?.snapshot);
    },
  };
}

/** Before its birth an actor has its first snapshot, after its end its last one. */
function momentOf(record: ActorRecord, seq: number): Kept | undefined {
  const { ended, snapshots } = record;
  if (ended && ended.seq <= seq) return snapshots.at(-1);
  return keptAt(record, seq) ?? snapshots[0];
}
