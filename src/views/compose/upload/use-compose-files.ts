import { shallowEqual, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type Attachment, attachmentsOf } from '../../../events/compose/attachments.ts';
import type { UploadActor } from '../../../machines/media/upload/upload.machine.ts';
import {
  hasFailed,
  type Mirrors,
  type UploadsActor,
} from '../../../machines/media/upload/uploads.machine.ts';
import { nowMillis } from '../../ui/hooks/now.ts';
import { useComposeActor, useWriting } from '../use-compose.ts';

/** One row: an uploading file, a file in the text, or first one and then the other. */
export interface ComposeFile {
  readonly key: string;
  /** Set during the upload. */
  readonly upload: UploadHandle | undefined;
  /** Set once it is in the text. */
  readonly attachment: Attachment | undefined;
  /** The file itself, if it was chosen on this page. */
  readonly file: File | undefined;
  readonly stripped: boolean | undefined;
  readonly mirrors: Mirrors | undefined;
}

/** A running upload. */
type UploadHandle = UploadActor;

type Sent = ReturnType<UploadsActor['getSnapshot']>['context']['sent'];

const NONE_SENT: Sent = new Map();
const NONE: readonly UploadActor[] = [];

function useUploads(): UploadsActor | undefined {
  return useSelector(useComposeActor(), ({ children }) => children.uploads);
}

/** Return the files of the text, in the order in which they were added. */
export function useComposeFiles(): readonly ComposeFile[] {
  const uploads = useUploads();
  const sent = useSelector(uploads, (snapshot) => snapshot?.context.sent ?? NONE_SENT);
  const running = useSelector(
    uploads,
    (snapshot) => (snapshot ? uploadsIn(snapshot) : NONE),
    shallowEqual,
  );
  const { writing } = useWriting();
  return useMemo(() => rowsOf(attachmentsOf(writing), running, sent), [writing, running, sent]);
}

/** True if uploads wait for the network. */
export function useAreUploadsOffline(): boolean {
  return useSelector(useUploads(), (snapshot) => snapshot?.context.isOffline === true);
}

/** Return why an upload that has not begun waits. `preparing`: it is about to begin. */
export function useUploadWait(): 'offline' | 'waiting' | 'preparing' {
  return useSelector(useUploads(), (snapshot) => {
    if (snapshot?.context.isOffline) return 'offline';
    const isBusy = [...(snapshot?.context.stands.values() ?? [])].includes('going');
    return isBusy ? 'waiting' : 'preparing';
  });
}

/** True if a file of the text has reached its server. */
export function useIsUploaded(): boolean {
  return useSelector(useUploads(), (snapshot) => (snapshot?.context.sent.size ?? 0) > 0);
}

/** True if all failed files can be uploaded again. Otherwise the text would not go out then. */
export function useCanRetryFiles(): boolean {
  return useSelector(useUploads(), (snapshot) =>
    [...(snapshot?.context.stands.values() ?? [])]
      .filter(hasFailed)
      .every((stand) => stand === 'failed'),
  );
}

/** Return the progress of one file and its actions, before and after the upload. */
export function useComposeFile({ upload, attachment }: Pick<ComposeFile, 'upload' | 'attachment'>) {
  const compose = useComposeActor();
  return {
    state: useUpload(upload),
    describe: (alt: string) => {
      upload?.send({ type: 'upload.describe', alt });
      if (attachment) compose.send({ type: 'compose.describe', url: attachment.url, alt });
    },
    remove: () => {
      upload?.send({ type: 'upload.cancel' });
      if (attachment) compose.send({ type: 'compose.detach', url: attachment.url });
    },
    retry: () => upload?.send({ type: 'upload.retry', now: nowMillis() }),
  };
}

/** Progress of an upload. `size` and `sent` in bytes. */
export type UploadState = ReturnType<typeof useUpload>;

export function useUpload(upload: UploadActor | undefined) {
  const context = useSelector(upload, (snapshot) => snapshot?.context);
  const stage = useSelector(upload, (snapshot) =>
    (['waiting', 'preparing', 'signing', 'sending'] as const).find((tag) => snapshot?.hasTag(tag)),
  );
  const canRetry = useSelector(upload, (snapshot) => snapshot?.hasTag('retriable') === true);
  const isFailed = useSelector(upload, (snapshot) => snapshot?.hasTag('failed') === true);
  const size = context?.prepared?.bytes.size ?? 0;
  return {
    stage,
    canRetry,
    failure: isFailed ? context?.failure : undefined,
    tier: context?.tier ?? 'none',
    alt: context?.alt ?? '',
    sent: context?.sent ?? 0,
    size,
    /** Time left, estimated from earlier uploads. */
    left: context?.left,
    /** Uploaded part, from 0 to 1. `undefined` if no upload is running. */
    part:
      stage === undefined
        ? undefined
        : size > 0 && stage === 'sending'
          ? (context?.sent ?? 0) / size
          : 0,
  };
}

export function uploadsIn({
  children,
  context,
}: ReturnType<UploadsActor['getSnapshot']>): readonly UploadActor[] {
  return [...context.stands.keys()].flatMap((id) => children[id] ?? []);
}

/**
 * Return rows in the order in which files were added, uploaded or not, so that no row moves. Files
 * of a saved draft come first.
 */
function rowsOf(
  attachments: readonly Attachment[],
  running: readonly UploadActor[],
  sent: Sent,
): readonly ComposeFile[] {
  const there = attachments.map((attachment): ComposeFile => {
    const known = sent.get(attachment.url);
    return {
      key: known?.id ?? attachment.url,
      upload: undefined,
      attachment,
      file: known?.file,
      stripped: known?.stripped,
      mirrors: known?.mirrors,
    };
  });
  const going = running.map(
    (upload): ComposeFile => ({
      key: upload.id,
      upload,
      attachment: undefined,
      file: upload.getSnapshot().context.file,
      stripped: undefined,
      mirrors: undefined,
    }),
  );
  const place = ({ key }: ComposeFile) =>
    key.startsWith('upload ') ? Number(key.slice('upload '.length)) : -1;
  return [...there, ...going].toSorted((one, other) => place(one) - place(other));
}
