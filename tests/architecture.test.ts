import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const ROOMS = [
  'src/events',
  'src/machines',
  'src/adapters',
  'src/views',
  'service',
  'town',
] as const;
type Room = (typeof ROOMS)[number];

/** Imports that each room may have: other rooms, and packages from npm. */
const MAY: Record<Room, { rooms: readonly Room[]; packages: RegExp }> = {
  'src/events': {
    rooms: ['src/events'],
    packages: /^(nostr-tools\/|@noble\/|@scure\/|markdown-it$|immer$|diff$|blurhash$|thumbhash$)/,
  },
  'src/machines': { rooms: ['src/events', 'src/machines'], packages: /^xstate$/ },
  'src/adapters': {
    rooms: ['src/events', 'src/machines', 'src/adapters'],
    packages: /^(xstate|nostr-tools\/|nostr-wasm|pako|@cashu\/cashu-ts$)/,
  },
  'src/views': {
    rooms: ['src/events', 'src/machines', 'src/views'],
    packages:
      /^(react|react-dom|prosemirror-[a-z-]+$|react-router|xstate|xstate\/graph|@xstate\/react|virtua|hls\.js|lean-qr|@dagrejs\/dagre|unicode-emoji-json\/|@fontsource-variable\/)/,
  },
  service: {
    rooms: ['service', 'src/events'],
    packages:
      /^(node:|aws4fetch$|entities$|pg$|sharp$|ws$|nostr-tools(\/|$)|nostr-wasm|@noble\/|@starling\/town$)/,
  },
  town: {
    rooms: ['town', 'src/events'],
    packages: /^(node:|nostr-tools\/|nostr-wasm|@resvg\/|@noble\/)/,
  },
};

/**
 * Folders of events, machines, adapters and views, in the order in which they may import each
 * other. No area owns the first three.
 */
const AREAS = [
  'core',
  'nostr',
  'ui',
  'connection',
  'facts',
  'account',
  'media',
  'publish',
  'money',
  'reading',
  'compose',
  'people',
  'messages',
  'notifications',
  'inspector',
  'settings',
  'app',
];

