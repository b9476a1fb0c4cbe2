import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { expect, test } from 'vitest';
import type { Feature } from '../src/machines/core/feature.ts';
import { VERB_TABLE } from '../src/events/connection/verb-table.ts';
import { registryOf } from './support/account/feature-registry.ts';

const ROOT = resolve(import.meta.dirname, '..');
const features = registryOf();
const sources = readdirSync(join(ROOT, 'src/machines'), {
  recursive: true,
  encoding: 'utf8',
}).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const read = (file: string) => readFileSync(join(ROOT, 'src/machines', file), 'utf8');

/**
 * Registry entries that a feature does not accept, that are listed twice, or that are its own
 * events.
 */
function flawsOf(all: readonly Feature[]): readonly string[] {
  const ids = all.map(({ id }) => id);
  return all.flatMap(({ id, logic, replays, receives, restartsWith, opensOn }) => {
    const taken = 'events' in logic ? (logic as AnyStateMachine).events : [];
    return [
      ...[...replays, ...receives].flatMap((type) =>
        taken.includes(type) || taken.includes(type.replace(/\..*/, '.*'))
          ? []
          : [`${id} is told ${type} and does not take it`],
      ),
      ...replays.flatMap((type) =>
        receives.includes(type) ? [`${id} is told ${type} twice`] : [],
      ),
      ...[...replays, ...receives].flatMap((type) =>
        type.startsWith(`${id}.`) ? [`${id} is told its own ${type}`] : [],
      ),
      ...restartsWith.flatMap((other) =>
        ids.indexOf(other) < ids.indexOf(id) && ids.includes(other)
          ? []
          : [`${id} needs ${other}, which is not there before it`],
      ),
      ...(opensOn === undefined || opensOn.startsWith(`${id}.`)
        ? []
        : [`${id} opens on ${opensOn}`]),
      ...(ids.filter((one) => one === id).length === 1 ? [] : [`there are two of ${id}`]),
    ];
  });
}

/** Events with the prefix of another feature that a feature accepts without a registry entry. */
function foreignIn(all: readonly Feature[]): readonly string[] {
  const ids = all.map(({ id }) => id);
  return all.flatMap(({ id, logic, replays, receives }) => {
    const taken = 'events' in logic ? (logic as AnyStateMachine).events : [];
    const foreign = taken.filter((type) =>
      ids.some((other) => other !== id && type.startsWith(`${other}.`)),
    );
    return foreign.flatMap((type) =>
      replays.includes(type) || receives.includes(type) || ANSWERS.has(type)
        ? []
        : [`${id} takes ${type}`],
    );
  });
}
/** Responses, sent to the requesting actor. */
const ANSWERS = new Set([
  'outbox.jobMissing',
  'outbox.jobCreated',
  'outbox.jobChanged',
  'outbox.jobAbandoned',
  'outbox.changed',
  'inboxes.found',
  'money.paymentChanged',
  'ecash.moved',
  'ecash.kept',
  'compose.attach',
]);

test('features accept their own events, those in the registry, and responses', () => {
  expect([flawsOf(features), foreignIn(features)]).toEqual([[], []]);
});

test('a registry entry that no feature accepts, or of another feature, is caught (planted)', () => {
  const [first, ...rest] = features;
  if (!first) throw new Error('there is none');
  const planted: Partial<Feature>[] = [
    { receives: ['nobody.says'] },
    { receives: ['network.proxied'] },
    { restartsWith: ['lists'] },
    { opensOn: 'compose.open' },
    { id: 'lists' },
  ];
  for (const breach of planted) expect(flawsOf([{ ...first, ...breach }, ...rest])).not.toEqual([]);
  expect(foreignIn([{ ...first, replays: [], receives: [] }, ...rest])).toContain(
    `${first.id} takes network.proxied`,
  );
});

/** Names of features in a text, as identifiers. */
const namesIn = (text: string) =>
  features.map(({ id }) => id).filter((id) => new RegExp(`['"\`]${id}(\\.\\w+)?['"\`]`).test(text));

test('the scope of an account names none of its features', () => {
  for (const file of [
    'account/session/scope.machine.ts',
    'core/feature.ts',
    'account/session/account.machine.ts',
  ])
    expect([file, namesIn(read(file))]).toEqual([file, []]);
  expect(namesIn("sendTo('outbox', { type: 'relays.ask' })")).toEqual(['relays', 'outbox']);
});

