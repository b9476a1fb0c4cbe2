import { resolve } from 'node:path';
import { UnusableStore } from '../errors.ts';
import type { Running } from './running-services.ts';

interface Named {
  readonly data: string;
  readonly isDataNamed: boolean;
  readonly store: string | undefined;
}

/**
 * Return the store for an operator's command: the one on the command line, else that of the running
 * service. Throws `UnusableStore` if several run and the command line names none.
 */
export function chooseStore(
  { data, isDataNamed, store }: Named,
  running: readonly Running[],
): Running {
  const own = resolve(data);
  if (store !== undefined) return { data: own, store };
  if (isDataNamed) return running.find((each) => each.data === own) ?? { data: own, store };
  const [only, ...more] = running;
  if (more.length > 0)
    throw new UnusableStore(
      `several services run, name one of them: ${running.map((each) => `--data ${each.data}`).join(', ')}`,
    );
  return only ?? { data: own, store };
}
