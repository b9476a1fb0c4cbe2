// @vitest-environment jsdom
import { basename } from 'node:path';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { SCREENS as PRELOADED } from '../../scripts/build/chunks.ts';
import { SCREENS } from '../../src/views/app/screens.ts';

test.each(Object.entries(PRELOADED))(
  'ROUTE-20 of a page opened at /%s the files of the screen that is drawn there are fetched first',
  async (word, file) => {
    const patterns = SCREENS.map((screen) => ({ path: `/${screen.path}`, handle: screen }));
    // some patterns need a second segment, some have none
    const matched = [`/${word}/x`, `/${word}`].map(
      (path) => matchRoutes(patterns, path)?.at(-1)?.route.handle,
    );
    const found = matched.find((screen) => screen?.path.split('/')[0] === word);
    expect((await found?.load())?.Component.name).toBe(basename(file, '.tsx'));
  },
);
