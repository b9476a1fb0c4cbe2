// @vitest-environment jsdom
import { profileEnglish } from '../../ui/strings/profile.ts';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { ProfileScreen } from './ProfileScreen.tsx';

withTopLayer();

test('CACHE-09 ACCOUNT-01 a visitor has no own profile (Missing pubkey); pending requests are cancelled', () => {
  const fake = fakeApp();
  fake.app.start();
  act(() => fake.socket.connect());
  act(() =>
    fake.app.getSnapshot().children.screens?.send({
      type: 'screen.opened',
      order: { kind: 'profile', key: 'profile' },
    }),
  );
  const profile = fake.app.getSnapshot().children.screens?.getSnapshot().children.profile;
  act(() => profile?.send({ type: 'profile.show', pubkey: 'a'.repeat(64) }));
  expect(fake.isAsked('user_profile')).toBe(true);
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter initialEntries={['/profile']}>
        <Routes>
          <Route path="/profile/:npub?" Component={ProfileScreen} />
        </Routes>
      </MemoryRouter>
    </AppProvider>,
  );
  expect(screen.getByText('You need to be signed in to perform this action')).toBeDefined();
  expect(profile?.getSnapshot().context).toMatchObject({
    pubkey: '',
    extras: { rejection: 'noPubkey' },
  });
  expect(profileEnglish.rejections.noPubkey).toBe('Missing pubkey');
  expect(profileEnglish.rejections.notFound).toContain('user not found');
  act(() => elapse(fake.clock, 10_000));
  expect(fake.isAsked('user_profile')).toBe(false);
});
