import { authorizationOf } from '../../../src/events/account/signing/http-auth.ts';
import { secondsNow } from '../../kills/seconds-now.ts';
import { signed } from '../events/signed.ts';

/** Return the header by which that key permits an upload or deletion of a file now (BUD-11). */
export function filePermit(
  act: 'upload' | 'delete',
  hash: string,
  key = 1,
): { readonly Authorization: string } {
  const now = secondsNow();
  const tags = [
    ['t', act],
    ['x', hash],
    ['expiration', String(now + 60)],
  ];
  return {
    Authorization: authorizationOf(
      signed({ kind: 24_242, created_at: now, content: 'media', tags }, key),
    ),
  };
}
