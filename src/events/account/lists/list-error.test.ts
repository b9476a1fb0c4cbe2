import { expect, test } from 'vitest';
import { seconds } from '../../core/time.ts';
import type { Unknown } from './list-base.ts';
import { listErrorOf, listErrorMessage, type ListError, unknownMessage } from './list-error.ts';
import { follow } from './list-intents.ts';

const KEY = 'a1'.repeat(32);
const UNREADABLE: Unknown = { reason: 'unreadable', sources: ['wss://r.example'] };
const CLOCK: Unknown = { reason: 'clock', dated: seconds(1_800_000_000) };
const SILENCE: Unknown = { reason: 'silence' };

test('ACCOUNT-09 a missing base is a network fault, or names who answered wrongly', () => {
  expect([SILENCE, UNREADABLE, CLOCK].map(listErrorOf)).toEqual(['network', 'unreadable', 'clock']);
  expect(unknownMessage('profile', SILENCE)).toBeUndefined();
  expect(unknownMessage('profile', UNREADABLE)).toEqual({
    code: 'list.unreadable',
    params: { list: 'profile', sources: ['wss://r.example'] },
  });
  expect(unknownMessage('follows', CLOCK)).toEqual({
    code: 'list.clock',
    params: { list: 'follows', dated: 1_800_000_000 },
  });
});

test('ACCOUNT-09 a network fault names the request: to follow, to unfollow, or another change', () => {
  const [on, off] = [follow(KEY), follow(KEY, false)];
  const act = (list: 'follows' | 'mutes', intents: readonly (typeof on)[], fault: ListError) =>
    listErrorMessage(list, intents, fault).params;
  expect(act('follows', [on], 'network')).toEqual({ list: 'follows', act: 'follow' });
  expect(act('follows', [off], 'pending')).toEqual({ list: 'follows', act: 'unfollow' });
  expect(act('follows', [on, off], 'unpublished')).toEqual({ list: 'follows', act: 'follow' });
  expect(act('mutes', [off], 'network')).toEqual({ list: 'mutes', act: 'change' });
  expect(act('follows', [off], 'unreadable')).toEqual({ list: 'follows', act: 'unfollow' });
  for (const fault of ['network', 'pending', 'unpublished'] as const)
    expect(listErrorMessage('mediaServers', [on], fault)).toEqual({ code: 'list.serversFailed' });
});

test('ACCOUNT-09 any other fault has its own message', () => {
  const message = (fault: ListError, why?: Unknown) => listErrorMessage('mutes', [], fault, why);
  expect(message('unreadable', UNREADABLE)).toEqual(unknownMessage('mutes', UNREADABLE));
  expect(message('clock', CLOCK)).toEqual(unknownMessage('mutes', CLOCK));
  expect(message('oneself')).toEqual({ code: 'list.oneself' });
  expect(message('no-entry')).toEqual({ code: 'list.noEntry', params: { list: 'mutes' } });
  for (const fault of [
    'unsigned',
    'secret',
    'sealed',
    'breach',
    'busy',
    'unserial',
    'contested',
  ] as const)
    expect(message(fault)).toEqual({ code: `list.${fault}`, params: { list: 'mutes' } });
});
