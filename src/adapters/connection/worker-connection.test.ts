import { expect, test } from 'vitest';
import { openWorkerConnection, type WorkerSpawner } from './worker-connection.ts';

function world(over: { readonly spawn?: () => void; readonly post?: () => void } = {}) {
  const log: string[] = [];
  let crash: (reason?: string) => void = () => undefined;
  const spawn: WorkerSpawner<string, string> = (_, failed) => {
    log.push('spawn');
    over.spawn?.();
    crash = failed;
    return {
      post: (message) => (over.post?.(), log.push(`post ${message}`)),
      end: () => log.push('end'),
    };
  };
  const post = openWorkerConnection(
    spawn,
    () => undefined,
    (reason = '') => log.push(`failed ${reason}`),
  );
  return { log, post, crash: (reason: string) => crash(reason) };
}

test('the first message starts one worker; a failed one ends before its report; the next starts another', () => {
  const { log, post, crash } = world();
  expect(log).toEqual([]);
  post('a');
  post('b');
  crash('gone');
  post('c');
  expect(log).toEqual(['spawn', 'post a', 'post b', 'end', 'failed gone', 'spawn', 'post c']);
});

test('a worker that cannot be started, or receive messages, has failed', () => {
  const throws = () => {
    throw new Error('planted');
  };
  const unstarted = world({ spawn: throws });
  unstarted.post('a');
  expect(unstarted.log).toEqual(['spawn', 'failed ']);
  const untold = world({ post: throws });
  untold.post('a');
  expect(untold.log).toEqual(['spawn', 'end', 'failed ']);
});
