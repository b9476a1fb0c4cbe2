// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { keepMediaHere } from './media-policy.ts';

const policies = () =>
  [...document.head.querySelectorAll('meta')].map(({ httpEquiv, content }) => [httpEquiv, content]);

afterEach(() => {
  document.head.replaceChildren();
  delete document.documentElement.dataset['media'];
});

test('TRUST-08 a page whose pictures come from its own service allows no other source', () => {
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
