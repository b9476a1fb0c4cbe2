import { PLATFORMS } from '../../src/events/app/releases.ts';
import type { AnnouncedReleases } from '../cache/cache-context.ts';

const RELEASE = new RegExp(`^(${PLATFORMS.join('|')})=([^@\\s]{1,40})@(\\d{4}-\\d\\d-\\d\\d)$`);

/** Read `PLATFORM=VERSION@DATE` values. Return the releases, or an error message. */
export function readReleases(values: readonly string[]): AnnouncedReleases | string {
  const releases: AnnouncedReleases[] = [];
  for (const value of values) {
    const [, platform, version = '', date = ''] = RELEASE.exec(value) ?? [];
    if (platform === undefined)
      return `Not a release: ${value} (ios=1.2.3@2026-01-31, or android=...)`;
    if (!isDay(date)) return `Not a release: ${value} (there is no ${date})`;
    releases.push({ [platform]: { date, version } });
  }
  return Object.assign({}, ...releases);
}

/** `Date.parse` alone takes 2026-02-31 for a day in March. */
function isDay(date: string): boolean {
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
