// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { accountScreen } from '../../../../tests/support/account/account-screen.tsx';
import { shellState } from '../../../../tests/support/views/shell-state.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { MenuBox } from '../../ui/controls/Menu.tsx';
import { type SignedInViews, ShellContext } from '../../ui/hooks/shell-context.ts';
import { NoteMenu, ReaderNoteBox } from './NoteMenu.tsx';

const ME = 'a'.repeat(64);
const NOTE = trusted({ pubkey: 'b'.repeat(64), content: 'hello' });

withTopLayer();
beforeAll(() => Promise.all([MenuBox.preload(), ReaderNoteBox.preload()]));

let arrive: (own: SignedInViews) => void = () => {};

function Frame() {
  const [own, setOwn] = useState<SignedInViews>();
  arrive = setOwn;
  return (
    <ShellContext value={shellState({ account: { pubkey: ME, name: 'me' }, own })}>
      <NoteMenu event={NOTE} />
    </ShellContext>
  );
}

const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

test('NOTE-12 STATE-03 a menu opened before the code of actions loads stays open and gains its actions', async () => {
  accountScreen(ME, <Frame />);
  const more = screen.getByRole('button', { name: 'More' });
  fireEvent.click(more);
  // A signed-in user is not asked to sign in.
  expect(items()).toContain('Copy link');
  expect(items()).not.toContain('Mute user');
  const own = await import('../../app/signed-in-views.ts');
  await act(async () => arrive(own));
  expect(more.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('button', { name: 'More' })).toBe(more);
  expect(items()).toEqual(
    expect.arrayContaining(['Copy link', 'Broadcast', 'Why do I see this?', 'Report']),
  );
});
