import { expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import type { EmojiSignal } from '../../../machines/compose/compose-protocol.ts';
import { openStorages } from '../../core/storage.ts';
import { emojiHistory } from './emoji-history-store.ts';

function device() {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
}

function tab(disk: ReturnType<typeof device>, account: string) {
  const heard: EmojiSignal[] = [];
  const logic = emojiHistory(openStorages(disk).account);
  const parent = setup({
    types: { events: {} as EmojiSignal },
    actors: { emojis: logic },
  }).createMachine({
    invoke: { id: 'emojis', src: 'emojis', input: { account } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent).start();
  return {
    use: (sign: string) =>
      actor.getSnapshot().children['emojis']?.send({ type: 'emoji.used', sign }),
    history: () => heard.at(-1)?.history,
  };
}

test('COMPOSE-05 INV-SCOPE picked emojis are offered next time, only to that account; two tabs lose none', () => {
  const disk = device();
  const [one, other] = [tab(disk, 'a'), tab(disk, 'a')];
  one.use('🔥');
  other.use('🎉');
  one.use('🔥');
  expect([one.history(), tab(disk, 'a').history(), tab(disk, 'b').history()]).toEqual([
    ['🔥', '🎉'],
    ['🔥', '🎉'],
    [],
  ]);
  for (let nth = 0; nth < 60; nth++) one.use(`e${nth}`);
  expect(tab(disk, 'a').history()).toHaveLength(40);
});
