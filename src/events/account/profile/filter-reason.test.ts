import { expect, test } from 'vitest';
import { readResult } from '../../connection/results.ts';
import { RESULT } from '../../nostr/kinds.ts';
import { filterReasonIn, filterReasonQuery } from './filter-reason.ts';

const [VIEWER, OWNER] = ['a1'.repeat(32), 'b2'.repeat(32)];

const reason = (content: unknown) => {
  const read = readResult({ kind: RESULT.FilteringReason, content: JSON.stringify(content) });
  return filterReasonIn(read ? [read] : [], VIEWER);
};

test('SEARCH-05 the question names the account and the viewer', () => {
  expect(filterReasonQuery(OWNER, VIEWER)).toEqual({
    verb: 'search_filterlist',
    payload: { pubkey: OWNER, user_pubkey: VIEWER },
  });
});

test('SEARCH-05 PROFILE-09 a reason is a list, a group, or the allowlist', () => {
  expect(reason({ action: 'allow', pubkey: OWNER })).toEqual({ by: 'allowlist' });
  expect(reason({ action: 'block', pubkey: VIEWER })).toEqual({ by: 'own' });
  expect(reason({ action: 'block' })).toEqual({ by: 'own' });
  expect(reason({ action: 'block', pubkey: OWNER })).toEqual({ by: 'list', owner: OWNER });
  expect(reason({ action: 'block', group: 'primal_spam' })).toEqual({ by: 'spam' });
  expect(reason({ action: 'block', group: 'primal_nsfw' })).toEqual({ by: 'nsfw' });
  expect(reason({ action: 'block', group: 'another' })).toEqual({ by: 'group' });
  expect(filterReasonIn([], VIEWER)).toBeUndefined();
});
