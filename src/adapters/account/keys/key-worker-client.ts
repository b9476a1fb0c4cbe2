import { signingFailure } from '../../../events/account/signing/signing-error.ts';
import { openWorkerConnection, type WorkerSpawner } from '../../connection/worker-connection.ts';
import type { KeyAnswer, KeyMessage, KeyReply, KeyTask } from './key-worker-protocol.ts';

/** The connection to the key worker. The first task starts the worker. */
export interface KeyWorkerClient {
  /** Never rejects. */
  readonly ask: (task: KeyTask) => Promise<KeyAnswer>;
}

/**
 * Keeps one worker. Each answer settles its task (INV-REPLY). If the worker fails, all pending
 * tasks are settled.
 */
export function openKeyWorkerClient(spawn: WorkerSpawner<KeyMessage, KeyReply>): KeyWorkerClient {
  const asked = new Map<number, (answer: KeyAnswer) => void>();
  let count = 0;

  const settle = (id: number, answer: KeyAnswer): void => {
    const answered = asked.get(id);
    asked.delete(id);
    answered?.(answer);
  };
  const post = openWorkerConnection(
    spawn,
    ({ id, answer }) => settle(id, answer),
    () => {
      for (const id of asked.keys())
        settle(id, {
          ok: false,
          failure: signingFailure('not-secure-env', { code: 'key.noWorker' }),
        });
    },
  );
  const ask = async (task: KeyTask): Promise<KeyAnswer> =>
    new Promise((resolve) => {
      const id = ++count;
      asked.set(id, resolve);
      post({ id, task });
    });
  return { ask };
}
