import { expect, test } from 'vitest';
import { millis } from '../../src/events/core/time.ts';
import type { Recording } from '../../src/machines/app/recording/recorder.ts';
import { smallerLists } from '../../scripts/replay/smaller-lists.ts';

const batch = (events: readonly object[]) => ({ type: 'socket.batch', arrivals: [{ events }] });
const RECORDING: Recording = {
  origin: millis(0),
  boot: { at: millis(0), input: { urls: ['a', 'b'], saved: new Map([['a', ['b']]]) } },
  dropped: 0,
  log: [
    { at: millis(1), to: ['cache'], event: batch([]) },
    {
      at: millis(2),
      to: ['cache'],
      event: batch(
        Array.from({ length: 100 }, (_, at) => ({ id: String(at), tags: [['p'], ['e', 'x']] })),
      ),
      timer: [],
    },
  ],
};

test('BEYOND-07 lists in events and in the input lose the elements that an outcome does not need', () => {
  const needs = ['"id":"61"', '["e","x"]', '"b"'];
  const small = smallerLists(RECORDING, (tried) => {
    const text = JSON.stringify(tried);
    return { isSame: needs.every((one) => text.includes(one)), lost: [] };
  });
  expect(small.log[1]).toEqual({
    ...RECORDING.log[1],
    event: batch([{ id: '61', tags: [['e', 'x']] }]),
  });
  // values other than plain data stay
  expect(small.boot?.input).toEqual({ urls: ['b'], saved: new Map([['a', ['b']]]) });
  expect(small.log[0]?.event).toEqual({ type: 'socket.batch', arrivals: [] });
});

test('BEYOND-07 no list loses an element by which an entry is lost, and tries are limited', () => {
  const [, entry] = RECORDING.log;
  const same = smallerLists(RECORDING, () => ({ isSame: true, lost: entry ? [entry] : [] }));
  expect(same).toEqual(RECORDING);
  expect(smallerLists(RECORDING, () => ({ isSame: true, lost: [] }), RECORDING.log).log).toEqual(
    RECORDING.log,
  );
  let tries = 0;
  smallerLists(RECORDING, () => ({ isSame: tries++ < 0, lost: [] }), [], 10);
  expect(tries).toBe(10);
});
