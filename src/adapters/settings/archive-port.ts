import type { CallbackActorLogic } from 'xstate';
import {
  type Archive,
  ARCHIVED_SETTINGS,
  archiveText,
  type Kept,
  type Merge,
  mergeOf,
  readArchive,
} from '../../events/settings/archive.ts';
import { ARCHIVE_CHANCE, MAX_ARCHIVE } from '../../events/settings/archive-cipher.ts';
import type { StoredDraft } from '../../events/compose/stored-draft.ts';
import { foldOutbox } from '../../events/publish/outbox/outbox-fold.ts';
import { draftsFromPlans } from '../../events/compose/scheduled-drafts.ts';
import type { Secret } from '../../events/account/keys/secret.ts';
import { readEvent } from '../../events/nostr/event-shape.ts';
import { inSeconds, type Seconds } from '../../events/core/time.ts';
import type { Verify } from '../../events/nostr/verify.ts';
import type {
  ArchiveCommand,
  ArchiveFailure,
  ArchiveSignal,
} from '../../machines/settings/archive-protocol.ts';
import type { Storages } from '../core/storage.ts';
import { ACCOUNT_KEYS } from '../core/storage-keys.ts';
import type { WorkerSpawner } from '../connection/worker-connection.ts';
import { articleRows, type ArticleStoreDeps } from '../compose/article/article-store.ts';
import { allDrafts, draftsIn, openDrafts, putDraft } from '../compose/draft-store.ts';
import type { AccountStore } from '../account/session/account-store.ts';
import { openOutboxLog, type OutboxLogDeps } from '../publish/outbox/outbox-log.ts';
import type { ArchiveReply, ArchiveTask } from './archive-work.ts';
import type { KeyWorkerClient } from '../account/keys/key-worker-client.ts';
import type { KeyTask } from '../account/keys/key-worker-protocol.ts';
import { allVersions, openVersions, writeVersions } from '../account/lists/list-version-store.ts';
import { lockedKeyText, whyShut } from '../account/keys/secret-store.ts';
import { callbackAdapter } from '../../machines/core/ports.ts';

export interface ArchiveDeps {
  readonly keys: KeyWorkerClient;
  readonly store: Pick<AccountStore, 'secret' | 'parts'>;
  readonly storages: Storages;
  /** `undefined` if the platform has no database: then no file can be made. */
  readonly factory: IDBFactory | undefined;
  readonly seal: ArticleStoreDeps['seal'];
  readonly channel: ArticleStoreDeps['channel'];
  readonly verify: () => Promise<Verify>;
  readonly keyRange: OutboxLogDeps['keyRange'];
  readonly now: () => Seconds;
  readonly newId: () => string;
  readonly chance: (size: number) => Uint8Array;
  readonly spawn: WorkerSpawner<ArchiveTask, ArchiveReply>;
  readonly save: (file: Blob, made: Seconds) => void;
}

type Failed = { readonly why: ArchiveFailure };

/**
 * The `files` port of an account (BEYOND-16). An opened file's data stays here until it is written
 * or dropped.
 */
export function archivePort(
  deps: ArchiveDeps,
): CallbackActorLogic<ArchiveCommand, { account: string }> {
  return callbackAdapter<ArchiveCommand, { account: string }>(
    ({ input: { account }, sendBack, receive }) => {
      const life = new AbortController();
      let found: Archive | undefined;
      /** Number of the current command. A cancelled command reports nothing. */
      let turn = 0;
      const run = (
        work: (say: (part: number) => void) => Promise<ArchiveSignal | Failed>,
      ): void => {
        const mine = ++turn;
        const report = (signal: ArchiveSignal): void => {
          if (!life.signal.aborted && mine === turn) sendBack(signal);
        };
        work((part) => report({ type: 'archive.progress', part })).then(
          (made) => report('type' in made ? made : { type: 'archive.failed', why: made.why }),
          () => report({ type: 'archive.failed', why: 'failed' }),
        );
      };
      receive((command) => {
        if (command.type === 'archive.seal') run((say) => seal(account, command, deps, say));
        else if (command.type === 'archive.load')
          run(async (say) => {
            const looked = await look(account, command, deps, say);
            if ('why' in looked) return looked;
            found = looked.archive;
            return { type: 'archive.found', plan: planOf(looked.archive, looked.merge) };
          });
        else if (command.type === 'archive.write') run(async () => write(account, found, deps));
        else {
          found = undefined;
          turn++;
        }
      });
      return () => {
        found = undefined;
        life.abort();
      };
    },
  );
}

