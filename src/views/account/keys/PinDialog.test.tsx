// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { pinMachine } from '../../../machines/account/keys/pin.machine.ts';
import { PinDialog } from './PinDialog.tsx';

withTopLayer();
afterEach(cleanup);

test('ACCOUNT-03 two different PINs leave both fields empty and the focus in the first', () => {
  const pin = createActor(pinMachine, { input: { mode: 'create', pubkey: 'a'.repeat(64) } });
  render(<PinDialog pin={pin.start()} />);
  const fields = ['PIN', 'Repeat the PIN'].map((label) =>
    screen.getByLabelText<HTMLInputElement>(label),
  );
  for (const [at, value] of ['a new pin', 'another'].entries()) {
    fields[at]?.focus();
    fireEvent.change(fields[at] ?? document.body, { target: { value } });
  }
  fireEvent.submit(fields[1]?.form ?? document.body);
  expect([
    screen.getByRole('alert').textContent,
    ...fields.map(({ value }) => value),
    document.activeElement === fields[0],
  ]).toEqual(['PINs don’t match', '', '', true]);
});
