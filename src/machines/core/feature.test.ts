import { expect, test } from 'vitest';
import { seconds } from '../../events/core/time.ts';
import { relayListMachine } from '../account/lists/relay-list.machine.ts';
import { mutualsMachine } from '../account/profile/mutuals.machine.ts';
import { feature, lazyFeature, type ReplyTo, type ScopeEvent, type ScopeRef } from './feature.ts';
import type { JobUpdate, OutboxStarted } from './outbox-protocol.ts';

/** The compiler checks these sends. They never run. */
function send(scope: ScopeRef, caller: ReplyTo<JobUpdate>, stranger: ReplyTo<OutboxStarted>) {
  scope.send({ type: 'outbox.retry', job: 'a', now: seconds(1), from: caller });
  scope.send({ type: 'relayList.changed', relays: [] });
  // @ts-expect-error no feature takes this name
  scope.send({ type: 'outbox.retryy', job: 'a', now: seconds(1) });
  // @ts-expect-error a field is missing
  scope.send({ type: 'outbox.retry', now: seconds(1) });
  // @ts-expect-error a field has another name
  scope.send({ type: 'outbox.retry', jobs: 'a', now: seconds(1) });
  // @ts-expect-error a bare number is no time in seconds
  scope.send({ type: 'outbox.retry', job: 'a', now: 1 });
  // @ts-expect-error the caller does not take the answers
  scope.send({ type: 'outbox.retry', job: 'a', now: seconds(1), from: stranger });
  // @ts-expect-error events of other features are not routed under this prefix
  scope.send({ type: 'lists.retry', job: 'a', now: seconds(1) });
}

/** The compiler checks these entries of the registry. They never run. */
function register() {
  feature('mutuals', mutualsMachine, ({ account, bus }) => ({ account, bus }));
  // @ts-expect-error there is no such feature
  feature('mutual', mutualsMachine, ({ account, bus }) => ({ account, bus }));
  // @ts-expect-error this logic does not take the events of the feature
  feature('relayList', mutualsMachine, ({ account, bus }) => ({ account, bus }));
  // @ts-expect-error the input lacks the bus
  feature('mutuals', mutualsMachine, ({ account }) => ({ account }));
  feature(
    'relayList',
    relayListMachine,
    ({ account, bus, scope, home, homeRelay }) => ({ account, bus, scope, home, homeRelay }),
    // @ts-expect-error the relay list does not take this notification
    { replays: ['network.proxied'] },
  );
}

test('a wrong name, field, unit or receiver between features does not compile', () => {
  expect([send, register]).toHaveLength(2);
});

test('a lazy feature opens by its opening event only', () => {
  const one = lazyFeature(
    'holdings',
    () => Promise.reject(new Error('unused')),
    () => ({}) as never,
    {
      unavailable: { code: 'money.unavailable' },
    },
  );
  expect(one.opensOn).toBe('holdings.open');
  const other: ScopeEvent = { type: 'archive.open' };
  expect(() => one.input({} as never, other)).toThrow('holdings is opened by holdings.open');
});
