import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { SIGNING_CODES } from '../src/events/account/signing/signing-error.ts';

const SRC = resolve(import.meta.dirname, '../src');

/**
 * Files that report a code, except tests and the table itself. Files with texts only, or that only
 * read a code, do not count.
 */
function sayersOf(code: string): readonly string[] {
  const files = ['adapters', 'machines'].flatMap((room) =>
    readdirSync(join(SRC, room), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(room, file),
    ),
  );
  return files.filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      says(readFileSync(join(SRC, file), 'utf8'), code),
  );
}

/**
 * True if the text creates a failure with the code, maps to it in a table, or reports it to a
 * payer.
 */
function says(text: string, code: string): boolean {
  return [
    `signingFailure('${code}'`,
    `failed('${code}'`,
    `'${code}',\n`,
    `: '${code}'`,
    `code: '${code}'`,
  ].some((form) => text.includes(form));
}

test('SIGN-02 each error code is reported by the product, and an unknown code is not found', () => {
  for (const code of SIGNING_CODES) expect([code, sayersOf(code).length > 0]).toEqual([code, true]);
  expect(sayersOf('no_such_extension')).toEqual([]);
});
