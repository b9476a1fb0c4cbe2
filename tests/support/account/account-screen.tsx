import { act, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { AppProvider } from '../../../src/views/ui/hooks/app-context.ts';
import { accountApp } from './account-app.ts';

/** Render a view at `path` for a user who signs with an extension. The test plays every port. */
export function accountScreen(pubkey: string, view: ReactElement, path = '/') {
  const fake = accountApp({ pubkey, method: 'extension' });
  fake.app.start();
  act(() => fake.socket.connect());
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter initialEntries={[path]}>{view}</MemoryRouter>
    </AppProvider>,
  );
  return fake;
}
