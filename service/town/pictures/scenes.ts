import { emblem } from './emblem.ts';
import { emojiScene } from './emoji.ts';
import { portrait } from './portrait.ts';
import { ferry, lighthouse, sail, sea } from './scene-coast.ts';
import { poster, quilt, shelf, typecase, workbench } from './scene-craft.ts';
import { flock } from './scene-flock.ts';
import { branch, garden, greenhouse } from './scene-garden.ts';
import { harbour } from './scene-harbour.ts';
import { forest, marsh, mountains, road, snow } from './scene-land.ts';
import { moon, night, trails } from './scene-sky.ts';
import { city, map, rain, window } from './scene-street.ts';
import { bread, fruit, kettle } from './scene-table.ts';
import { bicycle, network, piano, record, screen } from './scene-things.ts';
import type { Scene } from './svg.ts';

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
