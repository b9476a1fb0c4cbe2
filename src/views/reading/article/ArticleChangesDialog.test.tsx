// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Changes } from './ArticleChangesDialog.tsx';

afterEach(cleanup);

const version = (content: string, ...topics: readonly string[]) => ({
  content,
  tags: [['title', 'Tides'], ...topics.map((topic) => ['t', topic])],
});
const said = (...[before, after]: ReadonlyArray<ReturnType<typeof version>>) =>
  before && after && render(<Changes before={before} after={after} />).container.textContent;

test('COMPOSE-08 THREAD-04 a comparison says whether nothing or only the tags of an article changed', () => {
  expect(said(version('The sea.', 'sea'), version('The sea.', 'sea'))).toBe(
    'Nothing is different.',
  );
  expect(said(version('The sea.'), version('The sea.', 'sea'))).toBe(
    'Title, summary and text are the same; only its tags changed.',
  );
  expect(said(version('The sea.'), version('The sea.\n\nThe land.'))).toContain('The land.');
});
