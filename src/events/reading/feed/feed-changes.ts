import { field, isRecord } from '../../core/json.ts';
import { type FeedsChange, mergedFeeds } from './feeds-merge.ts';
import { keptFeeds, type OwnFeed } from './own-feeds.ts';

/**
 * A change of a list of feeds in one tab of this browser that is not saved with the service yet.
 */
export interface FeedChange extends FeedsChange, ChangeName {}

/**
 * The tab that made a change, and its number. A larger number means that the change was made after,
 * or at the same time as, one with a smaller number.
 */
export interface ChangeName {
  readonly tab: string;
  readonly nr: number;
}

/** The changes since the last save, and the list that they apply to. */
export interface FeedChangesSince {
  readonly base: readonly OwnFeed[];
  readonly steps: readonly FeedChange[];
}

/** A message between tabs about a list of feeds. */
export type SharedFeedChanges =
  /**
   * New changes. For a new tab (`to`): `base` is the list that they apply to, and `done` are
   * changes that are saved with the service.
   */
  | {
      readonly steps: readonly FeedChange[];
      readonly base?: readonly OwnFeed[] | undefined;
      readonly done?: readonly ChangeName[] | undefined;
      readonly to?: unknown;
    }
  /** These changes are saved with the service. */
  | { readonly saved: readonly FeedChange[] }
  /** A new tab asks for the list and its unsaved changes. */
  | { readonly come: string };

/** Read the message of another tab. `undefined` if it is unknown. */
export function readSharedFeedChanges(data: unknown): SharedFeedChanges | undefined {
  if (!isRecord(data)) return undefined;
  const [steps, saved, done, come] = ['steps', 'saved', 'done', 'come'].map((name) =>
    field(data, name),
  );
  if (typeof come === 'string') return { come };
  if (Array.isArray(saved)) return { saved: readSteps(saved) };
  return Array.isArray(steps)
    ? {
        steps: readSteps(steps),
        base: keptFeeds(field(data, 'base')),
        done: Array.isArray(done) ? done.flatMap((one) => readName(one) ?? []) : [],
        to: field(data, 'to'),
      }
    : undefined;
}

/**
 * Read the stored changes. Former versions stored only the base list, besides the changed one
 * (`now`).
 */
export function readSince(kept: unknown, now: readonly OwnFeed[]): FeedChangesSince | undefined {
  if (isRecord(kept)) {
    const [base, steps] = [keptFeeds(field(kept, 'base')), field(kept, 'steps')];
    return base && Array.isArray(steps) ? { base, steps: readSteps(steps) } : undefined;
  }
  const base = keptFeeds(kept);
  return base && { base, steps: [{ tab: '', nr: 0, before: base, after: now }] };
}

const readSteps = (list: readonly unknown[]): readonly FeedChange[] =>
  list.flatMap((one) => readStep(one) ?? []);

function readStep(value: unknown): FeedChange | undefined {
  const name = readName(value);
  if (!name || !isRecord(value)) return undefined;
  const [before, after] = [keptFeeds(field(value, 'before')), keptFeeds(field(value, 'after'))];
  return before && after ? { ...name, before, after } : undefined;
}

function readName(value: unknown): ChangeName | undefined {
  if (!isRecord(value)) return undefined;
  const [tab, nr] = [field(value, 'tab'), field(value, 'nr')];
  return typeof tab === 'string' && typeof nr === 'number' ? { tab, nr } : undefined;
}

export function withSteps(
  list: readonly OwnFeed[],
  steps: readonly FeedChange[],
): readonly OwnFeed[] {
  return steps.reduce<readonly OwnFeed[]>((feeds, step) => mergedFeeds(step, feeds), list);
}

export function withoutSteps<Step extends ChangeName>(
  steps: readonly Step[],
  others: readonly ChangeName[],
): readonly Step[] {
  return steps.filter(({ tab, nr }) => !others.some((step) => step.tab === tab && step.nr === nr));
}

/**
 * Merge changes, each once, into an order that is the same in every tab, independent of their
 * arrival.
 */
export function joinedSteps(
  steps: readonly FeedChange[],
  more: readonly FeedChange[],
): readonly FeedChange[] {
  return [...steps, ...withoutSteps(more, steps)].toSorted(
    (one, other) => one.nr - other.nr || (one.tab < other.tab ? -1 : 1),
  );
}
