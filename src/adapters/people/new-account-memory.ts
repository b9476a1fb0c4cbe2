import type { CallbackActorLogic } from 'xstate';
import { field as fieldOf, isRecord, parseJson } from '../../events/core/json.ts';
import {
  readNewAccountDraft,
  writeNewAccountDraft,
} from '../../events/account/new-account-draft.ts';
import type {
  CreateMemoryCommand,
  CreateMemorySignal,
  NewPicture,
} from '../../machines/account/session/create-protocol.ts';
import { type Device, drop, put, textOf } from '../core/storage.ts';
import { callbackAdapter } from '../../machines/core/ports.ts';

/** The name of a new account in the making in the session storage of its tab. */
const NEW_ACCOUNT = 'starling/new';

const PICTURES = ['picture', 'banner'] as const satisfies readonly NewPicture[];
const nameOf = (picture: NewPicture) => `${NEW_ACCOUNT}/${picture}`;
/** Stored in place of a picture that does not fit. */
const LOST = 'lost';
/** A browser stores about five million characters for a tab. */
const MOST_BYTES = 1_500_000;

/**
 * The `memory` port of the account creation. The draft and its pictures survive a reload of the
 * tab, and are removed when the creation is left (ACCOUNT-07). The session storage ends with the
 * tab, so nothing of an unfinished account stays on the device.
 */
export function newAccountMemory(
  storage: () => Device | undefined,
): CallbackActorLogic<CreateMemoryCommand, undefined> {
  return callbackAdapter<CreateMemoryCommand, undefined>(({ sendBack, receive }) => {
    const tab = opened(storage);
    const draft = readNewAccountDraft(textOf(tab, NEW_ACCOUNT));
    let isOpen = true;
    /** The picture that was chosen last, because a file is read later than it is chosen. */
    const chosen = new Map<NewPicture, File | undefined>();
    const forget = (): void => {
      isOpen = false;
      for (const picture of PICTURES) drop(tab, nameOf(picture));
    };
    if (draft) {
      const kept = PICTURES.map((picture) => [picture, textOf(tab, nameOf(picture))] as const);
      const files = kept.flatMap(([picture, text]) => {
        const file = fileIn(text);
        return file ? [[picture, file] as const] : [];
      });
      const stored = kept.filter(([, text]) => text !== undefined).length;
      // the page may close before a picture is stored
      const hadPictures = draft.hadPictures && (stored === 0 || files.length < stored);
      sendBack({
        type: 'createMemory.found',
        draft: { ...draft, hadPictures },
      } satisfies CreateMemorySignal);
      for (const [picture, file] of draft.step === 'save' ? [] : files)
        sendBack({
          type: 'createMemory.fileFound',
          field: picture,
          file,
        } satisfies CreateMemorySignal);
    }
    receive((command) => {
      if (command.type === 'createMemory.keep') {
        put(tab, NEW_ACCOUNT, writeNewAccountDraft(command.draft));
        if (command.draft.step === 'save') forget();
        return;
      }
      const { field, file } = command;
      chosen.set(field, file);
      if (!file) return drop(tab, nameOf(field));
      put(tab, nameOf(field), LOST);
      if (file.size > MOST_BYTES) return;
      void textOfFile(file).then((text) => {
        if (isOpen && chosen.get(field) === file) put(tab, nameOf(field), text);
      }, ignore);
    });
    return () => {
      forget();
      drop(tab, NEW_ACCOUNT);
    };
  });
}

/** A file that cannot be read stays marked as lost. */
function ignore(): void {}

async function textOfFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8_192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  return JSON.stringify({ name: file.name, type: file.type, bytes: btoa(parts.join('')) });
}

function fileIn(text: string | undefined): File | undefined {
  const value = parseJson(text ?? '');
  if (!isRecord(value)) return undefined;
  const [name, type, bytes] = ['name', 'type', 'bytes'].map((key) => fieldOf(value, key));
  if (typeof name !== 'string' || typeof type !== 'string' || typeof bytes !== 'string')
    return undefined;
  try {
    return new File([Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))], name, { type });
  } catch {
    // not base64
    return undefined;
  }
}

/** A browser may block the storage altogether. */
function opened(storage: () => Device | undefined): Device | undefined {
  try {
    return storage();
  } catch {
    return undefined;
  }
}
