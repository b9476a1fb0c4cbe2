// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { EarlierPart } from './EarlierPart.tsx';

afterEach(cleanup);

test('TOOL-05 the inspector says how many entries were recorded before, and opens them', async () => {
  const open = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error('dropped', { cause: 'noBeginning' }))
    .mockResolvedValue();
  render(<EarlierPart count={607} open={open} />);
  const said = () => screen.getByRole('status').textContent;
  expect(said()).toContain('607 entries were recorded before.');
  const press = () =>
    act(async () => fireEvent.click(screen.getByRole('button', { name: 'Open as a recording' })));
  await press();
  expect(said()).toContain('lacks its beginning');
  await press();
  expect(said()).toContain('607 entries');
  expect(open).toHaveBeenCalledTimes(2);
});
