// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { SearchField } from './SearchField.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function setUp() {
  const Page = () => (
    <>
      <SearchField />
      <textarea aria-label="Note" />
    </>
  );
  const router = createMemoryRouter([{ path: '*', Component: Page }]);
  render(<RouterProvider router={router} />);
  return { router, field: screen.getByRole('searchbox', { name: 'Search' }) };
}

test('what is typed leads to its own address, with every sign kept', () => {
  const { router, field } = setUp();
  fireEvent.change(field, { target: { value: ' bread & salt/100% ' } });
  fireEvent.submit(screen.getByRole('search'));
  expect(router.state.location.pathname).toBe('/search/bread%20%26%20salt%2F100%25');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '  ' } });
  fireEvent.submit(screen.getByRole('search'));
  expect(router.state.location.pathname).toBe('/search');
});

test('a slash brings the focus to the search, but not from where one types', () => {
  const { field } = setUp();
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
  fireEvent.keyDown(screen.getByLabelText('Note'), { key: '/' });
  expect(document.activeElement).not.toBe(field);
  fireEvent.keyDown(document.body, { key: '/', ctrlKey: true });
  expect(document.activeElement).not.toBe(field);
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(field);
});