async function seal(
  account: string,
  { passphrase, key }: Extract<ArchiveCommand, { type: 'archive.seal' }>,
  deps: ArchiveDeps,
  say: (part: number) => void,
): Promise<ArchiveSignal | Failed> {
  const phrase = spent(passphrase);
  const locked = key ? await lockedKey(account, spent(key.pin), phrase, deps) : undefined;
  if (locked && 'why' in locked) return locked;
  const made = deps.now();
  const text = archiveText({
    ...(await keptHere(account, deps)),
    account,
    made,
    ncryptsec: locked?.ncryptsec,
  });
  const reply = await worked(
    { do: 'seal', text, passphrase: phrase, chance: deps.chance(ARCHIVE_CHANCE) },
    deps,
    say,
  );
  if (reply.type !== 'sealed') return { why: 'failed' };
  deps.save(new Blob([reply.file], { type: 'application/octet-stream' }), made);
  return { type: 'archive.saved' };
}

async function look(
  account: string,
  { file, passphrase }: Extract<ArchiveCommand, { type: 'archive.load' }>,
  deps: ArchiveDeps,
  say: (part: number) => void,
): Promise<{ archive: Archive; merge: Merge } | Failed> {
  const phrase = spent(passphrase);
  if (file.size > MAX_ARCHIVE) return { why: 'huge' };
  const reply = await worked({ do: 'open', file, passphrase: phrase }, deps, say);
  if (reply.type === 'fault') return { why: reply.fault };
  const archive =
    reply.type === 'opened' ? readArchive(reply.text, await deps.verify()) : undefined;
  if (!archive) return { why: 'foreign' };
  return archive.account === account
    ? { archive, merge: mergeOf(await keptHere(account, deps), archive) }
    : { why: 'other' };
}

/**
 * Compares the file with the current data again: another tab may have written since the preview.
 * Drafts come first, because they exist nowhere else.
 */
async function write(
  account: string,
  found: Archive | undefined,
  deps: ArchiveDeps,
): Promise<ArchiveSignal | Failed> {
  if (!found) return { why: 'failed' };
  const { versions, drafts, articles, settings } = mergeOf(await keptHere(account, deps), found);
  const kept = articlesOf(account, deps);
  const [lists, texts] = await Promise.all([
    openVersions(deps.factory, account),
    openDrafts(deps.factory, account),
  ]);
  try {
    if (!lists || !texts) return { why: 'failed' };
    for (const { target, ...text } of drafts) await putDraft(texts, target, text);
    for (const row of articles) await kept.put(row);
    await writeVersions(lists, versions, []);
  } finally {
    lists?.close();
    texts?.close();
    kept.close();
  }
  const scope = deps.storages.account(account);
  const failures = [...settings].map(([name, value]) => {
    const [key, part] = splitName(name);
    return key && scope.write(key, value, part);
  });
  return failures.some((failure) => failure !== undefined)
    ? { why: 'failed' }
    : { type: 'archive.written' };
}

/**
 * The account's data on this device. Rejects if it cannot be read: a file without it would look
 * complete.
 */
async function keptHere(account: string, deps: ArchiveDeps): Promise<Kept> {
  const { factory, store, storages, verify } = deps;
  const written = articlesOf(account, deps);
  const [lists, texts, check, scheduled] = await Promise.all([
    openVersions(factory, account),
    openDrafts(factory, account),
    verify(),
    scheduledHere(account, deps),
  ]);
  try {
    if (!lists || !texts) throw new Error('the databases could not be opened');
    const [versions, drafts, articles] = await Promise.all([
      allVersions(lists),
      allDrafts(texts),
      written.read(),
    ]);
    const scope = storages.account(account);
    return {
      versions: versions.flatMap((row) => {
        const event = readEvent(row);
        return (event?.pubkey === account && check(event)) || [];
      }),
      drafts: [...draftsIn(drafts, scope, store.parts(account, 'noteDraft')), ...scheduled],
      articles,
      settings: new Map(
        ARCHIVED_SETTINGS.flatMap((name) => {
          const [key, part] = splitName(name);
          const value = key && scope.read(key, part);
          return value === undefined ? [] : [[name, value] as const];
        }),
      ),
    };
  } finally {
    lists?.close();
    texts?.close();
    written.close();
  }
}

