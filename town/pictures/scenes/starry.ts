import type { Rng } from '../../prng.ts';
import { specks } from '../svg.ts';

export function starry(rng: Rng, w: number, depth: number, count: number): string {
  const some = (share: number) =>
    Array.from({ length: Math.round(count * share) }, (): [number, number] => [
      rng.between(0, w),
      rng.between(0, depth),
    ]);
  const colour = '#f9f0d6';
  return (
    specks(some(0.5), 0.9, colour, 'opacity=".6"') +
    specks(some(0.33), 1.2, colour, 'opacity=".8"') +
    specks(some(0.17), 1.8, colour)
  );
}
