/**
 * Reference work that any machine can do and that uses no project code: text is made, parsed and
 * indexed. Returns milliseconds, the best of five. Figures are printed as ratios to it, to be
 * comparable between machines. It must not use other code, as it also runs inside a page.
 */
export function reference(): number {
  const records = 4_000;
  const work = () => {
    const text = JSON.stringify(
      Array.from({ length: records }, (_, n) => ({
        id: `${n * 7_919}`,
        name: `record ${n}`,
        tags: [['e', `${n}`]],
      })),
    );
    const parsed: { id: string }[] = JSON.parse(text);
    const index = new Map<string, number>();
    for (let round = 0; round < 20; round++)
      for (const { id } of parsed) index.set(`${id}/${round % 2}`, id.length);
    return index.size;
  };
  const times = Array.from({ length: 5 }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
  return Math.min(...times);
}
