// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { keepMediaHere } from './media-policy.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../index.html'), 'utf8');
const [META = ''] = /<meta[^>]*media-policy[^>]*>/.exec(PAGE) ?? [];
const policies = () =>
  [...document.head.querySelectorAll('meta[http-equiv]')].map((meta) => [
    meta.getAttribute('http-equiv'),
    meta.getAttribute('content'),
  ]);

afterEach(() => {
  document.head.replaceChildren();
  delete document.documentElement.dataset['media'];
});

test('TRUST-08 a page whose pictures come from its own service allows no other source', () => {
  document.head.innerHTML = META;
  const on = { local: { ownPictures: true }, mediaServer: location.origin };
  keepMediaHere({ ...on, local: { ownPictures: false } });
  keepMediaHere({ ...on, mediaServer: 'https://other.example' });
  keepMediaHere({ ...on, mediaServer: undefined });
  expect([policies(), document.documentElement.dataset['media']]).toEqual([[], undefined]);
  keepMediaHere(on);
  keepMediaHere(on);
  keepMediaHere({ ...on, local: { ownPictures: false } });
  expect(policies()).toEqual([
    ['Content-Security-Policy', "img-src 'self' data: blob:; media-src 'self' data: blob:"],
  ]);
  expect(document.documentElement.dataset['media']).toBe('only');
});
