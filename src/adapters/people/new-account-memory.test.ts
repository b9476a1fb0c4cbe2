import { createActor, setup } from 'xstate';
import { expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../../tests/support/browser/fake-browser.ts';
import { SAVE_DRAFT } from '../../events/account/new-account-draft.ts';
import { NO_FIELDS } from '../../events/account/profile/profile-fields.ts';
import type { CreateMemoryCommand } from '../../machines/account/session/create-protocol.ts';
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

test('ACCOUNT-07 chosen pictures survive a reload; one that is too large is reported as lost', async () => {
  const tab = fakeBrowser().tab().device;
  const first = page(() => tab);
  const pictures = { ...draft, hadPictures: true };
  first.tell({ type: 'createMemory.keep', draft: pictures });
  const file = new File(['boat'], 'boat.png', { type: 'image/png' });
  first.tell({ type: 'createMemory.keepFile', field: 'picture', file });
  await vi.waitFor(() => expect(tab.getItem('starling/new/picture')).toContain('boat.png'));
  const again = page(() => tab).heard as ReadonlyArray<{ draft?: object; file?: File }>;
  expect(again).toMatchObject([
    { type: 'createMemory.found', draft },
    { type: 'createMemory.fileFound', field: 'picture' },
  ]);
  expect([again[1]?.file?.type, await again[1]?.file?.text()]).toEqual(['image/png', 'boat']);

  const large = new File([new Uint8Array(2_000_000)], 'large.png', { type: 'image/png' });
  first.tell({ type: 'createMemory.keepFile', field: 'banner', file: large });
  expect(page(() => tab).heard[0]).toMatchObject({ draft: { hadPictures: true } });

  first.tell({ type: 'createMemory.keepFile', field: 'banner', file: undefined });
  first.tell({ type: 'createMemory.keep', draft: SAVE_DRAFT });
  expect(tab.getItem('starling/new/picture')).toBeNull();
});
