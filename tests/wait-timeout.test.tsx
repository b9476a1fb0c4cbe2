// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

/** Longer than the default timeout of each tool, a second. */
const LATE = 1_100;

test('E-48 each wait tool waits more than a second, for slow machines', async () => {
  const from = performance.now();
  const hasCome = () => expect(performance.now() - from).toBeGreaterThan(LATE);
  await Promise.all([
    vi.waitFor(hasCome),
    waitFor(hasCome),
    expect.poll(() => performance.now() - from).toBeGreaterThan(LATE),
  ]);
});
