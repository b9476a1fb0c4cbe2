import { expect, test } from 'vitest';
import { isSameService, ownOrigin } from './same-service.ts';

const same = (one: string, other: string) => isSameService(new URL(one), new URL(other));

test('E-24 a service on this machine is one under all names of the machine, on its own port only', () => {
  const home = 'http://127.0.0.1:4870';
  const own = ['http://localhost:4870/x', 'ws://[::1]:4870', 'http://127.0.0.2:4870', home];
  expect(own.filter((address) => same(address, home) && same(home, address))).toEqual(own);
  const others = [
    'http://localhost:4871',
    'http://localhost',
    'http://localhost.example:4870',
    'http://192.168.0.1:4870',
    'https://town.example:4870',
  ];
  expect(others.filter((address) => same(address, home))).toEqual([]);
  expect(same('http://localhost', 'https://town.example')).toBe(false);
});

test('E-43 the host of an address gets the scheme of the page only if it is the service of the page', () => {
  const home = 'http://localhost:4870';
  expect(ownOrigin('127.0.0.1:4870', home)).toBe('http://127.0.0.1:4870');
  expect(ownOrigin('town.example', 'https://town.example')).toBe('https://town.example');
  const hosts = ['127.0.0.1:9', 'x@127.0.0.1:4870', '127.0.0.1:4870/x', 'LOCALHOST:4870', '', '['];
  expect(hosts.flatMap((host) => ownOrigin(host, home) ?? [])).toEqual([]);
  expect(ownOrigin('127.0.0.1', 'https://town.example')).toBeUndefined();
});
