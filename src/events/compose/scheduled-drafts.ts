import { toMillis } from '../core/time.ts';
import type { OutboxRecords } from '../publish/outbox/outbox.ts';
import { type Plan, plansIn, refusedIn, unsignedIn } from '../publish/outbox/schedule.ts';
import { BLANK } from '../publish/writing/writing.ts';
import { splitTarget, targetIn } from './compose.ts';
import type { StoredDraft } from './stored-draft.ts';

/** Return the name under which the text of a scheduled note is stored as a draft. */
function draftTargetOf({ job, wish: { origin = '' } }: Plan): string {
  const { aim } = splitTarget(origin.replace(/ \d+$/, ''));
  return targetIn(aim === '' ? 'root' : aim, job.slice(0, 8));
}

/**
 * Return all notes that were scheduled and are not published as drafts with their time. Their texts
 * are only in the log. They are set aside: none of them fills a new composer.
 */
export function draftsFromPlans(records: OutboxRecords): readonly StoredDraft[] {
  return [...plansIn(records), ...unsignedIn(records), ...refusedIn(records)].map((plan) => {
    const { job, due, wish } = plan;
    const { draft, origin, writing = { ...BLANK, text: draft.content } } = wish;
    return {
      target: draftTargetOf(plan),
      at: toMillis(records.get(job)?.at ?? due),
      writing: { ...writing, due, ...(origin === undefined ? {} : { origin }) },
      isAside: true,
    };
  });
}
