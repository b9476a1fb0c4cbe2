// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { outboxWorld } from '../../../tests/support/outbox-world.ts';
import { PublishLedger } from './PublishLedger.tsx';

afterEach(cleanup);

function shown() {
  const world = outboxWorld({ eager: true });
  const tab = world.open();
  render(<PublishLedger outbox={tab.actor} />);
  return { world, tab };
}
const button = (name: string) => screen.getByRole('button', { name });

test('BEYOND-05 INV-OUTCOME what was written says where it stands, by whom it was accepted, and why not by others', () => {
  const { world, tab } = shown();
  expect(screen.getByText('Nothing is on its way')).toBeTruthy();
  act(() => tab.publish('hello'));
  expect(screen.getByText('Waiting for a signature')).toBeTruthy();
  act(() => tab.sign());
  expect([screen.getByText('Sending').textContent, screen.getAllByText('No answer yet')]).toMatchObject(['Sending', { length: 2 }]);
  const [first, second] = world.deliveries;
  act(() => {
    if (first) world.answer(first, 'accepted');
    if (second) world.answer(second, 'rejected', 'blocked: not a member');
  });
  expect(screen.getByText('Accepted by 1 relay')).toBeTruthy();
  expect(screen.getByText('blocked: not a member')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('PUBLISH-04 what failed is sent again as it was signed, or discarded and gone from the list', () => {
  const { world, tab } = shown();
  act(() => tab.publish('hello'));
  act(() => tab.sign());
  act(() => {
    for (const delivery of world.deliveries.slice()) world.answer(delivery, 'rejected', 'no');
    tab.broadcast('none');
  });
  expect(screen.getByText('Failed to publish note')).toBeTruthy();
  fireEvent.click(button('Send again'));
  expect([new Set(world.deliveries.map(({ event }) => event.id)).size, tab.signer.requests.length]).toEqual([1, 1]);
  fireEvent.click(button('Discard'));
  expect(screen.getByText('Nothing is on its way')).toBeTruthy();
});

test("PUBLISH-02 'Note not signed' stands at what was refused; asked again, a signature is wanted anew", () => {
  const { tab } = shown();
  act(() => tab.publish('hello'));
  act(() => tab.refuse());
  expect(screen.getByText('Note not signed')).toBeTruthy();
  fireEvent.click(button('Send again'));
  expect(tab.prompts()).toHaveLength(1);
});
