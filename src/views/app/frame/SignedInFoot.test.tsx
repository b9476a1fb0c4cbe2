// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { A, B } from '../../../../tests/support/account/session-world.ts';
import { verified } from '../../../../tests/support/connection/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { MenuBox } from '../../ui/controls/Menu.tsx';

afterEach(cleanup);

test.each([A, ''])(
  'BEYOND-12 the other accounts of this browser have their names; current: %s',
  async (current) => {
    await fetchViews('/help');
    await MenuBox.preload();
    const page = await renderedAccount('/help', {
      accounts: [
        { pubkey: A, method: 'extension' },
        { pubkey: B, method: 'extension' },
      ],
      current,
    });
    if (current === '') await page.click(screen.getAllByRole('button', { name: 'Sign in' })[0]!);
    const asked = page.socket
      .open()
      .flatMap(({ query: { verb, payload } }) =>
        verb === 'user_infos' ? [payload?.['pubkeys']] : [],
      );
    expect(asked).toContainEqual(current === '' ? [A, B] : [B]);
    const content = JSON.stringify({ name: 'Nell Frost' });
    const profile = verified({ id: '1'.repeat(64), kind: 0, pubkey: B, content });
    await page.settle(() => page.answer('user_infos', { events: [profile] }));
    if (current === '') expect(screen.getByText('Nell Frost')).toBeTruthy();
    else {
      fireEvent.click(screen.getByRole('button', { name: 'Account' }));
      expect(screen.getByRole('menuitem', { name: 'Switch to Nell Frost' })).toBeTruthy();
    }
    page.close();
  },
);
