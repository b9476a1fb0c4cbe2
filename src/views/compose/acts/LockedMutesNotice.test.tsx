// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { A } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { seconds } from '../../../events/core/time.ts';
import { KIND } from '../../../events/nostr/kinds.ts';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => world?.close());
beforeAll(() => fetchViews('/home', '/search', '/bookmarks'));

test.each(['/home', '/search/boats', '/bookmarks'])(
  'ACCOUNT-20 %s says that locked private mutes are not applied, and opens them',
  async (path) => {
    world = await renderedAccount(path);
    const { settle, versions } = world;
    expect(screen.queryByText('Private mutes are not applied yet.')).toBeNull();
    const muted = trusted({
      pubkey: A,
      kind: KIND.MuteList,
      content: 'encrypted',
      created_at: seconds(5),
    });
    await settle(() =>
      versions.lives[0]?.report({ type: 'versions.found', events: [muted], now: seconds(300) }),
    );
    expect(screen.getByText('Private mutes are not applied yet.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Open it' })).toBeTruthy();
  },
);