const files = ['src', 'service', 'town', 'tests', 'scripts'].flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${room}/${file}`,
  ),
);
const code = files.filter((file) => /\.tsx?$/.test(file));
const sources = code.filter(
  (file) => /^(src|service|town)\//.test(file) && !/\.test\.tsx?$/.test(file),
);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

function roomOf(file: string): Room | undefined {
  return ROOMS.find((room) => file.startsWith(`${room}/`));
}

interface Import {
  readonly name: string;
  readonly typesOnly: boolean;
}

function importsOf(file: string): readonly Import[] {
  return importsIn(read(file));
}

function importsIn(text: string): readonly Import[] {
  const found = [
    ...text.matchAll(
      /(?:^|\n)(?:import|export)\b([^'";]*?)from\s+['"]([^'"]+)['"]|(?:^|[^.\w])import\(?\s*['"]([^'"]+)['"]/g,
    ),
  ];
  return found.map((m) => ({ name: m[2] ?? m[3] ?? '', typesOnly: /^\s*type\s/.test(m[1] ?? '') }));
}

/** True if a file of a room may not import the module with that name. */
function isForbidden(room: Room, file: string, name: string): boolean {
  if (!name.startsWith('.')) return !MAY[room].packages.test(name);
  const target = roomOf(relative(ROOT, resolve(ROOT, dirname(file), name)));
  return target !== undefined && !MAY[room].rooms.includes(target);
}

test.each(ROOMS)('%s imports only from the rooms that it may import', (room) => {
  const wrong = sources
    .filter((file) => roomOf(file) === room)
    .flatMap((file) =>
      importsOf(file)
        .filter(({ name }) => isForbidden(room, file, name))
        .map(({ name }) => `${file} imports ${name}`),
    );
  expect(wrong).toEqual([]);
});

/** The only file of the service that knows the demo town. */
const TOWN_DOOR = 'service/demo-town.ts';

/** True if a file imports the package of the demo town without being allowed to. */
function isTownBreach(file: string, imports: readonly Import[]): boolean {
  return file !== TOWN_DOOR && imports.some(({ name }) => name.startsWith('@starling/'));
}

test('one file of the service imports the demo town, and by one function', () => {
  expect(sources.filter((file) => isTownBreach(file, importsOf(file)))).toEqual([]);
  const [names = ''] =
    /import \{[^}]*\} from '@starling\/town'/.exec(read(TOWN_DOOR))?.slice() ?? [];
  const values = names.match(/(?<!type )\b[a-z]\w*(?=,| \})/g);
  expect(values).toEqual(['openTown']);
});

test('an import of the demo town elsewhere in the service is detected (planted)', () => {
  const planted = "import { openTown } from '@starling/town';\n";
  expect(isTownBreach('service/start.ts', importsIn(planted))).toBe(true);
  expect(isTownBreach('service/start.ts', importsIn(`import type${planted.slice(6)}`))).toBe(true);
  expect(isTownBreach(TOWN_DOOR, importsIn(planted))).toBe(false);
  for (const name of ['../town/town.ts', '../town/prng.ts', '@starling/town/prng.ts'])
    expect(isForbidden('service', 'service/fill.ts', name), name).toBe(true);
  expect(isForbidden('town', 'town/town.ts', '../service/errors.ts')).toBe(true);
  expect(isForbidden('town', 'town/town.ts', '../src/machines/core/bus.ts')).toBe(true);
});

test('adapters import only types from machines, and the maker of adapters', () => {
  const wrong = sources
    .filter((file) => roomOf(file) === 'src/adapters')
    .flatMap((file) =>
      importsOf(file).flatMap(({ name, typesOnly }) =>
        /\/machines\/(?!core\/ports\.ts$)/.test(name) && !typesOnly
          ? [`${file} imports ${name}`]
          : [],
      ),
    );
  expect(wrong).toEqual([]);
});

test('TOOL-02 only src/machines/core/ports.ts makes adapters, so that a replay can silence them', () => {
  const makes = (text: string) =>
    /\bfrom(Callback|Promise|Observable|EventObservable)\b/.test(text);
  const makers = sources.filter((file) => file.startsWith('src/') && makes(read(file)));
  expect(makers).toEqual(['src/machines/core/ports.ts']);
  expect(makes("import { type EventObject, fromCallback } from 'xstate';")).toBe(true);
});

test('TOOL-02 only main.tsx and the replay start a system of actors, so that the recorder sees all', () => {
  const starters = sources.filter(
    (file) => file.startsWith('src/') && /\bcreateActor\(/.test(read(file)),
  );
  expect(starters.toSorted()).toEqual(
    ['src/machines/app/recording/replay.ts', 'src/main.tsx'].toSorted(),
  );
});

test('only main.tsx and src/wiring import from all four layers', () => {
  const loose = sources.filter((file) => file.startsWith('src/') && !roomOf(file));
  expect(loose.toSorted()).toEqual(
    [
      'main.tsx',
      'wiring/account.ts',
      'wiring/after-load.ts',
      'wiring/boot.ts',
      'wiring/compose.ts',
      'wiring/devices.ts',
      'wiring/ecash.ts',
      'wiring/holdings.ts',
      'wiring/language.ts',
      'wiring/load-ahead.ts',
      'wiring/messages.ts',
      'wiring/money.ts',
      'wiring/new-picture.ts',
      'wiring/outbox.ts',
      'wiring/passkeys-and-backup.ts',
      'wiring/replayed-page.tsx',
      'wiring/restored-accounts.ts',
    ].map((name) => `src/${name}`),
  );
});

test('events and machines use no clock, no randomness and no browser API', () => {
  const impure =
    /\b(Date\.now|new Date\(\)|Math\.random|performance\.now|crypto\.(getRandom|random|subtle)|localStorage|indexedDB|fetch\(|setTimeout\(|setInterval|window\.|document\.|navigator\.)/;
  const wrong = sources.filter(
    (file) => /^src\/(events|machines)\//.test(file) && impure.test(read(file)),
  );
  expect(wrong).toEqual([]);
});

/** The room, area and path of a file in an area. */
function areaOf(file: string): { readonly room: string; readonly area: string } | undefined {
  const [, room, area] = /^src\/(events|machines|adapters|views)\/([^/]+)\//.exec(file) ?? [];
  return room === undefined || area === undefined ? undefined : { room, area };
}

/** True if the area of `file` comes before the area of `target` in the same room. */
function isUpward(file: string, target: string): boolean {
  const [from, to] = [areaOf(file), areaOf(target)];
  return (
    from !== undefined &&
    from.room === to?.room &&
    AREAS.indexOf(from.area) < AREAS.indexOf(to.area)
  );
}

test('folders of events, machines, adapters and views are named by the areas', () => {
  const folders = new Set(sources.flatMap((file) => areaOf(file)?.area ?? []));
  expect([...folders].filter((folder) => !AREAS.includes(folder))).toEqual([]);
});

/** Known imports against the order. Add none. */
const UPWARD = [
  'src/views/ui/hooks/shell-context.ts imports src/views/app/signed-in-views.ts',
  'src/views/ui/layout/SearchField.tsx imports src/views/reading/search/QuickSearch.tsx',
];

test('an area imports only from areas before it, in the same order in every room', () => {
  const upward = sources.flatMap((file) =>
    importsOf(file).flatMap(({ name }) => {
      const target = relative(ROOT, resolve(ROOT, dirname(file), name));
      return name.startsWith('.') && isUpward(file, target) ? [`${file} imports ${target}`] : [];
    }),
  );
  expect(upward.toSorted()).toEqual(UPWARD);
});

test('an import against the order of the areas is detected (planted)', () => {
  expect(isUpward('src/views/reading/feed/a.tsx', 'src/views/compose/b.tsx')).toBe(true);
  expect(isUpward('src/machines/connection/a.ts', 'src/machines/account/lists/b.ts')).toBe(true);
  expect(isUpward('src/events/core/a.ts', 'src/events/nostr/b.ts')).toBe(true);
  expect(isUpward('src/events/nostr/a.ts', 'src/events/core/b.ts')).toBe(false);
});

test('no folder has more than 25 source files, except the texts', () => {
  const folders = Map.groupBy(sources, (file) => dirname(file));
  const large = [...folders].filter(
    ([folder, inside]) => inside.length > 25 && !folder.startsWith('src/views/ui/strings'),
  );
  expect(large.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([]);
});

/** Lines that a file may have. A machine stands in one file: its chart, actions and guards. */
const mostLines = (file: string) =>
  /^src\/machines\/|^tests\/|\.test\.tsx?$/.test(file) ? 600 : 400;

function longFiles(files: readonly string[]): readonly string[] {
  const lengths = files.map((file) => ({ file, lines: read(file).split('\n').length - 1 }));
  return lengths
    .filter(({ file, lines }) => lines > mostLines(file))
    .map(({ file, lines }) => `${file}: ${lines}`);
}

test('no file has more than 400 lines; machines and tests have at most 600', () => {
  expect(longFiles(code)).toEqual([]);
  expect(mostLines('src/machines/core/a.machine.ts')).toBe(600);
  expect(mostLines('src/events/core/a.ts')).toBe(400);
});

test('nine of ten source files have less than 250 lines', () => {
  const lengths = sources.map((file) => read(file).split('\n').length).toSorted((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length * 0.9)]).toBeLessThan(250);
});

/** Comments that pass column 100. Directives of a tool cannot be wrapped. */
function wideComments(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.length > 100 && /^\s*(\/\/|\/?\*)/.test(line))
    .filter((line) => !/oxlint-|@ts-|@vitest/.test(line));
}

test('comments keep the line width of 100', () => {
  const wide = code.flatMap((file) => wideComments(read(file)).map((line) => `${file}: ${line}`));
  expect(wide).toEqual([]);
  expect(wideComments(`// ${'a'.repeat(98)}`)).toHaveLength(1);
  expect(wideComments(`// ${'a'.repeat(97)}`)).toEqual([]);
});

