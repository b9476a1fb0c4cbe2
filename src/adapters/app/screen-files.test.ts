// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { codeMeta } from '../../events/app/screen-preload.ts';
import { screenFiles } from './screen-files.ts';

test("ROUTE-20 a screen's files are those that the page names for any first word of its path", () => {
  document.head.innerHTML = `<meta name="${codeMeta('p')}" content="assets/a.js assets/a.css">`;
  expect(screenFiles(document, '/p/npub1x')).toEqual(['assets/a.js', 'assets/a.css']);
  for (const path of ['/', '/home', '/"]', '/constructor', '/../p', '', '//p'])
    expect(screenFiles(document, path)).toEqual([]);
});
