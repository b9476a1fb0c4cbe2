import { subscriptionOf } from '../../../events/connection/frame-head.ts';
import { type Frame, frameText, readFrame } from '../cache/cache-frames.ts';
import type { Item } from './result-order.ts';
import { sortResult } from './sort-results.ts';

/** E-27: pending frames beyond this are a flood, in bytes or characters of text. */
const MAX_WAITING = 64 * 1024 * 1024;
/**
 * How much text is parsed at a time, in characters. A frame that could not be inflated may have
 * cost as much as a large one.
 */
const MAX_PARSED = 4 * 1024 * 1024;
const BROKEN_COST = 512 * 1024;

export interface FrameQueueDeps {
  /** True if a request has this subscription id. Frames of other ids are dropped. */
  readonly isWanted: (id: string) => boolean;
  readonly log: (text: string) => void;
}

/** Frames as the socket delivered them, read when there is time. */
export function openFrameQueue({ isWanted, log }: FrameQueueDeps) {
  let frames: unknown[] = [];
  let waiting = 0;
  let excess = false;

  const add = (data: unknown): void => {
    waiting += sizeOf(data);
    if (waiting > MAX_WAITING) excess = true;
    else frames.push(data);
  };

  /** Reads frames until there are about `room` items or the turn's limit is reached. */
  const read = (room: number): Item[] => {
    const items: Item[] = [];
    let at = 0;
    for (
      let cost = 0;
      at < frames.length && items.length < room && cost < MAX_PARSED && !excess;
      at++
    ) {
      waiting -= sizeOf(frames[at]);
      const inflated = frameText(frames[at]);
      if ('fault' in inflated) {
        cost += BROKEN_COST;
        if (inflated.fault === 'excessive') excess = true;
        else log('a frame could not be inflated');
        continue;
      }
      cost += inflated.text.length;
      const frame = readFrame(inflated.text);
      if (frame === 'unreadable') {
        log('a frame could not be read');
        const id = subscriptionOf(inflated.text);
        if (id !== undefined && isWanted(id))
          items.push({ id, type: 'rejected', weight: 0, rest: undefined });
      }
      if (frame && frame !== 'unreadable' && isWanted(frame.id))
        for (const item of itemsOf(frame)) items.push(item);
    }
    frames = excess ? [] : frames.slice(at);
    return excess ? [] : items;
  };
  /** `isExcessive`: the service attacks memory, and nothing more is read. */
  return { add, read, isEmpty: () => frames.length === 0, isExcessive: () => excess };
}

function itemsOf(frame: Frame): Item[] {
  const { id } = frame;
  if (frame.type === 'EOSE') return [{ id, type: 'ended', weight: 0, rest: undefined }];
  if (frame.type === 'NOTICE')
    return [{ id, type: 'notice', text: frame.text, weight: 0, rest: undefined }];
  return frame.results.flatMap((value) => {
    const result = sortResult(value);
    return result ? { ...result, id, rest: undefined } : [];
  });
}

function sizeOf(data: unknown): number {
  if (typeof data === 'string') return data.length;
  return data instanceof ArrayBuffer ? data.byteLength : 0;
}