test('there are no default exports, no type escapes and no HTML from text', () => {
  const banned =
    /^export default|\bas any\b|: any\b|<any>|@ts-(ignore|expect-error|nocheck)|dangerouslySetInnerHTML|\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|document\.write/m;
  expect(sources.filter((file) => banned.test(read(file)))).toEqual([]);
});

test('one place brands a verified event', () => {
  const branding = sources.filter((file) => /\bas (unknown as )?VerifiedEvent\b/.test(read(file)));
  expect(branding).toEqual(['src/events/nostr/verify.ts']);
});

test('one place brands numbers as seconds or milliseconds', () => {
  const branding = sources.filter((file) =>
    /\bas (unknown as )?(Seconds|Millis)\b|: [^\n]* is (Seconds|Millis)\b/.test(read(file)),
  );
  expect(branding).toEqual(['src/events/core/time.ts']);
});

/**
 * Files that open requests, sockets or pages from an address, with the reason why that address is
 * safe. Add new ones here with a reason.
 */
const OPENERS: Record<string, string> = {
  'src/wiring/boot.ts': 'claims what the page itself preloads, at addresses of our own',
  'src/adapters/app/clock-offset.ts':
    'asks the service of the page itself how late it is, at an address of our own',
  'src/adapters/app/import-fetched.ts': 'fetches files of our own build',
  'src/adapters/app/sprite.ts': 'fetches a file of our own build',
  'src/adapters/connection/cache/fetch-prefetched.ts':
    'asks the service of the page itself, at an address of our own',
  'src/adapters/media/find-blob.ts':
    'asks for files that its machine was given through the url policy',
  'src/adapters/connection/http.ts': 'asks for what its callers took through the url policy',
  'src/adapters/connection/verify/verifier-loader.ts': 'fetches a file of our own build',
  'src/adapters/connection/web-socket.ts': 'opens the sockets of the service and of relays',
  'src/adapters/reading/content/link-preview.ts': 'asks the own service about a link',
  'src/adapters/messages/encrypted-file.ts':
    'fetches the file of a private message, which was read through the url policy',
  'src/adapters/money/ecash/mint-http.ts':
    'asks mints that a person allowed, which it took through the url policy',
  'src/adapters/media/upload/media-http.ts':
    'asks the media servers of the account, which its callers took through the url policy',
  'src/adapters/media/upload/upload-put.ts':
    'sends files to the servers of the account that its machine took through the url policy',
  'src/views/inspector/faults/page-network.ts': 'lets all requests fail, and makes none',
  'src/views/ui/navigation/history.ts': 'opens paths of our own',
  'src/views/inspector/host-window.ts': 'opens a page of our own',
  'src/views/app/shortcuts/use-row-tabs.ts': 'the link of a row, to a screen of this app',
};

