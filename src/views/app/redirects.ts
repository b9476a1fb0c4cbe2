import { data, replace } from 'react-router';

const MOST = 100;
let hops = 0;

/** ROUTE-22: goes on to another path, at most 100 times in a row; the errors are what `RouteError` puts in words. */
export function redirectTo(path: string): Response {
  if (!isRoutable(path)) throw data(null, { status: 400 });
  hops++;
  if (hops > MOST) throw data(null, { status: 508 });
  return replace(path);
}

/** A screen is shown: the row of redirects ends. */
export function arrived(): void {
  hops = 0;
}

/** A path from the root of this app, and never another site's address. */
export function isRoutable(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('//') && !path.includes('\\');
}
