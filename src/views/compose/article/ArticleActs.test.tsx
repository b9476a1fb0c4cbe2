// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { runningAccount } from '../../../../tests/support/account/account-screen.tsx';
import { articleWorld, ME } from '../../../../tests/support/publish/article-world.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import type { PictureEvent } from '../../../machines/media/upload/picture.machine.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { ArticleActs } from './ArticleActs.tsx';
import { ArticleContext } from './use-article-edit.ts';

withTopLayer();
afterEach(cleanup);

test('COMPOSE-06 MEDIA-01 an article is not published while its cover is still uploading', async () => {
  const world = articleWorld();
  const tab = world.open(world.device('a'));
  tab.begin(undefined, true);
  await world.settle();
  tab.write('a text');
  await world.wait(200);
  const { app } = await runningAccount(ME);
  const { account } = app.getSnapshot().children;
  await act(async () =>
    account?.send({ type: 'account.intent', intent: { type: 'picture.open' } }),
  );
  const picture = (event: PictureEvent) =>
    act(() => account?.getSnapshot().context.scope?.getSnapshot().children['picture']?.send(event));
  render(
    <MemoryRouter>
      <AppProvider app={app}>
        <ArticleContext value={tab.child()}>
          <ArticleActs isPreview={false} isUploading={false} failed={0} onPreview={() => {}} />
        </ArticleContext>
      </AppProvider>
    </MemoryRouter>,
  );
  const publish = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' });
  const isFree = () => [publish().disabled, publish().title];
  const before = isFree();
  const add = { files: [], tier: 'none', told: undefined, servers: undefined, mirrors: undefined };
  picture({ type: 'picture.upload', field: 'cover', add: { ...add, tier: 'none' } });
  expect([before, isFree()]).toEqual([
    [false, ''],
    [true, 'A picture is still uploading. Wait for it or remove it first.'],
  ]);
  picture({ type: 'picture.cancel' });
  expect(isFree()).toEqual(before);
});
