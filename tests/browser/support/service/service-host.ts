/**
 * Runs several services in one process. Only the first has to wait until the code is loaded and the
 * client is packed. Ends when the parent process ends.
 */
import type { PlayConnection } from '../../../../service/money/wallet-connections.ts';
import { INTERNET } from '../../../../service/public-network.ts';
import { startService, type Service } from '../../../../service/start.ts';
import { openAssets } from '../../../../service/http/client/assets.ts';
import type { Store } from '../../../../service/store/store.ts';
import type { DemoAccount } from '../../../../town/town-target.ts';
import { DIST, type Answer, type Order, type Request } from './service-order.ts';

const DATES = { premiumSince: 1_700_000_000, legendSince: undefined, expiresOn: undefined };
const BADGE = {
  cohort1: 'Premium',
  cohort2: '',
  style: '',
  customBadge: false,
  avatarGlow: false,
  shoutout: '',
};
const assets = openAssets(DIST);
const running = new Map<number, Service<Store>>();

process.on('message', (request: Request) => {
  void answer(request).then((said) => process.send?.(said));
});
process.on(
  'disconnect',
  () =>
    void Promise.all([...running.values()].map((service) => service.stop())).then(() =>
      process.exit(0),
    ),
);

async function answer(request: Request): Promise<Answer> {
  const { id } = request;
  try {
    if ('order' in request) return { id, ...(await open(id, request.order)) };
    await running.get(id)?.stop();
    running.delete(id);
    return { id };
  } catch (error) {
    return { id, failed: String(error) };
  }
}

async function open(
  id: number,
  { premium, peers, ...order }: Order,
): Promise<Required<Pick<Answer, 'url' | 'demo' | 'wallets'>>> {
  let wallets: readonly PlayConnection[] = [];
  let demo: readonly DemoAccount[] = [];
  const ports = peers.map(String);
  const { cache, mediaCache, previews } = order;
  const isCommon = [cache, mediaCache, previews].every((each) => each === undefined);
  const service = await startService({
    // tests answer for the hosts of pictures in the browser, which the service cannot reach
    mediaCache: 0,
    previews: 'none',
    ...order,
    // a page with another caching service, copies or previews cannot share the common build
    ...(isCommon ? { assets } : { dist: DIST }),
    ...(ports.length > 0
      ? { network: { ...INTERNET, isPrivate: (host: string) => host !== '127.0.0.1', ports } }
      : {}),
    moods: true,
    onDemo: (accounts) => {
      demo = accounts;
    },
    onWallets: (connections) => {
      wallets = connections;
    },
  });
  running.set(id, service);
  await service.store.putMembers(
    premium.map((pubkey) => ({ pubkey, name: undefined, tier: 'premium', ...DATES, ...BADGE })),
  );
  return { url: service.url, demo, wallets };
}
