import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openKeyWorkerClient } from './key-worker-client.ts';
import type { KeyAnswer, KeyMessage, KeyReply } from './key-worker-protocol.ts';

function fakeWorker() {
  const posted: KeyMessage[] = [];
  const count = { spawned: 0, ended: 0 };
  let reply: (reply: KeyReply) => void = () => undefined;
  let failed: () => void = () => undefined;
  const line = openKeyWorkerClient((hear, fail) => {
    count.spawned++;
    reply = hear;
    failed = fail;
    return { post: (message) => posted.push(message), end: () => count.ended++ };
  });
  return {
    line,
    posted,
    count,
    say: (id: number, answer: KeyAnswer) => reply({ id, answer }),
    fail: () => failed(),
  };
}

const close = (pubkey: string) => ({ do: 'close', pubkey }) as const;

test('no worker is started before the first task, and one serves all', () => {
  const { line, count, posted } = fakeWorker();
  expect(count.spawned).toBe(0);
  for (const pubkey of ['a', 'b']) void line.ask(close(pubkey));
  expect([count.spawned, posted.map(({ task }) => task)]).toEqual([1, [close('a'), close('b')]]);
});

test('INV-REPLY each answer settles its task, even out of order, twice or without a task', async () => {
  const order = fc.array(fc.nat(7), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(order, async (ids) => {
      const { line, say } = fakeWorker();
      const asked = Array.from({ length: 6 }, (_, i) => line.ask(close(String(i + 1))));
      for (const id of [...ids, 1, 2, 3, 4, 5, 6]) say(id, { ok: true, pubkey: String(id) });
      const answers = await Promise.all(asked);
      expect(answers.map((one) => one.ok && one.pubkey)).toEqual(['1', '2', '3', '4', '5', '6']);
    }),
  );
});

test('INV-PROGRESS a worker that fails settles its tasks, and the next task starts another worker', async () => {
  const { line, fail, count } = fakeWorker();
  const asked = line.ask(close('a'));
  fail();
  expect(await asked).toMatchObject({ ok: false, failure: { code: 'not-secure-env' } });
  void line.ask(close('b'));
  expect(count).toEqual({ spawned: 2, ended: 1 });
});

test('SIGN-02 if no worker can be started the environment is not secure (not-secure-env)', async () => {
  const line = openKeyWorkerClient(() => {
    throw new Error('no workers');
  });
  expect(await line.ask(close('a'))).toMatchObject({
    ok: false,
    failure: { code: 'not-secure-env' },
  });
});
