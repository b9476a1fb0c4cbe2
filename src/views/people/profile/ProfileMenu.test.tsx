// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { fakeApp, withAccount } from '../../../../tests/support/views/fake-app.ts';
import { openPage, settle } from '../../../../tests/support/views/rendered-app.tsx';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import { MemoryRouter } from 'react-router';

const [ME, IRIS] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];

test('PROFILE-06 Report opens its question also before the account’s code is loaded', async () => {
  const close = openPage();
  const { app } = fakeApp(
    { account: { pubkey: ME, method: 'extension' } },
    withAccount(() => new Promise(() => undefined)),
  );
  onTestFinished(() => {
    close();
    app.stop();
  });
  app.start();
  act(
    () =>
      void render(
        <AppProvider app={app}>
          <MemoryRouter>
            <ProfileMenu pubkey={IRIS} />
          </MemoryRouter>
        </AppProvider>,
      ),
  );
  await settle(() => void fireEvent.click(screen.getByRole('button', { name: 'More' })));
  await settle(() => void fireEvent.click(screen.getByRole('menuitem', { name: 'Report' })));
  const { dialogs } = app.getSnapshot().children;
  expect(dialogs?.getSnapshot().context).toMatchObject({
    queue: [{ question: { code: 'report', pubkey: IRIS } }],
  });
});
