/** Return a list in parts of at most `length`. */
export function inParts<T>(all: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / length) }, (_, n) =>
    all.slice(n * length, (n + 1) * length),
  );
}
