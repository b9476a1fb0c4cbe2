/** A service in a process of its own: the first argument is its order as JSON; it ends when whoever started it goes away. */
import { startService } from '../../../service/start.ts';
import type { DemoAccount } from '../../../service/town/town.ts';
import { readOrder } from './order.ts';

let demo: readonly DemoAccount[] = [];
const service = await startService({
  ...readOrder(process.argv[2]),
  onDemo: (accounts) => {
    demo = accounts;
  },
});
process.on('disconnect', () => void service.stop().then(() => process.exit(0)));
process.send?.({ url: service.url, demo });
