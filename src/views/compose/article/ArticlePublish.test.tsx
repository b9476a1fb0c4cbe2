// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { order } from '../../../../tests/support/publish/article-steps.ts';
import { articleWorld, ME } from '../../../../tests/support/publish/article-world.ts';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { ArticlePublish } from './ArticlePublish.tsx';
import { ArticleContext } from './use-article-edit.ts';

withTopLayer();
afterEach(cleanup);

const OFFLINE = 'You are offline. Try again when you are back.';

/** The dialog over a real editor whose article is on its way to the relay. */
async function ordered() {
  const world = articleWorld();
  const tab = world.open(world.device('a'));
  tab.begin(undefined, true);
  await world.settle();
  tab.write('a text');
  await world.wait(200);
  const { app } = fakeApp();
  app.start();
  render(
    <MemoryRouter>
      <AppProvider app={app}>
        <ArticleContext value={tab.child()}>
          <ArticlePublish account={ME} />
        </ArticleContext>
      </AppProvider>
    </MemoryRouter>,
  );
  await act(() => order(world, tab));
  return {
    said: () => screen.getByRole('status').textContent,
    network: (on: boolean) =>
      act(() => app.send({ type: on ? 'network.wentOnline' : 'network.wentOffline' })),
    answer: (outcome: 'refused' | 'unreachable') =>
      act(async () => {
        if (outcome === 'refused') tab.accept(false, 'blocked: members only');
        else tab.miss();
        await world.settle();
      }),
  };
}

test('COMPOSE-06 PUBLISH-02 a refusal of an article is shown in the words of the relay, also offline', async () => {
  const { said, network, answer } = await ordered();
  await answer('refused');
  const refused =
    'Not published. Your draft is safe. one.example doesn’t accept this from you. It says: members only';
  expect(said()).toBe(refused);
  network(false);
  expect(said()).toBe(refused);
});

test('COMPOSE-06 CACHE-02 an article that reached no relay asks for another try only offline', async () => {
  const { said, network, answer } = await ordered();
  network(false);
  await answer('unreachable');
  expect(said()).toBe(OFFLINE);
  network(true);
  expect(said()).toBe('Not published. Your draft is safe. None of your relays can be reached.');
});
