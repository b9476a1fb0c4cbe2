// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

/** Longer than each of the tools would wait by itself, a second. */
const LATE = 1_100;

test('E-48 what a busy machine brings after more than a second is waited for, by whichever tool', async () => {
  const from = performance.now();
  const hasCome = () => expect(performance.now() - from).toBeGreaterThan(LATE);
  await Promise.all([vi.waitFor(hasCome), waitFor(hasCome), expect.poll(() => performance.now() - from).toBeGreaterThan(LATE)]);
});
