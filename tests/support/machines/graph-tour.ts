import type { Edge } from './explore.ts';

/** A path through a graph from its start. */
export type Trip = readonly Edge[];

/**
 * Return trips that together take every reachable edge of a graph. Each step goes to the nearest
 * unused edge. A new trip starts if there is none, or after `longest` steps.
 */
export function tourOf(
  graph: { readonly start: string; readonly edges: readonly Edge[] },
  longest = 60,
): Trip[] {
  const left = new Set(graph.edges);
  const out = new Map<string, Edge[]>();
  for (const edge of graph.edges) out.set(edge.from, [...(out.get(edge.from) ?? []), edge]);
  const trips: Trip[] = [];
  while (left.size > 0) {
    const trip: Edge[] = [];
    for (let at = graph.start; trip.length < longest; ) {
      const way = nearest(at, out, left);
      if (!way) break;
      trip.push(...way);
      for (const edge of way) left.delete(edge);
      at = way.at(-1)?.to ?? at;
    }
    if (trip.length === 0) break;
    trips.push(trip);
  }
  return trips;
}

function nearest(
  from: string,
  out: ReadonlyMap<string, readonly Edge[]>,
  left: ReadonlySet<Edge>,
): Edge[] | undefined {
  const ways = new Map<string, Edge[]>([[from, []]]);
  for (const [at, way] of ways) {
    for (const edge of out.get(at) ?? []) {
      if (left.has(edge)) return [...way, edge];
      if (!ways.has(edge.to)) ways.set(edge.to, [...way, edge]);
    }
  }
  return undefined;
}
