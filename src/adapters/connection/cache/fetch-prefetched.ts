/**
 * Fetch the text at an address of the page's own origin. `anew`: bypass the HTTP cache. Rejects if
 * there is none.
 */
export async function fetchPrefetched(path: string, anew: boolean): Promise<string> {
  const response = await fetch(path, { cache: anew ? 'no-store' : 'default' });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.text();
}
