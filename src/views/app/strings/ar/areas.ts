import type { Loaders } from '../areas.ts';
import { main } from './main.ts';

/** The areas that have Arabic words. Arabic is offered once it has all of them (`OFFERED` in `events/settings/language.ts`). */
export const arabic: Partial<Loaders> = {
  // what everybody needs first comes with this list
  main: () => Promise.resolve(main),
  door: () => import('./door.ts').then(({ door }) => door),
  foot: () => import('./foot.ts').then(({ foot }) => foot),
  settings: () => import('./settings.ts').then(({ settings }) => settings),
};
