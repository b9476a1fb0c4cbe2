import { act, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { AppProvider } from '../../../src/views/ui/hooks/app-context.ts';
import { accountApp } from './account-app.ts';

/** A view for somebody who signs with an extension, as it is first drawn at that path; the test plays every port. */
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
