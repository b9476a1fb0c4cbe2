const MOST = 100;
let hops = 0;

/** ROUTE-22: counts one more redirect in a row and says what forbids it. */
export function hop(path: string): 'redirects' | 'path' | undefined {
  if (!isRoutable(path)) return 'path';
  hops++;
  return hops > MOST ? 'redirects' : undefined;
}

/** A screen is shown: the row of redirects ends. */
export function arrived(): void {
  hops = 0;
}

/** A path from the root of this app, and never another site's address. */
function isRoutable(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('//') && !path.includes('\\');
}
