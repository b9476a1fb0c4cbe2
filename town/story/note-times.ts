import type { Rng } from '../prng.ts';
import type { Person } from '../people/people.ts';

export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;
export const DAYS_BACK = 60;

/** Activity by hour of the day, for people whose noon is at 13 UTC. */
const RHYTHM = [
  2, 1, 1, 1, 1, 2, 4, 7, 9, 8, 7, 7, 9, 8, 7, 7, 8, 10, 12, 13, 14, 12, 8, 4,
] as const;

/**
 * Return the times of `count` notes before `now`, newest first. They cover two months with a daily
 * rhythm, denser towards the end. The last hours fill a screen with notes from minutes ago.
 */
export function noteTimes(rng: Rng, now: number, count: number): number[] {
  const times: number[] = [];
  let ago = MINUTE;
  for (let i = 0; i < count * 0.03; i++) {
    times.push(now - ago);
    ago += rng.between(1.2, 3.4 + i * 0.1) * MINUTE;
  }
  const recent = ago;
  while (times.length < count) {
    const back = recent + (DAYS_BACK * DAY - recent) * rng.next() ** 1.2;
    const at = now - back;
    if (rng.chance((RHYTHM[Math.floor((at % DAY) / HOUR)] ?? 1) / 14)) times.push(at);
  }
  return times.map(Math.floor).sort((a, b) => b - a);
}

/** Return how likely a person is awake at a time, 0 to 1. */
export function awake(person: Person, at: number): number {
  const hour = Math.floor((at % DAY) / HOUR) - person.noon + 13;
  return (RHYTHM[((hour % 24) + 24) % 24] ?? 1) / 14;
}

/** Return the seconds until a reply: usually minutes, sometimes most of a day. */
export function pause(rng: Rng, typical = 18 * MINUTE): number {
  return Math.max(25, Math.min(20 * HOUR, typical * Math.exp(rng.bell() * 1.15)));
}
