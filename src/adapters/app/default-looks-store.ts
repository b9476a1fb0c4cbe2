import type { Claim } from '../../events/connection/claims.ts';
import { contentsOf } from '../../events/connection/other-claims.ts';
import { RESULT } from '../../events/nostr/kinds.ts';
import { sharedFrom } from '../../events/settings/saved-settings.ts';
import type { Storages } from '../core/storage.ts';

interface DefaultLooks {
  /** True if the visitor chose a theme, or this device stores the defaults already. */
  readonly areKept: () => boolean;
  /** Store the looks of the service's defaults, except those that the visitor chose meanwhile. */
  readonly keep: (claims: readonly Claim[]) => void;
}

/**
 * The looks that visitors begin with, by the service's defaults (SETTINGS-01). They apply on the
 * next visit, so nothing on screen changes while the visitor reads. Nothing else of the defaults is
 * read, because they are not signed (TRUST-07).
 */
export function defaultLooks(storages: Storages): DefaultLooks {
  const visitor = storages.account(undefined);
  const isFree = (key: 'theme' | 'animated'): boolean => visitor.read(key) === undefined;
  const areKept = (): boolean =>
    !isFree('theme') || visitor.read('useSystemDarkMode') !== undefined;
  return {
    areKept,
    keep: (claims) => {
      const [content] = contentsOf(claims, RESULT.DefaultSettings);
      const { theme, animated } = sharedFrom(content);
      if (theme && !areKept()) visitor.write('theme', theme);
      if (animated !== undefined && isFree('animated')) visitor.write('animated', animated);
    },
  };
}
