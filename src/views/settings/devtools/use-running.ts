import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { AnyActorRef, AnyStateMachine } from 'xstate';
import { isSecretName, withoutSecrets } from '../../../events/core/redact-secrets.ts';
import { rowsOf } from '../../../events/core/table.ts';
import { isRef } from '../../../machines/core/refs.ts';
import { childrenOf } from '../../../machines/core/supervision.ts';
import { readSnapshot } from '../../../machines/inspector/actor-rows.ts';
import { useApp, useFacts } from '../../ui/hooks/app-context.ts';
import { innermost } from '../../inspector/chart/chart.ts';

/** A snapshot of one running actor. */
export interface Running {
  /** Ids from the root down. The root's id is '/'. */
  readonly path: string;
  readonly id: string;
  readonly depth: number;
  /** The machine of the actor. `undefined` for ports and tables, which have no states. */
  readonly machine: AnyStateMachine | undefined;
  readonly status: string;
  readonly value: unknown;
  /** Innermost states, e.g. `pages.ready`. */
  readonly states: readonly string[];
  readonly tags: readonly string[];
  /** Its context, each value as a word or a count. */
  readonly kept: readonly Kept[];
}

interface Kept {
  readonly name: string;
  readonly text: string;
}

/** Return `root` and every actor below it, parents before children. */
export function runningFrom(root: AnyActorRef): readonly Running[] {
  return walk(root, '', 0);
}

function walk(ref: AnyActorRef, above: string, depth: number): readonly Running[] {
  const { machine, status = '', value, tags, context } = readSnapshot(ref.getSnapshot());
  const path = depth === 0 ? '/' : `${above}/${ref.id}`;
  const below = Object.values(childrenOf(ref)).flatMap((child) =>
    child ? walk(child, depth === 0 ? '' : path, depth + 1) : [],
  );
  const id = depth === 0 ? (machine?.id ?? ref.id) : ref.id;
  const [states, kept] = [innermost(value), keptIn(context)];
  return [{ path, depth, machine, id, status, value, states, tags, kept }, ...below];
}

function keptIn(context: unknown): readonly Kept[] {
  if (typeof context !== 'object' || context === null) return [];
  return Object.entries(context).flatMap(([name, value]: [string, unknown]) => {
    const text = brief(name, value);
    return text === undefined ? [] : [{ name, text }];
  });
}

const LONGEST = 24;

/**
 * Summarize a value: the number of parts, the start of a text, the fields of an object. `undefined`
 * for missing values and actors.
 */
function brief(name: string, value: unknown, inside = false): string | undefined {
  if (isSecretName(name)) return '…';
  if (typeof value === 'string') return `"${cut(withoutSecrets(value))}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (isRef(value)) return undefined;
  if (Array.isArray(value)) return String(value.length);
  if ('size' in value && typeof value.size === 'number') return String(value.size);
  const fields = Object.entries(value);
  if (inside) return `{${fields.length}}`;
  const told = fields.flatMap(([key, one]: [string, unknown]) => {
    const text = brief(key, one, true);
    return text === undefined ? [] : [`${key} ${text}`];
  });
  return told.length > 4 ? `{${told.length}}` : `{ ${told.join(', ')} }`;
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/**
 * Delay in milliseconds. Events come in bursts, and a list that changes more often is unreadable.
 */
const REST = 200;

/** Return all running actors, updated after events. */
export function useRunning(): readonly Running[] {
  const app = useApp();
  const [running, setRunning] = useState(() => runningFrom(app));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      setRunning(runningFrom(app));
    };
    const lookSoon = () => {
      timer ??= setTimeout(look, REST);
    };
    const watching = app.system.inspect(lookSoon);
    lookSoon();
    return () => {
      clearTimeout(timer);
      watching.unsubscribe();
    };
  }, [app]);
  return running;
}

/** Return the crashes since the page was opened, the first one first. */
export function useCrashes() {
  return useSelector(useApp(), ({ context }) => context.crashes);
}

/** Number of items that were left out, by kind or claim, and reason. */
export interface LeftOut {
  readonly of: number | string;
  readonly reason: string;
  readonly count: number;
}

/** Return unreadable items, counted and sorted by kind and reason (INV-ISOLATE). */
export function useLeftOut(): readonly LeftOut[] {
  const dropped = useFacts((facts) => facts.dropped);
  const groups = Map.groupBy([...rowsOf(dropped)], ([, { of, reason }]) => `${of} ${reason}`);
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, rows]) =>
      rows
        .slice(0, 1)
        .map(([, { of, reason }]) => ({ of, reason: withoutSecrets(reason), count: rows.length })),
    );
}
