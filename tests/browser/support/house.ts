/** A service in a process of its own: the first argument is its order as JSON; it ends when whoever started it goes away. */
import { putMembers } from '../../../service/cache/members.ts';
import { startService } from '../../../service/start.ts';
import type { DemoAccount } from '../../../service/town/town.ts';
import { INTERNET } from '../../../service/network.ts';
import { readOrder } from './order.ts';

let demo: readonly DemoAccount[] = [];
const { peers = [], ...order } = readOrder(process.argv[2]);
const ports = peers.map(String);
const service = await startService({
  ...order,
  ...(ports.length > 0 ? { network: { ...INTERNET, isPrivate: (host: string) => host !== '127.0.0.1', ports } } : {}),
  onDemo: (accounts) => {
    demo = accounts;
  },
});
const dates = { premiumSince: 1_700_000_000, legendSince: undefined, expiresOn: undefined };
const badge = { cohort1: 'Premium', cohort2: '', style: '', customBadge: false, avatarGlow: false, shoutout: '' };
putMembers(
  service.store,
  order.premium.map((pubkey) => ({ pubkey, name: undefined, tier: 'premium', ...dates, ...badge })),
);
process.on('disconnect', () => void service.stop().then(() => process.exit(0)));
process.send?.({ url: service.url, demo });
