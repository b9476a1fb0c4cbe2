const PAUSE = 600;

/**
 * Finds the next entry that starts with the letters typed without a pause. Times are in
 * milliseconds.
 */
export function typeahead(): (
  key: string,
  labels: readonly string[],
  from: number,
  at: number,
) => number | undefined {
  let typed = '';
  let last = Number.NEGATIVE_INFINITY;
  return (key, labels, from, at) => {
    typed = at - last > PAUSE ? key.toLowerCase() : typed + key.toLowerCase();
    last = at;
    const start = typed.length === 1 ? from + 1 : Math.max(0, from);
    for (let step = 0; step < labels.length; step++) {
      const place = (start + step) % labels.length;
      if (labels[place]?.toLowerCase().startsWith(typed)) return place;
    }
    return undefined;
  };
}
