import { createActor, setup } from 'xstate';
import { expect, test } from 'vitest';
import { fakeBrowser } from '../../../tests/support/browser/fake-browser.ts';
import { NO_FIELDS } from '../../events/account/profile/profile-fields.ts';
import type { CreateMemoryCommand } from '../../machines/account/session/create-account.machine.ts';
import type { Device } from '../core/storage.ts';
import { newAccountMemory } from './new-account-memory.ts';

const draft = {
  step: 'details',
  fields: { ...NO_FIELDS, name: 'ann' },
  follows: [],
  hadPictures: false,
} as const;

/** Start the port on a page with that storage. */
function page(storage: () => Device | undefined) {
  const heard: unknown[] = [];
  const parent = setup({
    types: { events: {} as { type: string } },
    actors: { memory: newAccountMemory(storage) },
  }).createMachine({
    invoke: { id: 'memory', src: 'memory' },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent).start();
  return {
    heard,
    stop: () => actor.stop(),
    tell: (command: CreateMemoryCommand) => actor.getSnapshot().children['memory']?.send(command),
  };
}

test('ACCOUNT-07 the tab remembers the draft for a reload, until the creation is left', () => {
  const tab = fakeBrowser().tab().device;
  const first = page(() => tab);
  first.tell({ type: 'createMemory.keep', draft });
  expect(page(() => tab).heard).toEqual([{ type: 'createMemory.found', draft }]);
  first.stop();
  expect(page(() => tab).heard).toEqual([]);
});

test('ACCOUNT-07 a browser that blocks its storage keeps nothing, and nothing fails', () => {
  const blocked = page(() => {
    throw new Error('blocked');
  });
  blocked.tell({ type: 'createMemory.keep', draft });
  expect(blocked.heard).toEqual([]);
});
