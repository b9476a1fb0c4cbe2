import { useEffect, useEffectEvent, useState } from 'react';
import { nextStop } from '../../machines/inspector/playback.ts';
import type { Inspected } from './use-inspector.ts';

export const SPEEDS = [1, 4, 16] as const;

/** Plays the listed events of a recording one after the other. */
export interface Playback {
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly setSpeed: (speed: number) => void;
  /** Play from the chosen event, or from the first one at the end. Pause if it plays. */
  readonly toggle: () => void;
  readonly stop: () => void;
}

export function usePlayback({ events, at, chosen, choose }: Inspected): Playback {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(SPEEDS[0]);
  const last = events.length - 1;
  const next = isPlaying ? nextStop(events, at, speed) : undefined;
  const [index, delay] = [next?.index, next?.delay];
  const show = useEffectEvent((shown: number) => {
    const event = events[shown];
    if (event) choose(event);
    if (shown >= last) setPlaying(false);
  });
  useEffect(() => {
    if (index === undefined) return undefined;
    const timer = setTimeout(() => show(index), delay);
    return () => clearTimeout(timer);
  }, [index, delay]);
  return {
    isPlaying,
    speed,
    setSpeed,
    toggle: () => {
      const [first] = events;
      if (!isPlaying && first && (!chosen || at >= last)) choose(first);
      setPlaying(!isPlaying && events.length > 1);
    },
    stop: () => setPlaying(false),
  };
}
