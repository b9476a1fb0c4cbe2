import { expect, test } from 'vitest';
import { follow } from '../../events/account/list-intents.ts';
import type { OwnVersions } from '../../events/account/list-state.ts';
import { trusted } from '../../../tests/support/trusted.ts';
import { type Item, type ListEditContext, NOTHING } from './list-edit-context.ts';
import { adopted, itemOf } from './list-edit-judge.ts';

const [ANN, BOB, CAT] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];
const event = trusted({ kind: 3 });
const wanted = (job: string, pubkey: string): Item => ({ ...itemOf([follow(pubkey)]), job });
const failure = (job: string) => ({ ...wanted(job, CAT), fault: 'network', text: 'no' }) as const;
const nobody = undefined as never;

function context(over: Partial<ListEditContext>): ListEditContext {
  const byJob = new Map([['left', { event, isTaken: false, intents: [follow(CAT)] }]]) as OwnVersions['byJob'];
  const own: OwnVersions = { given: new Set(), taken: [], sending: new Set(['left']), byJob, last: undefined };
  const recalled = { versions: [], own, relays: [], now: 1 };
  return {
    list: 'follows',
    account: ANN,
    hub: nobody,
    pool: nobody,
    signer: nobody,
    outbox: nobody,
    requests: 0,
    queue: [],
    failures: [],
    ...NOTHING,
    fault: 'network',
    recalled,
    ...over,
  };
}

test('INV-NO-LOSS INV-SERIAL an edit that another tab left comes first; all that is wanted here waits behind it, and it is in no place twice', () => {
  const queue = [wanted('one', ANN), wanted('two', BOB)];
  expect(adopted(context({ queue }))).toEqual({ queue: [{ ...wanted('left', CAT), isLeft: true }, ...queue], failures: [] });
  const twice = context({ queue: [...queue, wanted('left', CAT)], failures: [failure('left'), failure('other')] });
  expect(adopted(twice)).toEqual({ queue: [wanted('left', CAT), ...queue], failures: [failure('other')] });
});

test('what is done here already, or was wanted by nobody who is known, is not taken up', () => {
  expect(adopted(context({ queue: [wanted('left', CAT)] }))).toEqual({});
  expect(adopted(context({ recalled: undefined }))).toEqual({});
});
