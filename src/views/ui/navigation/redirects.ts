const MOST = 100;
let hops = 0;

/** ROUTE-22: counts one more redirect in a row and returns the reason if it is forbidden. */
export function hop(path: string): 'redirects' | 'path' | undefined {
  if (!isRoutable(path)) return 'path';
  hops++;
  return hops > MOST ? 'redirects' : undefined;
}

/** A screen is shown: resets the count of redirects. */
export function arrived(): void {
  hops = 0;
}

/** True for an absolute path of this app, never for another site's address. */
function isRoutable(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('//') && !path.includes('\\');
}