const STATIC = /^(?:import|export) (?!type\b)[^'";]*?from '(\.[^']+\.tsx?)'/gm;

/** Files that are loaded together with that one; types are not. */
function loadedWith(file: string): ReadonlySet<string> {
  const found = new Set([join(ROOT, 'src', file)]);
  for (const one of found)
    for (const [, name = ''] of readFileSync(one, 'utf8').matchAll(STATIC))
      found.add(resolve(dirname(one), name));
  return new Set([...found].map((one) => relative(join(ROOT, 'src'), one)));
}

test('the account’s code contains no feature that is loaded on first use', () => {
  const [account, compose] = [loadedWith('wiring/account.ts'), loadedWith('wiring/compose.ts')];
  expect(account.has('machines/app/features.ts')).toBe(true);
  const own = [
    'wiring/compose.ts',
    'machines/compose/compose.machine.ts',
    'machines/media/upload/uploads.machine.ts',
    'adapters/media/upload/upload-put.ts',
  ];
  expect([
    own.filter((file) => compose.has(file)),
    own.filter((file) => account.has(file)),
  ]).toEqual([own, []]);
});

/**
 * Files under `src` that a table of docs/contributing.md names in its first column after these
 * words.
 */
function listedAfter(words: string): readonly string[] {
  const text = readFileSync(join(ROOT, 'docs/contributing.md'), 'utf8');
  const begin = text.indexOf('|', text.indexOf(words));
  const rows = text.slice(begin, text.indexOf('\n\n', begin)).split('\n');
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`src\/(.*?)`/g)].map(([, file = '']) => file),
  );
}

test('docs/contributing.md names exactly the files that know its example feature', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file),
  );
  const naming = files.filter((file) =>
    /getting-?started/i.test(file + readFileSync(join(ROOT, 'src', file), 'utf8')),
  );
  expect(naming.toSorted()).toEqual(
    listedAfter("## Example: the feature 'getting started'").toSorted(),
  );
});

/** Machines and helpers that look at another actor, and the reason. */
const LOOKS: Readonly<Record<string, string>> = {
  'app/retained-events.ts': 'the read model lets go of nothing that any screen shows',
  'app/recording/replay.ts': 'it finds the timers of the whole system',
  'app/recording/state-hash.ts': 'it compares whole states',
  'core/refs-below.ts': 'a recording and a replay hash and compare all states',
  'core/refs.ts': 'it tells ports from machines',
  'core/supervision.ts':
    'a failed actor cannot name its children, and an ended one sends no notice',
  'inspector/faults.ts': 'a notice of a fault by hand has the unchanged snapshot',
  'inspector/history.ts': 'it starts with the snapshots and timers of all actors',
};

/**
 * Reads another actor's snapshot. `self.getSnapshot().children` only lists the actor's own
 * children.
 */
const looks = (text: string) => /(?<!\bself)\.getSnapshot\(\)/.test(text);

test('no machine reads the snapshot of another actor', () => {
  expect(sources.filter((file) => looks(read(file))).toSorted()).toEqual(
    Object.keys(LOOKS).toSorted(),
  );
  expect(
    [
      'outbox.getSnapshot()',
      'self.getSnapshot().children.a?.getSnapshot()',
      'self.getSnapshot().children.a',
    ].map(looks),
  ).toEqual([true, true, false]);
});

/** Files that name a verb outside a request that is checked against the table, and the reason. */
const NAMED: Readonly<Record<string, string>> = {
  'src/events/account/signing/request-drafts.ts':
    'what is signed to read the own settings names the verb',
  'src/events/account/signing/signed-query.ts':
    'what is signed names the verb before it is asked for, and `withProof` checks it',
  'src/events/connection/purposes.ts':
    'purposes of signed requests; one of them is the name of another verb',
  'src/events/reading/feed/legacy-spec.ts': 'directives of old settings, which have names of verbs',
};

/**
 * Verbs in a text outside the first argument of a `query`. A verb without an underscore counts only
 * after `verb:`, as it could be any word.
 */
