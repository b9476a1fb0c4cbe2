import { expect, test } from 'vitest';
import { KIND, RESULT } from '../../src/events/nostr/kinds.ts';
import { inlineKinds } from '../../scripts/build/inline-kinds.ts';

/** Return the code that a build plugin makes of the given code. */
function made(plugin: ReturnType<typeof inlineKinds>, code: string): string {
  const { transform } = plugin;
  if (typeof transform !== 'object') throw new Error('it changes nothing');
  const result: unknown = Reflect.apply(transform.handler, undefined, [code]);
  return Object(result).code;
}

test('a known kind becomes its number, and an unknown one stays', () => {
  expect(
    made(inlineKinds(), 'a(KIND.Text, RESULT.Range, KIND[name], MY_KIND.Text, KIND.nothing)'),
  ).toBe(`a(${KIND.Text}, ${RESULT.Range}, KIND[name], MY_KIND.Text, KIND.nothing)`);
});
