import type { Claim } from '../connection/claims.ts';
import { contentsOf } from '../connection/other-claims.ts';
import { field, isRecord } from '../core/json.ts';
import { RESULT } from '../nostr/kinds.ts';
import { clipLine } from '../core/text.ts';
import { millis, type Seconds, toSeconds } from '../core/time.ts';

/** The platforms that a service names releases for (kind 10000138). */
export const PLATFORMS = ['ios', 'android'] as const;
export type Platform = (typeof PLATFORMS)[number];

interface Release {
  readonly version: string;
  /** Release date. */
  readonly at: Seconds;
}

export type Releases = Readonly<Partial<Record<Platform, Release>>>;

const MAX_VERSION = 40;

/**
 * Read the mobile releases from a service's answer. Entries without a version or a readable date
 * are left out.
 */
export function releasesIn(claims: readonly Claim[]): Releases {
  const said = contentsOf(claims, RESULT.Releases).at(-1);
  if (!isRecord(said)) return {};
  return Object.fromEntries(
    PLATFORMS.flatMap((name) => readRelease(field(said, name)).map((release) => [name, release])),
  );
}

function readRelease(value: unknown): readonly Release[] {
  if (!isRecord(value)) return [];
  const [version, date] = [field(value, 'version'), field(value, 'date')];
  if (typeof version !== 'string' || typeof date !== 'string') return [];
  const [name, at] = [clipLine(version, MAX_VERSION), Date.parse(date)];
  return name === '' || Number.isNaN(at) ? [] : [{ version: name, at: toSeconds(millis(at)) }];
}

/**
 * Return the platforms whose release is out and differs from the stored version (MEMBER-04).
 * `seen`: the stored JSON value.
 */
export function newReleases(releases: Releases, seen: unknown, now: Seconds): readonly Platform[] {
  return PLATFORMS.filter((name) => {
    const release = releases[name];
    return (
      release !== undefined &&
      release.at <= now &&
      release.version !== (isRecord(seen) ? field(seen, name) : undefined)
    );
  });
}

/**
 * Return the value to store after the releases were shown. A release that is not out yet counts as
 * new when its date has come.
 */
export function seenReleases(
  releases: Releases,
  seen: unknown,
  now: Seconds,
): Readonly<Record<string, unknown>> {
  const shown = newReleases(releases, seen, now).map((name) => [name, releases[name]?.version]);
  return { ...(isRecord(seen) ? seen : {}), ...Object.fromEntries(shown) };
}
