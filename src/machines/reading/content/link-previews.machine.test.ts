import { createActor, createMachine, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import type { LinkPreview } from '../../../events/connection/claims.ts';
import type { BusEvent } from '../../core/bus.ts';
import { linkPreviewLogic } from './link-preview-port.ts';
import { linkPreviewsMachine } from './link-previews.machine.ts';

type Reply = (preview: LinkPreview | undefined) => void;

function open() {
  const asked: { url: string; reply: Reply; fail: (error: Error) => void }[] = [];
  linkPreviewLogic.provide(
    async () => (url) => new Promise((reply, fail) => asked.push({ url, reply, fail })),
  );
  const clock = new SimulatedClock();
  const said: BusEvent[] = [];
  const bus = createActor(
    createMachine({
      types: {} as { events: BusEvent },
      on: { '*': { actions: ({ event }) => said.push(event) } },
    }),
  ).start();
  const actor = createActor(linkPreviewsMachine, { clock, input: { bus } }).start();
  const wait = async (ms: number) => {
    elapse(clock, ms);
    for (let turn = 0; turn < 8; turn++) await Promise.resolve();
  };
  const send = (type: 'link.seen' | 'link.left', url: string) => actor.send({ type, url });
  const urls = () => asked.map(({ url }) => url);
  return { actor, asked, said, wait, send, urls };
}

const preview = (url: string) => ({ url, title: 'T', description: '', image: '', icon: '' });

test('NOTE-08 a link that stays in sight is asked for once, and its preview goes to the read model', async () => {
  const { actor, asked, said, wait, send, urls } = open();
  send('link.seen', 'a');
  await wait(600);
  expect(urls()).toEqual([]);
  await wait(100);
  expect(urls()).toEqual(['a']);
  asked[0]?.reply(preview('a'));
  await wait(0);
  expect(said).toMatchObject([{ type: 'facts.received', claims: [{ previews: [preview('a')] }] }]);
  send('link.seen', 'a');
  await wait(2_000);
  expect(urls()).toEqual(['a']);
  expect(actor.getSnapshot().context.asked.has('a')).toBe(true);
  actor.stop();
});

test('NOTE-08 links that leave sight early are not asked for; others wait for their turn', async () => {
  const { actor, asked, wait, send, urls } = open();
  send('link.seen', 'a');
  await wait(600);
  send('link.seen', 'b');
  send('link.left', 'a');
  await wait(600);
  expect(urls()).toEqual([]);
  await wait(100);
  send('link.seen', 'c');
  await wait(5_000);
  expect(urls()).toEqual(['b']);
  asked[0]?.reply(undefined);
  await wait(0);
  await wait(700);
  expect(urls()).toEqual(['b', 'c']);
  expect(actor.getSnapshot().context.asked.has('b')).toBe(true);
  actor.stop();
});

test('NOTE-08 a handful waits, the newest; a busy or silent service is left alone for a while', async () => {
  const { actor, asked, wait, send, urls } = open();
  for (let at = 0; at < 50; at++) send('link.seen', `u${at}`);
  expect(actor.getSnapshot().context.waiting).toEqual(['u45', 'u46', 'u47', 'u48', 'u49']);
  await wait(700);
  asked[0]?.fail(new Error('answered 503'));
  await wait(0);
  await wait(9_000);
  expect(urls()).toEqual(['u45']);
  await wait(1_000);
  await wait(700);
  expect(urls()).toEqual(['u45', 'u46']);
  await wait(12_000);
  await wait(10_000);
  await wait(700);
  expect(urls()).toEqual(['u45', 'u46', 'u47']);
  expect(actor.getSnapshot().context.asked.size).toBe(0);
  actor.stop();
});

test('NOTE-08 the memory of asked links is bounded', async () => {
  const { actor, asked, wait, send } = open();
  for (let at = 0; at < 310; at++) {
    send('link.seen', `u${at}`);
    await wait(700);
    asked[at]?.reply(undefined);
    await wait(0);
  }
  expect(actor.getSnapshot().context.asked.size).toBe(300);
  expect(actor.getSnapshot().context.asked.has('u309')).toBe(true);
  actor.stop();
});
