// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { accountScreen } from '../../../../tests/support/account/account-screen.tsx';
import { seconds } from '../../../events/core/time.ts';
import { VersionsScreen } from './VersionsScreen.tsx';

afterEach(cleanup);

test('BEYOND-02 no version is said to be seen only once the stored ones were read', async () => {
  const { versions } = accountScreen('a'.repeat(64), <VersionsScreen />);
  await act(async () => undefined);
  expect(screen.getByRole('combobox')).toBeTruthy();
  expect(screen.queryByText('No version seen yet')).toBeNull();
  const [store] = versions.lives;
  act(() => store?.report({ type: 'versions.found', events: [], now: seconds(300) }));
  expect(screen.getByText('No version seen yet')).toBeTruthy();
});
