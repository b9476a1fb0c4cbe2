import { shallowEqual, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type Attachment, attachmentsOf } from '../../../events/compose/attachments.ts';
import type { UploadActor } from '../../../machines/media/upload/upload.machine.ts';
import type { Mirrors, UploadsActor } from '../../../machines/media/upload/uploads.machine.ts';
import { nowMillis } from '../../ui/hooks/now.ts';
import { useComposeActor, useWriting } from '../use-compose.ts';

/** One row: a file on its way, one that stands in the text, or both in turn, in one place. */
export interface ComposeFile {
  readonly key: string;
  /** While it is on its way. */
  readonly upload: UploadHandle | undefined;
  /** Once it stands in the text. */
  readonly attachment: Attachment | undefined;
  /** The file itself, where it was chosen on this page. */
  readonly file: File | undefined;
  readonly stripped: boolean | undefined;
  readonly mirrors: Mirrors | undefined;
}

/** One of the files that are on their way. */
type UploadHandle = UploadActor;

type Sent = ReturnType<UploadsActor['getSnapshot']>['context']['sent'];

const NONE_SENT: Sent = new Map();
const NONE: readonly UploadActor[] = [];

function useUploads(): UploadsActor | undefined {
  return useSelector(useComposeActor(), ({ children }) => children.uploads);
}

/** The files of the text, in the order in which they were added. */
export function useComposeFiles(): readonly ComposeFile[] {
  const uploads = useUploads();
  const sent = useSelector(uploads, (snapshot) => snapshot?.context.sent ?? NONE_SENT);
  const running = useSelector(uploads, (snapshot) => (snapshot ? uploadsIn(snapshot) : NONE), shallowEqual);
  const { writing } = useWriting();
  return useMemo(() => rowsOf(attachmentsOf(writing), running, sent), [writing, running, sent]);
}

/** Whether a file of the text has reached its server. */
export function useIsUploaded(): boolean {
  return useSelector(useUploads(), (snapshot) => (snapshot?.context.sent.size ?? 0) > 0);
}

/** How far one file is, and what can be done with it, wherever it is by now. */
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

/** How far an upload is; `size` and `sent` in bytes. */
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
    /** Until it is there, as far as earlier ones tell. */
    left: context?.left,
    /** Of one; undefined: it is not on its way. */
    part: stage === undefined ? undefined : size > 0 && stage === 'sending' ? (context?.sent ?? 0) / size : 0,
  };
}

export function uploadsIn({ children, context }: ReturnType<UploadsActor['getSnapshot']>): readonly UploadActor[] {
  return [...context.stands.keys()].flatMap((id) => children[id] ?? []);
}

/** In the order in which they were added, wherever they are by now: no row moves under the hand. Those of a kept draft come first. */
function rowsOf(attachments: readonly Attachment[], running: readonly UploadActor[], sent: Sent): readonly ComposeFile[] {
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
  const place = ({ key }: ComposeFile) => (key.startsWith('upload ') ? Number(key.slice('upload '.length)) : -1);
  return [...there, ...going].toSorted((one, other) => place(one) - place(other));
}
