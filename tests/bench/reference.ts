/**
 * A piece of work that any machine can do and nothing of ours is part of: text is made, parsed and indexed. Milliseconds, the best of five.
 * Figures are printed as ratios to it, so that they can be compared between machines. It must stand alone: it also runs inside of a page.
 */
export function reference(): number {
  const records = 4_000;
  const work = () => {
    const text = JSON.stringify(
      Array.from({ length: records }, (_, n) => ({ id: `${n * 7_919}`, name: `record ${n}`, tags: [['e', `${n}`]] })),
    );
    const parsed: { id: string }[] = JSON.parse(text);
    const index = new Map<string, number>();
    for (let round = 0; round < 20; round++) for (const { id } of parsed) index.set(`${id}/${round % 2}`, id.length);
    return index.size;
  };
  const times = Array.from({ length: 5 }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
  return Math.min(...times);
}
