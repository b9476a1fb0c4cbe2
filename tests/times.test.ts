import { expect, test } from 'vitest';
import { raise } from 'xstate';
import { createRecorder } from '../src/machines/app/recording/recorder.ts';
import { timeAgo } from '../src/events/core/format.ts';
import type { Filter } from '../src/events/connection/filter.ts';
import { nextCreatedAt } from '../src/events/publish/outbox/event-template.ts';
import {
  inMillis,
  inSeconds,
  isExpired,
  millis,
  minus,
  type Millis,
  plus,
  type Seconds,
  seconds,
  toMillis,
  toSeconds,
} from '../src/events/core/time.ts';
import { now } from '../src/views/ui/hooks/now.ts';
import { trusted } from './support/events/trusted.ts';

const event = trusted({ created_at: 1_700_000_000 });
const clock = (): Millis => millis(1_700_000_000_999);

test('a time is converted in one way only, and fractions of a second are cut off', () => {
  expect([inSeconds(toSeconds(clock())), inMillis(toMillis(event.created_at))]).toEqual([
    1_700_000_000, 1_700_000_000_000,
  ]);
  expect(inSeconds(plus(event.created_at, seconds(5)))).toBe(1_700_000_005);
  expect(inSeconds(minus(event.created_at, seconds(1_700_000_001)))).toBe(-1);
});

/**
 * Lines that mix units. `tsc` refuses each line, and refuses this file once it would accept one.
 * None of it runs.
 */
export const MIXED: ReadonlyArray<() => unknown> = [
  // @ts-expect-error a reading of the clock is no time of an event
  () => isExpired(event, Date.now()),
  // @ts-expect-error not even where its unit is known
  () => isExpired(event, clock()),
  // @ts-expect-error XState waits milliseconds
  () => raise({ type: 'late' }, { delay: event.created_at }),
  // @ts-expect-error and numbers, so that each delay says its unit
  () => raise({ type: 'late' }, { delay: toMillis(event.created_at) }),
  // @ts-expect-error two clocks
  () => now() - performance.now(),
  // @ts-expect-error a difference that only looks right
  () => clock() - event.created_at,
  // @ts-expect-error a sum of two units
  () => plus(event.created_at, clock()),
  // @ts-expect-error a length without a unit
  () => plus(event.created_at, 600),
  // @ts-expect-error milliseconds compared with seconds
  () => event.created_at > clock(),
  // @ts-expect-error and with a bare number
  () => event.created_at > Date.now(),
  // @ts-expect-error the same second is never the same number of milliseconds
  () => event.created_at === clock(),
  // @ts-expect-error an event that is dated by the clock
  () => ({ ...event, created_at: Date.now() }) satisfies typeof event,
  // @ts-expect-error the next version of a list
  () => nextCreatedAt(Date.now(), event.created_at),
  // @ts-expect-error what is asked of a relay
  () => ({ since: Date.now() }) satisfies Filter,
  // @ts-expect-error what is shown
  () => timeAgo(clock(), now(), 'en-us'),
  // @ts-expect-error a recording counts milliseconds
  () => createRecorder(now, clock()),
  // @ts-expect-error seconds given out as milliseconds
  (): Millis => event.created_at,
  // @ts-expect-error milliseconds given out as seconds
  (): Seconds => clock(),
  // @ts-expect-error converted twice
  () => toSeconds(toSeconds(clock())),
];
