import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseOptions } from '../service/command-line/options.ts';

const DOCUMENTS = ['docs/operating.md', 'README.md'] as const;
const KEYS = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');

/** Placeholders in the documents, and values for them. */
const SAID: Readonly<Record<string, string>> = {
  'postgres://...': 'postgres://ann:word@127.0.0.1:5432/town',
  'postgres://.../again': 'postgres://127.0.0.1/again',
  'wss://...': 'wss://relay.example',
  'npub1...': 'a'.repeat(64),
  'note1...': 'b'.repeat(64),
  's3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION':
    's3://media/town?endpoint=https://s3.example&region=eu',
  '%i': '4871',
  N: '4871',
};

/** The arguments after the program in each line that starts the service. */
function commandsIn(text: string): readonly (readonly string[])[] {
  const lines = text
    .split('\n')
    .flatMap((line) => [
      ...line.matchAll(/(?:npm start --|npm run service --|service\/main\.ts) ([^`|#]*)/g),
    ]);
  return lines
    .map(([, said = '']) =>
      [...said.matchAll(/'([^']*)'|(\S+)/g)].flatMap(([, quoted, plain]) => quoted ?? plain ?? []),
    )
    .map((words) =>
      words
        .filter((word) => word !== '...')
        .map((word) => SAID[word] ?? word.replace('%i', '4871')),
    );
}

test.each(DOCUMENTS)('the service accepts each command line in %s', (name) => {
  const commands = commandsIn(read(name));
  expect(commands.length).toBeGreaterThan(7);
  for (const words of commands)
    expect(parseOptions(words, KEYS), words.join(' ')).not.toHaveProperty('error');
});

test('each section that docs/operating.md refers to exists', () => {
  const text = read(DOCUMENTS[0]);
  const titles = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  );
  const named = DOCUMENTS.flatMap((name) =>
    [...read(name).matchAll(/\]\((?:docs\/operating\.md)?#([^)]*)\)/g)].map(([, place]) => place),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((place) => place === undefined || !titles.includes(place))).toEqual([]);
});
