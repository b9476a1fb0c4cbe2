/** The code of the page over a recording, which needs the whole app. */
let codeOf: (() => Promise<{ readonly CODE: string }>) | undefined;

/** Name that code. It runs in a window of its own (`replayed-page.tsx` of `wiring`). */
export function provideReplayedPage(load: typeof codeOf): void {
  codeOf = load;
}

/** Return the address of that code. Rejects if it cannot be loaded. */
export async function replayedPageCode(): Promise<string> {
  if (!codeOf) throw new Error('the code of the page is not provided');
  return (await codeOf()).CODE;
}
