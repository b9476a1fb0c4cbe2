import { pageFetch } from '../adapters/connection/http.ts';
import { nowMillis } from '../adapters/core/now.ts';
import { scriptUrlPolicy } from '../adapters/connection/script-url.ts';
import type { Storages } from '../adapters/core/storage.ts';
import { articleStore, type ArticleStoreDeps } from '../adapters/compose/article/article-store.ts';
import { draftListStore } from '../adapters/compose/draft-list-store.ts';
import { type DraftDeps, draftStore } from '../adapters/compose/draft-store.ts';
import { emojiHistory } from '../adapters/compose/emoji/emoji-history-store.ts';
import { miningPort } from '../adapters/compose/mining.ts';
import type { KeyWorkerClient } from '../adapters/account/keys/key-worker-client.ts';
import { uploadNewPicture } from '../adapters/media/upload/new-picture-upload.ts';
import { uploadMirror } from '../adapters/media/upload/upload-mirror.ts';
import { uploadPrepare } from '../adapters/media/upload/upload-prepare.ts';
import { uploadPut } from '../adapters/media/upload/upload-put.ts';
import { uploadReading } from '../adapters/media/upload/start-upload-worker.ts';
import type { NewUpload } from '../machines/account/session/create-account.machine.ts';
import { pictureMachine } from '../machines/media/upload/picture.machine.ts';
import { articleEditMachine } from '../machines/compose/article/article-edit.machine.ts';
import { composeMachine } from '../machines/compose/compose.machine.ts';
import { draftListMachine } from '../machines/compose/draft-list.machine.ts';
import { mirrorMachine } from '../machines/media/upload/mirror.machine.ts';
import { uploadMachine } from '../machines/media/upload/upload.machine.ts';
import { uploadsMachine } from '../machines/media/upload/uploads.machine.ts';

/**
 * The composer with its ports, in a chunk of its own: it is fetched when the first text is begun.
 */
export function composeCode(
  storages: Storages,
  page: Window,
  kept: Pick<DraftDeps, 'parts' | 'newId'>,
): typeof composeMachine {
  const drafts = { ...kept, ...draftsOf(storages, page) };
  return composeMachine.provide({
    actors: {
      drafts: draftStore(drafts),
      emojis: emojiHistory(storages.account),
      mining: miningPort(scriptUrlPolicy(page, page.location.origin)),
      uploads: uploadsOf(storages, page),
      draftList: draftListMachine.provide({ actors: { store: draftListStore(drafts) } }),
    },
  });
}

/** The article editor, in the same chunk. */
export function articleEditCode(
  storages: Storages,
  page: Window,
  kept: Pick<ArticleStoreDeps, 'seal' | 'parts' | 'newId'>,
): typeof articleEditMachine {
  const { indexedDB: factory, document } = page;
  const channel = (name: string) => new BroadcastChannel(name);
  return articleEditMachine.provide({
    actors: {
      articles: articleStore({
        ...kept,
        factory,
        storage: (account) => storages.account(account),
        channel,
        page,
        document,
      }),
      uploads: uploadsOf(storages, page),
    },
  });
}

/** Profile pictures use the same uploads as those of texts. */
export function pictureCode(storages: Storages, page: Window): typeof pictureMachine {
  return pictureMachine.provide({ actors: { uploads: uploadsOf(storages, page) } });
}

/** Return the upload of pictures for an account that is being created. */
export function newPictureUpload(page: Window, keys: KeyWorkerClient) {
  const { location } = page;
  const deps = {
    fetch: pageFetch(page),
    home: location.origin,
    keys,
    read: uploadReading(scriptUrlPolicy(page, location.origin)),
    now: nowMillis,
  };
  return (upload: NewUpload, signal: AbortSignal) => uploadNewPicture(upload, deps, signal);
}

function uploadsOf(storages: Storages, page: Window): typeof uploadsMachine {
  const { document, location } = page;
  const prepare = uploadPrepare({
    read: uploadReading(scriptUrlPolicy(page, location.origin)),
    document,
    url: URL,
    now: nowMillis,
  });
  const order = uploadMirror({ fetch: pageFetch(page), home: location.origin });
  return uploadsMachine.provide({
    actors: {
      upload: uploadMachine.provide({
        actors: { prepare, put: uploadPut(nowMillis, (account) => storages.account(account)) },
      }),
      mirror: mirrorMachine.provide({ actors: { order } }),
    },
  });
}

function draftsOf(storages: Storages, page: Window): Omit<DraftDeps, 'parts' | 'newId'> {
  const {
    indexedDB: factory,
    document,
    navigator: { locks },
  } = page;
  return {
    factory,
    storage: (account) => storages.account(account),
    now: nowMillis,
    page,
    document,
    channel: (name) => new BroadcastChannel(name),
    locks,
  };
}
