import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from '../../people/people.ts';
import type { Rng } from '../../prng.ts';
import type { ArticleRef } from '../world.ts';

/**
 * An essay from `texts/essays/`: its metadata, and its markdown with `[[name]]` for people and
 * `photo:scene` for pictures.
 */
export interface Essay extends ArticleRef {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly scene: string;
  readonly daysAgo: number;
  readonly body: string;
}

const FOLDER = join(import.meta.dirname, '../../texts/essays');

/**
 * Read all essays with their authors. `any` is a member of the essay's circle. Throws if a file
 * lacks a field.
 */
export function readEssays(rng: Rng, people: readonly Person[]): Essay[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.md'));
  return files.sort().map((file) => {
    const { fields, body } = parseEssay(readFileSync(join(FOLDER, file), 'utf8'), file);
    const field = (name: string) => {
      const value = fields.get(name);
      if (value === undefined) throw new Error(`${file}: no ${name}`);
      return value;
    };
    const circle = field('circle');
    return {
      identifier: file.slice(0, -3),
      title: field('title'),
      summary: field('summary'),
      tags: field('tags').split(', '),
      scene: field('scene'),
      daysAgo: Number(field('days')),
      author: authorOf(rng.fork(file), people, field('author'), circle),
      circle,
      body,
    };
  });
}

function parseEssay(
  text: string,
  file: string,
): { fields: ReadonlyMap<string, string>; body: string } {
  const end = text.indexOf('\n---\n');
  if (end < 0) throw new Error(`${file}: no line --- after the fields`);
  const rows = text
    .slice(0, end)
    .split('\n')
    .map((line): [string, string] => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
  return { fields: new Map(rows), body: text.slice(end + 5).trim() };
}

function authorOf(rng: Rng, people: readonly Person[], name: string, circle: string): Person {
  const writers = people.filter((person) =>
    name === 'any'
      ? person.circles.includes(circle) && !person.institution && person.weight > 0.6
      : person.name === name,
  );
  return rng.pick(writers);
}
