import { expect, test } from 'vitest';
import { KIND, RESULT } from '../../src/events/nostr/kinds.ts';
import { inlineKinds } from '../../scripts/build/inline-kinds.ts';
import { inlineTimes } from '../../scripts/build/inline-times.ts';

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

test('units of time are removed from the built code', () => {
  expect(
    made(
      inlineTimes(),
      'a(seconds(1), inMillis(b), c.seconds(2), toSeconds(d), nowMillis(), $millis(3))',
    ),
  ).toBe('a((1), (b), c.seconds(2), toSeconds(d), nowMillis(), $millis(3))');
});

test('a call on several lines leaves no trailing comma in the built code', () => {
  expect(made(inlineTimes(), 'a(seconds(\n  max(b, c),\n), millis(seconds(d,),))')).toBe(
    'a((\n  max(b, c)\n), ((d)))',
  );
});