/**
 * An address in markup that is concatenated, or taken from an event unchanged. Own paths and
 * anchors do not count.
 */
const glued =
  /\b(?:href|src|poster|action|srcSet)=\{`(?!#|\$\{sprite\}#|\/)|\b(?:href|src|poster)=\{[^}`]*\b(?:event|tags?|content|metadata|preview)\.\w+\}/;

test('TRUST-04 few places open an address, and no attribute gets a concatenated one', () => {
  const opening =
    /(?<![.\w])fetch(?:Whole)?\(|\.fetch\(|new WebSocket\(|window\.open\(|location\.(assign|replace)\(|location\.href\s*=(?!=)|sendBeacon|XMLHttpRequest|new EventSource/;
  const client = sources.filter((file) => file.startsWith('src/'));
  expect(client.filter((file) => opening.test(read(file))).toSorted()).toEqual(
    Object.keys(OPENERS).toSorted(),
  );
  expect(client.filter((file) => glued.test(read(file)))).toEqual([]);
});

test('TRUST-04 TRUST-04 the test above detects an unchecked address', () => {
  for (const line of [
    '<a href={`https://${name}`}>',
    '<img src={preview.image} />',
    '<a href={event.content}>',
  ])
    expect(glued.test(line)).toBe(true);
  for (const line of ['<a href={`#fn-${event.id}`}>', '<a href={href}>', '<img src={src} />'])
    expect(glued.test(line)).toBe(false);
});

test('TOOL-05 nothing keeps the fetch of the page, so that the inspector can cut the network', () => {
  const kept = /\bfetch\.bind\(|\bfetch: (?:window|page|globalThis)\.fetch\b/;
  expect(sources.filter((file) => kept.test(read(file)))).toEqual([]);
});

test('E-51 no code registers a service worker, and nothing asks for one', () => {
  const code = ['src', 'service', 'public', 'index.html'].flatMap((path) =>
    path.endsWith('.html')
      ? [read(path)]
      : readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
          .filter((file) => /\.(tsx?|html|webmanifest)$/.test(file))
          .map((file) => read(`${path}/${file}`)),
  );
  expect(code.filter((text) => /\bserviceWorker\b|\bserviceworker\b/.test(text))).toEqual([]);
});
