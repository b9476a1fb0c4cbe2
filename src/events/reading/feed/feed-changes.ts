import { field, isRecord } from '../../core/json.ts';
import { type FeedsChange, mergedFeeds } from './feeds-merge.ts';
import { keptFeeds, type OwnFeed } from './own-feeds.ts';

/** Something that was done to a list of feeds in one tab of this browser, and that the service does not have yet. */
export interface FeedsStep extends FeedsChange {
  /** Which tab did it; the larger number was done by who had heard of the smaller one, or in the same moment. */
  readonly tab: string;
  readonly nr: number;
}

/** What was done since the service had all of it, on which list. */
export interface FeedsSince {
  readonly base: readonly OwnFeed[];
  readonly steps: readonly FeedsStep[];
}

/** What tabs tell each other of a list of feeds. */
export type FeedsTold =
  /** What was done. `base`: on which list, for a tab that has just come (`to`). */
  | { readonly steps: readonly FeedsStep[]; readonly base?: readonly OwnFeed[] | undefined; readonly to?: unknown }
  /** The service has these. */
  | { readonly saved: readonly FeedsStep[] }
  /** A tab has come, and wants to know the list, and what the service does not have of it yet. */
  | { readonly come: string };

/** Reads what another tab told; undefined where it is nothing that is known here. */
export function readTold(data: unknown): FeedsTold | undefined {
  if (!isRecord(data)) return undefined;
  const [steps, saved, come] = ['steps', 'saved', 'come'].map((name) => field(data, name));
  if (typeof come === 'string') return { come };
  if (Array.isArray(saved)) return { saved: readSteps(saved) };
  return Array.isArray(steps) ? { steps: readSteps(steps), base: keptFeeds(field(data, 'base')), to: field(data, 'to') } : undefined;
}

/** Reads what was kept; former versions kept the list alone, beside the one that came of it (`now`). */
export function readSince(kept: unknown, now: readonly OwnFeed[]): FeedsSince | undefined {
  if (isRecord(kept)) {
    const [base, steps] = [keptFeeds(field(kept, 'base')), field(kept, 'steps')];
    return base && Array.isArray(steps) ? { base, steps: readSteps(steps) } : undefined;
  }
  const base = keptFeeds(kept);
  return base && { base, steps: [{ tab: '', nr: 0, before: base, after: now }] };
}

const readSteps = (list: readonly unknown[]): readonly FeedsStep[] => list.flatMap((one) => readStep(one) ?? []);

function readStep(value: unknown): FeedsStep | undefined {
  if (!isRecord(value)) return undefined;
  const [tab, nr] = [field(value, 'tab'), field(value, 'nr')];
  const [before, after] = [keptFeeds(field(value, 'before')), keptFeeds(field(value, 'after'))];
  return typeof tab === 'string' && typeof nr === 'number' && before && after ? { tab, nr, before, after } : undefined;
}

/** A list to which steps were done one after the other. */
export function withSteps(list: readonly OwnFeed[], steps: readonly FeedsStep[]): readonly OwnFeed[] {
  return steps.reduce<readonly OwnFeed[]>((feeds, step) => mergedFeeds(step, feeds), list);
}

/** Those steps that are not among others. */
export function withoutSteps(steps: readonly FeedsStep[], others: readonly FeedsStep[]): readonly FeedsStep[] {
  return steps.filter(({ tab, nr }) => !others.some((step) => step.tab === tab && step.nr === nr));
}

/** Steps with others, each once, in an order that is the same in every tab, in whichever order they are heard of. */
export function joinedSteps(steps: readonly FeedsStep[], more: readonly FeedsStep[]): readonly FeedsStep[] {
  return [...steps, ...withoutSteps(more, steps)].toSorted((one, other) => one.nr - other.nr || (one.tab < other.tab ? -1 : 1));
}
