import type { AnyActorRef } from 'xstate';
import { isRecord } from '../../../events/core/json.ts';
import { isRef } from '../../../machines/core/refs.ts';

/**
 * Return the actors that the components around an element read, the nearest first: those in their
 * props, and in the dependencies of their hooks. React keeps both with the element, under a name of
 * its own. Without them the result is empty.
 */
export function drawnBy(element: Element): readonly AnyActorRef[] {
  const name = Object.keys(element).find((key) => key.startsWith('__reactFiber$'));
  const found = new Set<AnyActorRef>();
  let fiber: unknown = name === undefined ? undefined : Reflect.get(element, name);
  while (isRecord(fiber)) {
    const { memoizedProps: props } = fiber;
    for (const one of [...(isRecord(props) ? Object.values(props) : []), ...dependencies(fiber)])
      if (typeof one === 'object' && one !== null && isRef(one)) found.add(one);
    fiber = fiber['return'];
  }
  return [...found];
}

/** Values on which the hooks of a component depend. Hooks are a linked list. */
function dependencies({ memoizedState }: Readonly<Record<string, unknown>>): readonly unknown[] {
  const found: unknown[] = [];
  for (let hook = memoizedState; isRecord(hook) && 'next' in hook; hook = hook['next']) {
    const { memoizedState: kept } = hook;
    // of `useMemo` and `useCallback`: the value, and the dependencies
    if (Array.isArray(kept) && Array.isArray(kept[1])) found.push(...kept[1]);
  }
  return found;
}
