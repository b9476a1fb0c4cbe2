import { act, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { AppProvider } from '../../../src/views/ui/hooks/app-context.ts';
import { elapse } from '../machines/clock.ts';
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

/**
 * Start the app of a user who signs with an extension, and run it until the code of the account is
 * loaded. Nothing is rendered.
 */
export async function runningAccount(
  pubkey: string,
  provided?: Parameters<typeof accountApp>[1],
): Promise<ReturnType<typeof accountApp>> {
  const fake = accountApp({ pubkey, method: 'extension' }, provided);
  fake.app.start();
  act(() => fake.socket.connect());
  await act(async () => elapse(fake.clock, 2_000, 250));
  await act(async () => undefined);
  return fake;
}
