import { accountFeatures } from '../../../src/machines/app/features.ts';
import { LOADERS } from '../../../src/machines/app/recording/replayed-app.ts';
import { elapse } from '../machines/clock.ts';
import { actorAt } from '../views/rendered-app.tsx';
import { accountApp } from './account-app.ts';
import { A } from './session-world.ts';

/** Wait for fetched code and promises. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Start as a visitor with all fetched features, and sign in with an extension. */
export async function signedInApp(more: Partial<Parameters<typeof accountFeatures>[0]> = {}) {
  const fake = accountApp(undefined, {}, (provided) =>
    accountFeatures({ ...provided, ...LOADERS, ...more }),
  );
  const { app, clock, socket, session } = fake;
  app.start();
  socket.connect();
  actorAt(app, 'account').send({ type: 'account.signIn' });
  await settle();
  actorAt(app, 'account', 'session', 'login').send({ type: 'login.extension' });
  await session.promises.answer({ pubkey: A });
  await settle();
  elapse(clock, 3_000);
  return fake;
}
