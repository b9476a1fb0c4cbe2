import type { Rng } from '../prng.ts';
import type { Person } from './people.ts';

/** The follows of each person by index, oldest follow first. */
export type Graph = readonly (readonly number[])[];

/**
 * Create communities with links between them. People follow much of their circles, popular people,
 * friends of friends, and a few strangers. The newcomer follows a handful.
 */
export function createFollowGraph(rng: Rng, people: readonly Person[]): Graph {
  const first = people.map((person) => {
    const own = rng.fork(`follows of ${person.index}`);
    const reach = own.between(0.5, 1.5);
    return new Set(
      people
        .filter(
          (other) =>
            other.index !== person.index &&
            own.chance(Math.min(0.94, likelihood(person, other) * reach)),
        )
        .map((other) => other.index),
    );
  });
  return people.map((person) => {
    const own = rng.fork(`friends of ${person.index}`);
    const follows = new Set(first[person.index]);
    if (person.name === 'robin') return own.sample([...follows], 9);
    for (const friend of own.sample([...follows], 6)) {
      for (const far of own.sample([...(first[friend] ?? [])], 3))
        if (far !== person.index) follows.add(far);
    }
    return own.shuffle([...follows]);
  });
}

function likelihood(person: Person, other: Person): number {
  const shared = person.circles.filter((circle) => other.circles.includes(circle)).length;
  const tie = [0.03, 0.34, 0.62, 0.8][shared] ?? 0.8;
  const fame = other.known ? 0.05 * other.weight : 0.03 * other.weight;
  const mayor = person.name === 'iris' && other.known ? 0.7 : 0;
  return tie + fame + mayor;
}
