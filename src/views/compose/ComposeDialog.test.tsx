// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fetchViews, renderedAccount } from '../../../tests/support/views/rendered-account.tsx';
import { seconds } from '../../events/core/time.ts';
import { composeMachine } from '../../machines/compose/compose.machine.ts';
import { BUILD } from '../ui/hooks/build.ts';

let close = () => {};
afterEach(() => close());

/** Skips the lookup of the account's relays. */
const located = composeMachine.provide({
  guards: { isUnlocated: () => false, isWithoutRelay: () => false },
});

/**
 * Return the tags of a published note, after the account allowed or denied the client tag in the
 * settings.
 */
async function tagsWritten(isAllowed: boolean) {
  await fetchViews('/settings/account');
  const world = await renderedAccount('/settings/account', { machines: { compose: located } });
  close = world.close;
  if (isAllowed)
    await world.click(screen.getByRole('switch', { name: 'Show “via Starling” on my notes' }));
  await world.settle(() =>
    world.log.lives[0]?.report({ type: 'store.opened', entries: [], now: seconds(1_700_000_000) }),
  );
  await world.settle(() => world.scope().send({ type: 'compose.open', aim: { type: 'note' } }));
  await world.settle(() =>
    world.drafts.lives.at(-1)?.report({ type: 'draft.found', writing: undefined }),
  );
  fireEvent.change(screen.getByRole('textbox', { name: 'Your text' }), {
    target: { value: 'hello' },
  });
  await world.click(screen.getByRole('button', { name: 'Publish' }));
  const lines = world.log
    .told()
    .flatMap((command) => (command.type === 'store.append' ? command.lines : []));
  return lines.flatMap((line) =>
    line.type === 'intended' && line.wish.type === 'event' ? [line.wish.draft.tags] : [],
  );
}

test('TOOL-04 notes from the composer name this client and its version only if the account allows it', async () => {
  expect(await tagsWritten(false)).toEqual([[]]);
  close();
  expect(await tagsWritten(true)).toEqual([[['client', 'Starling', '', '', BUILD.version]]]);
});
