// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { bareAddresses } from './bare-addresses.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

test('ACCESS-05 an address without a direction of its own is found (planted)', () => {
  document.body.innerHTML = `
    <p>127.0.0.1:4899/mint</p><p>wss://relay.example/</p><p>_@home.example</p><p>[::1]:7777</p>
    <p><bdi>a.example</bdi></p><p dir="auto">b.example</p><code>c.example</code>
    <p>1.5</p><p>0.1.0</p><p>One sentence.</p><p>d.example is a relay</p><p><span dir="ltr">e.example</span></p>`;
  expect(bareAddresses(document.body)).toEqual([
    '127.0.0.1:4899/mint',
    'wss://relay.example/',
    '_@home.example',
    '[::1]:7777',
  ]);
});
