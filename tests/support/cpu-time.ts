/** More rounds than that find nothing better; fewer may all have been disturbed. */
const [FEWEST, MOST] = [2, 20];
/** What the known pass is over, and the milliseconds it takes on a free machine. */
const [KNOWN_TEXT, KNOWN_MS] = ['a #b: 1 '.repeat(125_000), 8];
/** Times below this are more clock and collector than work: two ticks. What is quadratic and still below it costs no budget. Milliseconds. */
const GRAIN = 8;

/**
 * How long a pass over text takes at full length and how that grows: E-44 asks for at most 100 ms a megabyte, and for less than 2.5 times
 * for each doubling. `run` is given the share of the full length, a quarter or all of it. Only this thread's own time counts, and of
 * several rounds the best, as what the machine does besides only ever adds. Where other work slows the machine through all rounds, a
 * known pass in each of them tells by how much, and `ms` is what a free machine would have taken. Rounds end when what is asked is met
 * with room to spare; `within` is that budget of milliseconds, or Infinity where only growth is asked.
 */
export function growthOf(run: (share: 0.25 | 1) => void, within = 100): { readonly ms: number; readonly perDoubling: number } {
  let [quarter, whole, known] = [Infinity, Infinity, Infinity];
  const ms = (): number => whole / Math.max(1, known / KNOWN_MS);
  for (let round = 0; round < MOST; round++) {
    known = Math.min(known, cpuTimeOf(knownPass));
    quarter = Math.min(
      quarter,
      cpuTimeOf(() => run(0.25)),
    );
    whole = Math.min(
      whole,
      cpuTimeOf(() => run(1)),
    );
    if (round + 1 >= FEWEST && ms() < within * 0.8 && whole / Math.max(quarter, GRAIN) < 5) break;
  }
  return { ms: ms(), perDoubling: Math.sqrt(whole / Math.max(quarter, GRAIN)) };
}

/** Characters read and small objects kept, as every reader of text does. */
function knownPass(): void {
  const kept: { readonly at: number; readonly code: number }[] = [];
  for (let at = 0; at < KNOWN_TEXT.length; at++) {
    const code = KNOWN_TEXT.charCodeAt(at);
    if (code % 7 === 0) kept.push({ at, code });
  }
  if (kept.length === 0) throw new Error('The known pass has kept nothing.');
}

/**
 * Milliseconds of this thread's own time, where Node can tell it apart. Some kernels count that in ticks of 4 ms, and a best of several
 * would be the luckiest count of ticks; so it is the finer time of the wall, as long as that says no more than ticks could hide.
 */
export function cpuTimeOf(run: () => void): number {
  const [start, used] = [performance.now(), usedTime()];
  run();
  const passed = performance.now() - start;
  return used === undefined ? passed : Math.min(passed, (usedTime() ?? 0) - used + GRAIN);
}

function usedTime(): number | undefined {
  if (typeof process.threadCpuUsage !== 'function') return undefined;
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
