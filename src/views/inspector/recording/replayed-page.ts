type Load = () => Promise<{ readonly CODE: string }>;

/** The code of the page over a recording, which needs the whole app. */
const provided = Promise.withResolvers<Load>();

/** Name that code. It runs in a window of its own (`replayed-page.tsx` of `wiring`). */
export function provideReplayedPage(load: Load): void {
  provided.resolve(load);
}

/** Return the address of that code once it is named. Rejects if it cannot be loaded. */
export async function replayedPageCode(): Promise<string> {
  const load = await provided.promise;
  return (await load()).CODE;
}
