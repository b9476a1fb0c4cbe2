import { signingFailure } from '../../events/account/signing-error.ts';
import type { KeyAnswer, KeyMessage, KeyReply, KeyTask } from './key-wire.ts';

/** The worker as the main thread sees it. */
interface KeyWorker {
  readonly post: (message: KeyMessage) => void;
  readonly end: () => void;
}

/** Starts a worker. `failed`: it could not be loaded, or an error in it went uncaught; the keys it held are gone. Throws where there are no workers. */
export type KeySpawner = (reply: (reply: KeyReply) => void, failed: () => void) => KeyWorker;

/** The line to the worker that holds keys. It is started with the first task. */
export interface KeyLine {
  /** Never rejects. */
  readonly ask: (task: KeyTask) => Promise<KeyAnswer>;
}

/** Keeps one worker; each answer settles the task it belongs to (INV-REPLY), and a worker that fails settles all that it was asked. */
export function openKeyLine(spawn: KeySpawner): KeyLine {
  const asked = new Map<number, (answer: KeyAnswer) => void>();
  let worker: KeyWorker | undefined;
  let count = 0;

  const settle = (id: number, answer: KeyAnswer): void => {
    const answered = asked.get(id);
    asked.delete(id);
    answered?.(answer);
  };
  const fail = (): void => {
    worker?.end();
    worker = undefined;
    for (const id of asked.keys()) settle(id, { ok: false, failure: signingFailure('not-secure-env', { code: 'key.noWorker' }) });
  };
  // made here, not where a task is at hand: whatever the worker's listeners see stays in memory as long as the page (E-32)
  const start = (): KeyWorker => spawn(({ id, answer }) => settle(id, answer), fail);
  const ask = async (task: KeyTask): Promise<KeyAnswer> =>
    new Promise((resolve) => {
      const id = ++count;
      asked.set(id, resolve);
      try {
        worker ??= start();
        worker.post({ id, task });
      } catch {
        fail();
      }
    });
  return { ask };
}