/**
 * The scheduled notes, as drafts with their time. They are not copied as scheduled notes, because
 * each of two devices would send them.
 */
async function scheduledHere(
  account: string,
  { factory, keyRange, now, verify, newId }: ArchiveDeps,
): Promise<readonly StoredDraft[]> {
  const log = await openOutboxLog(account, { factory, keyRange, now, verify, newId });
  try {
    const { entries, unkept } = await log.read();
    if (unkept !== undefined) throw new Error('the outbox could not be read');
    const records = foldOutbox(new Map(), entries);
    return draftsFromPlans(
      new Map([...records].filter(([, record]) => record.account === account)),
    );
  } finally {
    log.close();
  }
}

function articlesOf(
  account: string,
  { factory, seal, channel, storages, store: { parts } }: ArchiveDeps,
) {
  return articleRows(
    { factory, seal, channel, storage: (whose) => storages.account(whose), parts },
    account,
  );
}

/**
 * The account's key, locked with the passphrase (NIP-49). It is opened by its PIN, by this device,
 * or is open already.
 */
async function lockedKey(
  account: string,
  pin: string,
  passphrase: string,
  { keys, store }: ArchiveDeps,
): Promise<{ readonly ncryptsec: string } | Failed> {
  const kept = store.secret(account);
  const task: KeyTask =
    kept?.kept === 'pin'
      ? { do: 'open', key: lockedKeyText(account, kept, pin) }
      : kept?.kept === 'device'
        ? { do: 'open', key: { from: 'sealed', pubkey: account, sealed: kept.sealed } }
        : { do: 'hold', pubkey: account };
  const opened = await keys.ask(task);
  if (!opened.ok) return { why: kept?.kept === 'pin' ? whyShut(opened.failure) : 'failed' };
  const whose = opened.pubkey ?? account;
  const locked =
    whose === account
      ? await keys.ask({ do: 'lock', pubkey: account, pin: passphrase })
      : undefined;
  void keys.ask({ do: 'close', pubkey: whose });
  return locked?.ok && locked.text !== undefined ? { ncryptsec: locked.text } : { why: 'failed' };
}

/**
 * The locked key in a file, for a sign-in with it. `undefined`: there is none, or the file does not
 * open.
 */
export async function keyInArchive(
  { file, passphrase }: { readonly file: Blob; readonly passphrase: string },
  { spawn, verify }: Pick<ArchiveDeps, 'spawn' | 'verify'>,
): Promise<string | undefined> {
  if (file.size > MAX_ARCHIVE) return undefined;
  const reply = await worked({ do: 'open', file, passphrase }, { spawn }, () => undefined);
  return reply.type === 'opened' ? readArchive(reply.text, await verify())?.ncryptsec : undefined;
}

/** Runs a task in a worker, which ends afterwards. */
function worked(
  task: ArchiveTask,
  { spawn }: Pick<ArchiveDeps, 'spawn'>,
  say: (part: number) => void,
): Promise<ArchiveReply> {
  return new Promise((resolve) => {
    const settle = (reply: ArchiveReply): void => {
      worker.end();
      resolve(reply);
    };
    const worker = spawn(
      (reply) => (reply.type === 'progress' ? say(reply.part) : settle(reply)),
      () => settle({ type: 'fault', fault: 'failed' }),
    );
    worker.post(task);
  });
}

function planOf(
  { made, ncryptsec }: Archive,
  { versions, drafts, articles, replaced, settings }: Merge,
) {
  const scheduled = drafts.filter(({ writing: { due } }) => due !== undefined).length;
  return {
    made: inSeconds(made),
    versions: versions.length,
    drafts: drafts.length - scheduled + new Set(articles.map(({ draft }) => draft)).size,
    scheduled,
    replaced,
    settings: settings.size,
    key: ncryptsec !== undefined,
  };
}

function splitName(name: string) {
  const [key = '', part] = name.split('/');
  return [ACCOUNT_KEYS.find((one) => one === key), part] as const;
}

/** Return the typed secret and forget it. */
function spent(secret: Secret<string>): string {
  const typed = secret.reveal() ?? '';
  secret.forget();
  return typed;
}
