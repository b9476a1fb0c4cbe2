import { expect, test } from 'vitest';
import { readVerifiedAddress } from './verified-address.ts';

const read = (text: string) => {
  const found = readVerifiedAddress(text);
  return found && `${found.name}@${found.domain}`;
};

test('PROFILE-01 an address is a name at a domain, or a domain alone', () => {
  expect(read(' Ann@Town.Example ')).toBe('ann@town.example');
  expect(read('town.example')).toBe('_@town.example');
  expect(read('a.b-c_9@x-y.example:8443')).toBe('a.b-c_9@x-y.example:8443');
  expect(read('ann@localhost')).toBe('ann@localhost');
  expect(read('ann@localhost:80')).toBe('ann@localhost:80');
  expect(read(`${'a'.repeat(64)}@town.example`)).toBe(`${'a'.repeat(64)}@town.example`);
  expect(read(`ann@${'a'.repeat(63)}.example`)).toBe(`ann@${'a'.repeat(63)}.example`);
  expect(read('ann@town.example:12345')).toBe('ann@town.example:12345');
});

test('PROFILE-01 E-24 anything else is no address', () => {
  const label = 'a'.repeat(63);
  const bad = [
    '',
    'ann@',
    '@town.example',
    'ann@town',
    'ann@town.example@x.example',
    'än@town.example',
    'a n@town.example',
    'ann@-town.example',
    'ann@town-.example',
    'ann@town..example',
    'ann@töwn.example',
    'ann@town.example:',
    'ann@town.example:x',
    'ann@town.example:123456',
    'ann@town.example:80:80',
    `${'a'.repeat(65)}@town.example`,
    `ann@${label}a.example`,
    `ann@${Array.from({ length: 4 }, () => label).join('.')}`,
  ];
  for (const text of bad) expect([text, read(text)]).toEqual([text, undefined]);
});
