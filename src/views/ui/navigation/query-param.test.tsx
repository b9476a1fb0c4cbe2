// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useQueryParam } from './query-param.ts';

afterEach(cleanup);

test('a parameter is read from the address and changed in place, beside the others', () => {
  const Page = () => {
    const [tab, setTab] = useQueryParam('tab');
    return (
      <>
        <p>{tab ?? 'none'}</p>
        <button type="button" onClick={() => setTab('a&b')}>
          set
        </button>
        <button type="button" onClick={() => setTab(undefined)}>
          clear
        </button>
      </>
    );
  };
  const router = createMemoryRouter([{ path: '/p/:id', Component: Page }], {
    initialEntries: ['/p/x?lang=en#top'],
  });
  render(<RouterProvider router={router} />);
  const at = () =>
    `${router.state.location.pathname}${router.state.location.search}${router.state.location.hash}`;
  expect(screen.getByText('none')).toBeDefined();
  fireEvent.click(screen.getByText('set'));
  expect(screen.getByText('a&b')).toBeDefined();
  expect([at(), router.state.historyAction]).toEqual(['/p/x?lang=en&tab=a%26b#top', 'REPLACE']);
  fireEvent.click(screen.getByText('clear'));
  expect(at()).toBe('/p/x?lang=en#top');
});
