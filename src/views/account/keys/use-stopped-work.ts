import { useSelector } from '@xstate/react';
import { isUnfinished } from '../../../events/publish/outbox/outbox.ts';
import { plansIn } from '../../../events/publish/outbox/schedule.ts';
import { useFeature } from '../use-features.ts';

/** Return how much work only the key can finish: scheduled notes, and jobs without a signature. */
export function useStoppedWork(): { readonly scheduled: number; readonly unsigned: number } {
  const records = useSelector(useFeature('outbox'), (snapshot) => snapshot?.context.records);
  const all = records ? [...records.values()] : [];
  return {
    scheduled: records ? plansIn(records).length : 0,
    unsigned: all.filter((record) => record.event === undefined && isUnfinished(record)).length,
  };
}
