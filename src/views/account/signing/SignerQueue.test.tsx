// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeAsker, note, request } from '../../../../tests/support/account/fake-signer.ts';
import { A, startSession } from '../../../../tests/support/account/session-world.ts';
import { installTopLayer } from '../../../../tests/support/views/top-layer.ts';
import type { Account } from '../../../events/account/account.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { SignerQueue } from './SignerQueue.tsx';

let uninstall = () => {};
beforeEach(() => {
  uninstall = installTopLayer();
});
afterEach(() => {
  cleanup();
  uninstall();
});

const remote: Account = { pubkey: A, method: 'remote' };

function shown(account: Account = remote, dialog = false) {
  const world = startSession([account], A);
  const asker = fakeAsker();
  const page = (open: boolean) => (
    <>
      <main id="main" tabIndex={-1} />
      {open && (
        <Dialog title="New note" onClose={() => {}}>
          <textarea aria-label="Your text" />
        </Dialog>
      )}
      <SignerQueue session={world.actor} />
    </>
  );
  const { rerender } = render(page(dialog));
  return {
    ...world,
    asker,
    dialog: (open: boolean) => rerender(page(open)),
    ask: (...ids: readonly string[]) =>
      act(() => {
        for (const id of ids) world.send(request(asker.ref, id, note(id), A));
      }),
    wait: (ms: number) => act(() => elapse(world.clock, ms, 100)),
    answer: (how: 'approve' | 'refuse') =>
      act(() => {
        const [prompt] = world.signer.open();
        if (prompt) world.signer[how](prompt);
      }),
  };
}
const panel = () => screen.queryByRole('region', { name: 'Waiting for your signer' });
const rows = () =>
  screen
    .getAllByRole('listitem')
    .map((row) => [...row.querySelectorAll('p')].map(({ textContent }) => textContent));

test('BEYOND-03 slow requests are listed in order with reasons and waiting times, until all are answered', () => {
  const { ask, wait, answer } = shown();
  ask('1', '2', '3');
  wait(300);
  expect(panel()).toBeNull();
  wait(3_200);
  expect(rows()).toEqual([
    ['because of 1', 'Asked 3 s ago, open your signer'],
    ['because of 2', 'next'],
    ['because of 3', 'then'],
  ]);
  answer('approve');
  expect(rows()[0]).toEqual(['because of 2', 'Just asked, open your signer']);
  answer('refuse');
  answer('approve');
  expect(panel()).toBeNull();
});

test('BEYOND-03 a signer that answers at once never shows the panel', () => {
  const { ask, wait, answer } = shown({ pubkey: A, method: 'extension' });
  for (const id of ['1', '2', '3', '4']) {
    ask(id);
    wait(100);
    expect(panel()).toBeNull();
    answer('approve');
  }
  wait(1_000);
  expect(panel()).toBeNull();
});

test('BEYOND-03 ACCESS-02 requests are announced without taking the focus, cancellable, and keep the focus', () => {
  const { ask, wait, asker } = shown();
  const cancel = (id: string) => screen.getByRole('button', { name: `Cancel: because of ${id}` });
  const before = document.activeElement;
  ask('1', '2');
  wait(500);
  expect([document.activeElement === before, screen.getByRole('status').textContent]).toEqual([
    true,
    'Waiting for your signer: because of 1',
  ]);
  cancel('2').focus();
  fireEvent.click(cancel('2'));
  expect(asker.settled.map(({ id, outcome }) => [id, outcome.ok])).toEqual([['2', false]]);
  expect(document.activeElement).toBe(panel());
  cancel('1').focus();
  fireEvent.click(cancel('1'));
  expect([panel(), document.activeElement?.id]).toEqual([null, 'main']);
});

test('BEYOND-03 INV-ONE-PROMPT a lost prompt can be requested again, which abandons the old one', () => {
  const { ask, wait, signer } = shown();
  ask('1');
  wait(10_000);
  expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull();
  wait(6_000);
  fireEvent.click(screen.getByRole('button', { name: 'Ask again' }));
  expect(signer.prompts.map(({ abandoned }) => abandoned)).toEqual([true, false]);
});

test("BEYOND-03 the signer's approval page is a link that shows its target and leaks nothing", () => {
  const { ask, wait, signer } = shown();
  ask('1');
  wait(500);
  expect(screen.queryByRole('link')).toBeNull();
  act(() =>
    signer.report({
      type: 'signer.challenged',
      id: signer.open()[0]?.id ?? '',
      url: 'https://signer.example/allow?x=1',
    }),
  );
  const link = screen.getByRole('link', { name: 'Allow it at signer.example' });
  expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
    'https://signer.example/allow?x=1',
    '_blank',
    'noopener noreferrer',
  ]);
});

test('BEYOND-03 ACCESS-02 the panel is reachable over a modal, and outlives it', () => {
  const { ask, wait, dialog } = shown(remote, true);
  const text = screen.getByLabelText('Your text');
  ask('1');
  wait(500);
  const modal = within(screen.getByRole('dialog'));
  expect([modal.getByText('because of 1') !== null, document.activeElement === text]).toEqual([
    true,
    true,
  ]);
  dialog(false);
  expect(panel()).not.toBeNull();
  dialog(true);
  fireEvent.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel: because of 1' }),
  );
  expect(panel()).toBeNull();
});
