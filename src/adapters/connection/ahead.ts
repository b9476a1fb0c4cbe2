/** The text at an address of the page's own origin. Rejects where there is none. */
export async function fetchAhead(path: string): Promise<string> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`no answer ahead of the socket (${response.status})`);
  return response.text();
}
