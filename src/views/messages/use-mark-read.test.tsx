// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useLookedAt } from './use-mark-read.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Screen({
  actor,
  peer,
}: {
  readonly actor: Parameters<typeof useLookedAt>[0];
  readonly peer: string | undefined;
}) {
  useLookedAt(actor, peer);
  return null;
}

test('DM-02 DM-04 messages that arrive while the page is hidden stay unread until it is visible', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  const send = vi.fn<(event: object) => void>();
  const actor = { send };
  const looked = () =>
    send.mock.calls.splice(0).map(([event]) => ('peer' in event ? event.peer : event));
  const turn = (isHidden: boolean) => {
    hidden.mockReturnValue(isHidden);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  const { rerender, unmount } = render(<Screen actor={actor} peer="ann" />);
  expect(looked()).toEqual(['ann']);
  turn(true);
  expect(looked()).toEqual([undefined]);
  rerender(<Screen actor={actor} peer="ben" />);
  expect(looked()).toEqual([]);
  turn(false);
  expect(looked()).toEqual(['ben']);
  unmount();
  expect(looked()).toEqual([undefined]);
});
