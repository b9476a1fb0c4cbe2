import { expect, test } from 'vitest';
import { scriptUrlPolicy } from './script-url.ts';

const ORIGIN = 'https://starling.example';

test('E-12 only scripts of the page’s own origin pass, with and without Trusted Types', () => {
  const names: string[] = [];
  const trustedTypes: NonNullable<Window['trustedTypes']> = {
    createPolicy: (name, rules) => (names.push(name), rules),
  };
  for (const policy of [scriptUrlPolicy({ trustedTypes }, ORIGIN), scriptUrlPolicy({}, ORIGIN)]) {
    for (const own of ['/assets/a.js', `${ORIGIN}/assets/a.js`, 'a.js'])
      expect(policy.createScriptURL(own)).toBe(own);
    for (const other of [
      'https://evil.example/a.js',
      '//evil.example/a.js',
      'data:text/javascript,1',
      'blob:https://evil.example/1',
      'javascript:1',
      `blob:${ORIGIN}/1`,
      'http://starling.example/a.js',
    ])
      expect(() => policy.createScriptURL(other)).toThrow(TypeError);
  }
  expect(names).toEqual(['starling']);
});

test('a page creates its policy once, for any number of workers', () => {
  let asked = 0;
  const trustedTypes = {
    createPolicy: (_: string, rules: { createScriptURL: (url: string) => string }) => {
      asked++;
      return rules;
    },
  };
  const page = { trustedTypes };
  expect(scriptUrlPolicy(page, 'https://app.example')).toBe(
    scriptUrlPolicy(page, 'https://app.example'),
  );
  expect(asked).toBe(1);
});
