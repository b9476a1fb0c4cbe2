import type { SignedEvent, VerifiedEvent } from '../../src/events/event.ts';
import { verifyWith } from '../../src/events/verify.ts';
import type { Hands } from './hands/hands.ts';
import type { SignJob } from './hands/work.ts';
import { eventOf, type Ledger } from './story/ledger.ts';

/** Signs what a ledger holds, round by round, and hands it over in the order of time. Gives the number of events. */
export async function publish(
  ledger: Ledger,
  hands: Hands,
  insert: (events: readonly VerifiedEvent[]) => unknown,
  each: (count: number) => void,
): Promise<number> {
  const signed = await signAll(ledger.jobs, hands, each);
  const first = [...signed.values()].filter((event) => !ledger.enclosed.has(event.id));
  const wraps = ledger.wraps.flatMap(({ id, make }) => {
    const inner = signed.get(id);
    if (!inner) return [];
    const saying = make(inner);
    return [{ event: eventOf(saying), secret: saying.author.secret }];
  });
  const second = await signAll(wraps, hands, each);
  const events = [...first, ...second.values()].sort((a, b) => a.created_at - b.created_at);
  for (let i = 0; i < events.length; i += 1000) {
    insert(events.slice(i, i + 1000));
    await new Promise((go) => setImmediate(go));
  }
  return events.length;
}

/** Signed events by id. They count as verified because they were signed here, this moment, by the key that they name. */
async function signAll(jobs: readonly SignJob[], hands: Hands, each: (count: number) => void): Promise<Map<string, VerifiedEvent>> {
  const signatures = await hands.sign(jobs, each);
  const made = new Map(jobs.map((job, i): [string, SignedEvent] => [job.event.id, { ...job.event, sig: signatures[i] ?? '' }]));
  const verify = verifyWith((event) => made.get(event.id)?.sig === event.sig && event.sig.length === 128);
  return new Map(
    [...made.values()].flatMap((event) => {
      const verified = verify(event);
      return verified ? [[verified.id, verified] as const] : [];
    }),
  );
}
