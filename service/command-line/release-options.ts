import type { AnnouncedReleases } from '../cache/cache-context.ts';

/** Read `PLATFORM=VERSION@DATE` values. Return the releases, or an error message. */
export function readReleases(values: readonly string[]): AnnouncedReleases | string {
  const releases: AnnouncedReleases[] = [];
  for (const value of values) {
    const [, platform, version = '', date = ''] =
      /^(ios|android)=([^@\s]{1,40})@(\d{4}-\d\d-\d\d)$/.exec(value) ?? [];
    if (platform === undefined || Number.isNaN(Date.parse(date)))
      return `Not a release: ${value} (ios=1.2.3@2026-01-31, or android=...)`;
    releases.push({ [platform]: { date, version } });
  }
  return Object.assign({}, ...releases);
}
