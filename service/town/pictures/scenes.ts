import { emblem } from './emblem.ts';
import { emojiScene } from './emoji.ts';
import { flock } from './scene-flock.ts';
import { harbour } from './scene-harbour.ts';
import { portrait } from './portrait.ts';
import type { Scene } from './svg.ts';

/** All scenes by name. */
export const SCENES: ReadonlyMap<string, Scene> = new Map([
  ['portrait', portrait],
  ['emblem', emblem],
  ['emoji', emojiScene],
  ['flock', flock],
  ['harbour', harbour],
]);
