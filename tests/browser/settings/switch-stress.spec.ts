import { getPublicKey } from 'nostr-tools';
import { npubOf } from '../../../src/events/nostr/nip19.ts';
import { secretKey } from '../../support/events/signed.ts';
import { enterKey, neighbourhood, pubkeyOfJun, signIn } from '../support/pages/account.ts';
import { note, profile } from '../support/service/village.ts';
import { expect, LONG, test } from '../support/test.ts';

const RIO = 41;
const SWITCHES = 500;

/** Actors of the app, as React holds them in its tree. */
interface Actor {
  readonly send: (event: object) => void;
  readonly getSnapshot: () => {
    readonly children: Readonly<Record<string, Actor>>;
    readonly context: { readonly session?: Actor };
  };
}

test('ACCESS-05 ACCOUNT-15 500 switches of language, account, theme and screen raise no error', {
  tag: LONG,
}, async ({ page, house }) => {
  test.slow();
  const root = note('What is opened.', { ago: 900 });
  const site = await house(
    neighbourhood(
      profile(RIO, { name: 'rio' }),
      root,
      ...[1, 2, 3].map((at) => note(`Reply ${at}`, { key: 3, tags: [['e', root.id, '', 'root']] })),
    ),
  );
  // React reports an error from which it recovered with its cause
  await page.addInitScript(() => {
    const errors: string[] = [];
    Object.assign(window, { errors });
    addEventListener('error', ({ error, message }) => {
      // a notice about layout, without an error
      if (error === null || error === undefined) return;
      const { cause } = Object(error);
      errors.push(`${message}; ${String(Object(cause).message)} ${String(Object(cause).stack)}`);
    });
  });
  await signIn(page, site);
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add an account' }).click();
  await enterKey(page, secretKey(RIO));
  await expect(page.getByText('Signed in', { exact: true }).last()).toBeVisible();

  const accounts = [pubkeyOfJun(), getPublicKey(secretKey(RIO))];
  const paths = [
    '/home',
    `/e/${root.id}`,
    `/p/${npubOf(accounts[0] ?? '')}`,
    '/settings/appearance',
    '/settings/zaps',
    '/notifications',
    '/explore',
    '/dms',
    '/reads',
    '/settings/network',
  ];
  const errors = await page.evaluate(
    async ({ accounts, paths, count }) => {
      const isActor = (value: unknown): value is Actor =>
        typeof Object(value).send === 'function' && typeof Object(value).getSnapshot === 'function';
      const place = Object(document.getElementById('root'));
      const key = Object.keys(place).find((name) => name.startsWith('__reactContainer$')) ?? '';
      let app: Actor | undefined;
      for (let fiber = place[key]; fiber && !app; fiber = fiber.child)
        if (isActor(fiber.memoizedProps?.app)) app = fiber.memoizedProps.app;
      if (!app) throw new Error('the app was not found');
      let seed = 7;
      const any = (below: number) => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed % below;
      };
      for (let turn = 0; turn < count; turn++) {
        const { settings, account } = app.getSnapshot().children;
        const change = [
          () =>
            settings?.send({
              type: 'settings.change',
              change: { language: ['en', 'de', 'ar'][any(3)] },
            }),
          () =>
            account
              ?.getSnapshot()
              .context.session?.send({ type: 'session.switch', pubkey: accounts[any(2)] }),
          () =>
            settings?.send({
              type: 'settings.change',
              change: { theme: ['ice', 'midnight', 'sunset'][any(3)] },
            }),
          () => {
            history.pushState(null, '', paths[any(paths.length)]);
            dispatchEvent(new PopStateEvent('popstate'));
          },
        ][any(4)];
        change?.();
        // sometimes the next change arrives while this one is being drawn
        const pause = [0, 0, 1, 5, 20, 60][any(6)] ?? 0;
        if (pause > 0 || any(2) === 0) await new Promise((resolve) => setTimeout(resolve, pause));
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return Reflect.get(window, 'errors');
    },
    { accounts, paths, count: SWITCHES },
  );
  expect(errors).toEqual([]);
  await page.goto(`${site.url}/settings/appearance`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
