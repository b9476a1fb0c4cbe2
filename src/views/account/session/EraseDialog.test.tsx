// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createActor } from 'xstate';
import { expect, test } from 'vitest';
import { fakePromises } from '../../../../tests/support/machines/fake-promises.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { eraseMachine } from '../../../machines/account/keys/erase.machine.ts';
import { EraseDialog } from './EraseDialog.tsx';

withTopLayer();

test('ACCOUNT-06 a failed erasure is reported and can be retried with a button that waits meanwhile', async () => {
  const promises = fakePromises();
  const machine = eraseMachine.provide({ actors: { leave: promises.port('leave') } });
  const erase = createActor(machine, { input: { pubkey: 'a'.repeat(64), erase: true } }).start();
  render(<EraseDialog erase={erase} />);
  const question = screen.getByRole('alertdialog', { name: 'Not everything was removed' });
  expect(question.textContent).toContain('your key and data may still be on this device');
  const again = screen.getByRole('button', { name: 'Try again' });
  fireEvent.click(again);
  expect([again.getAttribute('aria-disabled'), promises.waiting()]).toEqual(['true', ['leave']]);
  await act(async () => promises.fail());
  expect([again.getAttribute('aria-disabled'), erase.getSnapshot().status]).toEqual([
    null,
    'active',
  ]);
  fireEvent.click(again);
  await act(async () => promises.answer(undefined));
  expect(erase.getSnapshot().status).toBe('done');
});
