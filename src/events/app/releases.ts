import type { Claim } from '../connection/claims.ts';
import { contentsOf } from '../connection/other-claims.ts';
import { field, isRecord } from '../core/json.ts';
import { RESULT } from '../nostr/kinds.ts';
import { clipLine } from '../core/text.ts';
import { millis, type Seconds, toSeconds } from '../core/time.ts';

/** The platforms that a service names releases for (cache-protocol 10000138). */
export const PLATFORMS = ['ios', 'android'] as const;
export type Platform = (typeof PLATFORMS)[number];

interface Release {
  readonly version: string;
  /** When it comes out. */
  readonly at: Seconds;
}

export type Releases = Readonly<Partial<Record<Platform, Release>>>;

const MAX_VERSION = 40;

/** The mobile releases that a service tells of; what names no version, or no date that can be read, is left out. */
export function releasesIn(claims: readonly Claim[]): Releases {
  const said = contentsOf(claims, RESULT.Releases).at(-1);
  if (!isRecord(said)) return {};
  return Object.fromEntries(PLATFORMS.flatMap((name) => readRelease(field(said, name)).map((release) => [name, release])));
}

function readRelease(value: unknown): readonly Release[] {
  if (!isRecord(value)) return [];
  const [version, date] = [field(value, 'version'), field(value, 'date')];
  if (typeof version !== 'string' || typeof date !== 'string') return [];
  const [name, at] = [clipLine(version, MAX_VERSION), Date.parse(date)];
  return name === '' || Number.isNaN(at) ? [] : [{ version: name, at: toSeconds(millis(at)) }];
}

/** MEMBER-04: what is out and of another version than the stored one; `seen` is what was stored, as JSON holds it. */
export function newReleases(releases: Releases, seen: unknown, now: Seconds): readonly Platform[] {
  return PLATFORMS.filter((name) => {
    const release = releases[name];
    return release !== undefined && release.at <= now && release.version !== (isRecord(seen) ? field(seen, name) : undefined);
  });
}

/** What is stored once they were shown: a release that is not out yet counts when its date has come. */
export function seenReleases(releases: Releases, seen: unknown, now: Seconds): Readonly<Record<string, unknown>> {
  const shown = newReleases(releases, seen, now).map((name) => [name, releases[name]?.version]);
  return { ...(isRecord(seen) ? seen : {}), ...Object.fromEntries(shown) };
}
