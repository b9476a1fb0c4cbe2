import { vi } from 'vitest';
import { keepEarlyKeys as keep } from '../../../src/adapters/app/early-keys.ts';

/** Keep early keys until the returned function is called. Test files share a window. */
export function keepEarlyKeys(page: Window): () => void {
  const add = vi.spyOn(page, 'addEventListener');
  keep(page);
  const added = add.mock.calls.map((call) => [...call] as const);
  add.mockRestore();
  return () => {
    for (const call of added) page.removeEventListener(...call);
    page.earlyKeys = undefined;
  };
}
