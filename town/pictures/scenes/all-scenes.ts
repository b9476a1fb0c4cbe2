import { emblem } from '../emblem.ts';
import { emojiScene } from '../emoji.ts';
import { portrait } from '../portrait.ts';
import { ferry, lighthouse, sail, sea } from './coast.ts';
import { poster, quilt, shelf, typecase, workbench } from './craft.ts';
import { flock } from './flock.ts';
import { branch, garden, greenhouse } from './garden.ts';
import { harbour } from './harbour.ts';
import { forest, marsh, mountains, road, snow } from './land.ts';
import { moon, night, trails } from './sky.ts';
import { city, map, rain, window } from './street.ts';
import { bread, fruit, kettle } from './table.ts';
import { bicycle, network, piano, record, screen } from './things.ts';
import type { Scene } from '../svg.ts';

export const SCENES: ReadonlyMap<string, Scene> = new Map(
  Object.entries({
    portrait,
    emblem,
    emoji: emojiScene,
    sea,
    lighthouse,
    sail,
    ferry,
    typecase,
    poster,
    shelf,
    workbench,
    quilt,
    flock,
    garden,
    greenhouse,
    branch,
    harbour,
    mountains,
    forest,
    marsh,
    road,
    snow,
    night,
    moon,
    trails,
    city,
    rain,
    window,
    map,
    bread,
    fruit,
    kettle,
    bicycle,
    screen,
    network,
    record,
    piano,
  }),
);
