import type { Loaders } from '../areas.ts';

/** The areas that have German words. German is offered once it has all of them (`OFFERED` in `events/settings/language.ts`). */
export const german: Partial<Loaders> = {
  main: () => import('./main.ts').then(({ main }) => main),
  door: () => import('./door.ts').then(({ door }) => door),
  foot: () => import('./foot.ts').then(({ foot }) => foot),
  settings: () => import('./settings.ts').then(({ settings }) => settings),
};