function rawVerbs(text: string): readonly string[] {
  return [...text.matchAll(/(\bquery\(\s*|\bVerbs\[)?(\bverb:\s*)?['"](\w+)['"]/g)].flatMap(
    ([, query, verb, name = '']) =>
      query === undefined && (verb !== undefined || (name.includes('_') && name in VERB_TABLE))
        ? [name]
        : [],
  );
}

test('CACHE-06 verbs are requested only by `query`, which checks them against the table', () => {
  const code = ['src', 'service', 'town'].flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${room}/${file}`,
    ),
  );
  const told = code.filter(
    (file) =>
      /(?<!\.test)\.tsx?$/.test(file) &&
      rawVerbs(readFileSync(join(ROOT, file), 'utf8')).length > 0,
  );
  expect(told.toSorted()).toEqual(Object.keys(NAMED));
  const planted = [
    `{ verb: 'feed', payload }`,
    `cache: ["user_infos", {}]`,
    `ask(context, 'net_stats')`,
    `query(\n'net_stats', {})`,
    `['events']`,
  ];
  expect(planted.map(rawVerbs)).toEqual([['feed'], ['user_infos'], ['net_stats'], [], []]);
});

/** Views that are no façade: neither `use-<feature>.ts` nor the access to the root actor. */
const components = readdirSync(join(ROOT, 'src/views'), {
  recursive: true,
  encoding: 'utf8',
}).filter(
  (file) =>
    /(?<!\.test)\.tsx?$/.test(file) &&
    !basename(file).startsWith('use-') &&
    file !== 'ui/hooks/app-context.ts',
);

/** Reads or sends to an actor, looks at its children, or knows its type. */
const TOUCH =
  /\b(?:useSelector|ActorRef\w*)\b|\.getSnapshot\(|(?:napshot\??|\(\))\.children\b|\.send\(|import type \{[^}]*\w+Actor\b[^}]*\} from '[^']*\/machines\//;

test('only use-<feature>.ts files touch actors; components use hooks', () => {
  const touching = components.filter((file) =>
    TOUCH.test(readFileSync(join(ROOT, 'src/views', file), 'utf8')),
  );
  expect(touching).toEqual([]);
});

test('a component that touches an actor is caught (planted)', () => {
  const breaches = [
    'const isOn = useSelector(network, (snapshot) => snapshot?.context.proxied);',
    'onClick={() => network?.send({ type: "network.recommend" })}',
    'const { context } = outbox.getSnapshot();',
    'const relay = snapshot?.children[key];',
    "import type { LoginActor, loginMachine } from '../../machines/account/login.machine.ts';",
    'type Login = ActorRefFrom<typeof loginMachine>;',
  ];
  expect(breaches.filter((text) => !TOUCH.test(text))).toEqual([]);
  expect(
    [
      'const { isOn, setProxied } = useNetwork();',
      'node.children.map(draw)',
      "import { useRelay } from './use-network.ts';",
    ].filter((text) => TOUCH.test(text)),
  ).toEqual([]);
});

/** Views that show a confirmation question, and the actor that asks it. */
const ASKING: Readonly<Record<string, string>> = {
  'account/keys/PinDialog.tsx': 'the machine of the PIN warns',
  'app/QuestionDialog.tsx': 'the owner of questions asks',
  'app/SignOutDialog.tsx': 'the owner of questions asks',
  'compose/DescribeDialog.tsx': 'the machine of the composer asks',
  'compose/acts/ReportDialog.tsx': 'the owner of questions asks',
  'money/payments/MoneyDialogs.tsx': 'the machine of the payment asks',
  'money/zaps/RepeatedZapQuestion.tsx': 'the machine of the payments asks',
  'settings/network/NetworkServices.tsx': 'the list of services asks, for visitors too',
};

const asks = (text: string) => /<ConfirmDialog\b/.test(text);

test('questions are shown only by the view of the actor that asks them', () => {
  const views = readdirSync(join(ROOT, 'src/views'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.tsx$/.test(file),
  );
  const asking = views.filter((file) => asks(readFileSync(join(ROOT, 'src/views', file), 'utf8')));
  expect(asking.toSorted()).toEqual(Object.keys(ASKING));
  expect(
    ['{leaves && <ConfirmDialog question={words} />}', 'ask({ code: "discard" })'].map(asks),
  ).toEqual([true, false]);
});

/** True for views that ask before they edit a list. Its editor may then ask a second time. */
const asksTwice = (text: string) => /\buseAsk\(/.test(text) && /'lists\.edit'|\bedit\('/.test(text);

test('BEYOND-01 an act on a list is confirmed only by the editor of the list', () => {
  const views = readdirSync(join(ROOT, 'src/views'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file),
  );
  expect(
    views.filter((file) => asksTwice(readFileSync(join(ROOT, 'src/views', file), 'utf8'))),
  ).toEqual([]);
  const planted = "const { ask, intended } = useAsk(); intended({ type: 'lists.edit', list })";
  expect([planted, 'const { ask } = useAsk();', "edit('relays', intent)"].map(asksTwice)).toEqual([
    true,
    false,
    false,
  ]);
});
