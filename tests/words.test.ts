import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sentencesIn } from './support/views/sentences.ts';

const SRC = resolve(import.meta.dirname, '../src');
const CATALOGUE = 'views/ui/strings/';
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith(CATALOGUE),
);

/** Modules with texts that are not part of the interface, and their purpose. */
const DATA: Readonly<Record<string, string>> = {
  'machines/inspector/sequence.ts': 'the notation of Mermaid',
  'wiring/account.ts': 'the name of this client, told to others',
  'wiring/after-load.ts': 'the name under which this client asks',
  'adapters/account/keys/passkey-authenticator.ts':
    'the name of this client, told to what keeps passkeys',
  'adapters/app/first-draw.ts': 'names of font families',
  'adapters/connection/cache/cache-connection.ts':
    'why the worker of the socket broke, for the recorder of crashes',
  'adapters/connection/cache/cache.worker.ts':
    'why the worker of the socket broke, for the recorder of crashes',
  'adapters/connection/verify/frame-queue.ts': 'lines of the console, for developers',
  'adapters/money/wallets/webln.ts':
    'what wallets of browsers say where a person closed their prompt',
  'adapters/connection/web-socket.ts': 'a reason as sockets give them, for the console',
  'adapters/media/upload/upload-put.ts': 'a header of HTTP',
  'events/account/signing/http-auth.ts': 'a scheme of HTTP (NIP-98)',
  'events/compose/first-notes.ts': 'where a draft comes from, as the log of the outbox names it',
  'events/account/keys/passkeys.ts': 'what a derived key is for (HKDF)',
  'events/account/signing/request-drafts.ts': 'what is signed to read the own settings (15.1)',
  'events/account/signing/signed-query.ts':
    'what is signed as a proof, or told to the service (ACCOUNT-14, ACCOUNT-18)',
  'events/account/profile/profile-path.ts': 'parts of addresses that are no names of people',
  'events/app/shortcuts.ts': 'names of keys, and codes of what they do',
  'events/core/redact-secrets.ts': 'what a recording holds in the place of a secret',
  'events/media/embed-providers.ts': 'names of providers',
  'events/media/embed.ts': 'names of providers',
  'events/media/upload.ts': 'what is signed to allow an upload (BUD-01)',
  'events/money/payments/rate.ts': 'codes of countries and currencies',
  'events/compose/acts/build-acts.ts':
    'the content of a deletion request (NIP-09), which relays and other clients read',
  'events/compose/emoji/emoji-table.ts': 'the keywords by which emojis are found',
  'events/publish/outbox/log-codes.ts': 'what lines of the log said before there were codes',
  'events/compose/text-tags.ts': 'the name of this client, told to others (TOOL-04)',
  'events/reading/feed/default-feeds.ts':
    'names of feeds, as the service sends them and accounts keep them',
  'events/reading/feed/home-feeds.ts':
    'names of feeds, as the service sends them and accounts keep them',
  'events/reading/feed/legacy-spec.ts': 'directives of a search, in the language of the service',
  'events/settings/saved-settings.ts':
    'what is signed with the settings, as the service wants it (SETTINGS-02)',
  'events/settings/settings-versions.ts': 'a notice of the service, which is recognised',
  'events/settings/zap-settings.ts':
    'what goes with zaps, as the service sends it and accounts keep it (SETTINGS-05)',
  'machines/account/session/session-setup.ts':
    'a line of the console that ACCOUNT-16 gives word by word',
  'machines/app/recording/recording-text.ts': 'what a recording holds in the place of a secret',
  'machines/messages/messages.machine.ts': 'lines of the log that DM-08 gives word by word',
  'machines/connection/request.machine.ts':
    'a notice of the service, which is recognised (LIMIT-06)',
  'views/ui/navigation/navigation-keys.ts': 'codes of what keys do',
  'views/reading/article/highlight-code.ts': 'keywords of programming languages',
  'views/settings/SettingsAbout.tsx': 'names a lookup',
};

/** Platform names of keys, drag and drop effects, and interfaces. */
const PLATFORM = new Set([
  'Escape',
  'Enter',
  'Tab',
  'Home',
  'End',
  'Delete',
  'Backspace',
  'Files',
  'Translator',
]);

const spoken = (file: string, code: string) =>
  sentencesIn(file, code).filter(({ text }) => !PLATFORM.has(text));

test('ACCESS-05 only the catalogue has words, and other code uses codes or quotes others', () => {
  const found = files.flatMap((file) =>
    spoken(file, readFileSync(join(SRC, file), 'utf8')).map(({ line, text }) => ({
      file,
      line,
      text,
    })),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(found.filter(({ file }) => DATA[file] === undefined)).toEqual([]);
  // each exception is still needed
  expect(Object.keys(DATA).filter((file) => found.every((one) => one.file !== file))).toEqual([]);
});

test('a sentence is detected in any place (planted)', () => {
  const planted: ReadonlyArray<readonly [code: string, text: string]> = [
    ["const NO_ANSWER = 'The signer did not answer';", 'The signer did not answer'],
    ['send({ text: `Failed to ${act} it` });', 'Failed to  …  it'],
    ["const name = isLate ? 'late answer' : '';", 'late answer'],
    ["show({ text: 'Cancelled' });", 'Cancelled'],
    ['export const A = () => <p>Try again</p>;', 'Try again'],
    ['export const A = () => <Field label="Key or address" />;', 'Key or address'],
    ["toast({ kind: 'error', text: x ?? 'not published' });", 'not published'],
    [
      "const words: Record<string, string> = { full: 'its storage is full' };",
      'its storage is full',
    ],
  ];
  for (const [code, text] of planted)
    expect(spoken('planted.tsx', code).map((one) => one.text)).toContain(text);
  const fine = [
    "throw new Error('nothing is ready to be sent');",
    "import { a } from './some file.ts';",
    'export const A = () => <a rel="noopener noreferrer" className="one two">{words.link}</a>;',
    "send({ type: 'list.failed', message: { code: 'list.serversFailed' } });",
    "element.querySelector('textarea, input');",
    '// The signer did not answer\nconst a = 1;',
  ];
  for (const code of fine) expect(spoken('planted.tsx', code)).toEqual([]);
});

const CATALOGUES = readdirSync(join(SRC, CATALOGUE), { recursive: true, encoding: 'utf8' }).filter(
  (file) => /(?<!\.test)\.ts$/.test(file),
);

/** Straight quotes within texts. Comments, code and examples of JSON may contain them. */
const straightIn = (code: string): readonly string[] =>
  code
    .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$|\{"[^}]*\}/gm, '')
    .match(/[\p{L}}]\\?'\p{Ll}.*|'[^'\n]*"[^'\n]*'|`[^`\n]*"[^`\n]*`/gu) ?? [];

test('the catalogues have curly quotes', () => {
  expect(CATALOGUES.length).toBeGreaterThan(100);
  const found = CATALOGUES.flatMap((file) =>
    straightIn(readFileSync(join(SRC, CATALOGUE, file), 'utf8')).map((one) => `${file}: ${one}`),
  );
  expect(found).toEqual([]);
});

test('a straight quote is detected in any text (planted)', () => {
  for (const code of [
    `a: "Don't",`,
    "a: `${name}'s note`",
    `a: 'a "quoted" word',`,
    "a: 'isn\\'t',",
  ])
    expect(straightIn(code)).toHaveLength(1);
  for (const code of [
    "a: 'Don’t',",
    "list.join(' and ')",
    "/** It's a comment. */",
    "a: ['b', 'c'],",
  ])
    expect(straightIn(code)).toEqual([]);
});
