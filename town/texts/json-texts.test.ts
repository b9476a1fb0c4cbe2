import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CAST, DEFAULT_NAME, DEMO } from '../people/cast.ts';
import { CIRCLES } from '../people/circles.ts';
import { CULTURES } from '../people/names.ts';
import { readText } from './read-text.ts';

const names = CAST.map(({ name }) => name);

test('each hand-written person has a name of their own, a text, known circles and a picture', () => {
  expect(new Set(names).size).toBe(names.length);
  const circles = CIRCLES.map(({ id }) => id);
  for (const person of CAST) {
    expect(person.about.length, person.name).toBeGreaterThan(30);
    expect(person.picture, person.name).toMatch(/^(portrait|emblem):[a-z0-9.]+$/);
    expect(
      person.circles.filter((circle) => !circles.includes(circle)),
      person.name,
    ).toEqual([]);
    expect(person.weight, person.name).toBeGreaterThan(0);
  }
});

test('the accounts for everybody are hand-written people', () => {
  expect([DEFAULT_NAME, ...DEMO.map(({ name }) => name)].filter((n) => !names.includes(n))).toEqual(
    [],
  );
});

test('each part of the world has names, a range of skin colours, and shares from 0 to 1', () => {
  for (const { name, women, men, family, skin, hair, coily, cover, hat } of CULTURES) {
    for (const list of [women, men, family]) expect(list.length, name).toBeGreaterThan(4);
    expect(hair.length, name).toBeGreaterThan(0);
    expect(skin[0], name).toBeLessThanOrEqual(skin[1]);
    for (const share of [coily, cover[1], hat[1]])
      expect(share >= 0 && share <= 1, name).toBe(true);
  }
});

test('each follow pack has a title, a text and an interest of its own', () => {
  const packs: ReadonlyArray<Record<'circle' | 'title' | 'about', string>> = JSON.parse(
    readText('follow-packs.json'),
  );
  const of = (name: 'circle' | 'title') => packs.map((pack) => pack[name]).toSorted();
  expect(of('circle')).toEqual(CIRCLES.map(({ id }) => id).toSorted());
  expect(new Set(of('title')).size).toBe(packs.length);
  for (const { title, about } of packs) expect(about.length, title).toBeGreaterThan(30);
});

test('every person that a JSON text names exists', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.json'));
  expect(files.length).toBeGreaterThan(4);
  // packs name interests, and their people follow from these
  for (const file of files.filter((one) => !/^(cast|names|follow-packs)/.test(one))) {
    const named = [...readText(file).matchAll(/"(?:by|host|name)": "([a-z_]+)"/g)];
    expect(named.length, file).toBeGreaterThan(0);
    expect(
      named.flatMap(([, name = '']) => (names.includes(name) ? [] : [name])),
      file,
    ).toEqual([]);
  }
});
