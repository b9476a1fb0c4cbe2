import { expect, test } from 'vitest';
import { shownAs } from './shown-as.ts';

test('DM-09 TRUST-08 fetched files are shown only if their type can contain no script or address', () => {
  const shown = { 'image/png': 'image', 'video/mp4': 'video', 'audio/x-m4a': 'audio' };
  for (const [type, as] of Object.entries(shown)) expect(shownAs(type)).toBe(as);
  for (const type of ['image/svg+xml', 'audio/mpegurl', 'text/html', 'toString', ''])
    expect(shownAs(type)).toBe('download');
});
