import { useSelector } from '@xstate/react';
import { STRIPPED } from '../../events/media/metadata.ts';
import { fileSize, partOf } from '../../events/media/file-size.ts';
import { uploadLimit, type UploadTier } from '../../events/media/upload.ts';
import type { Attachment } from '../../events/publish/attachments.ts';
import type { ComposeActor } from '../../machines/publish/compose.machine.ts';
import type { UploadActor, UploadFailure } from '../../machines/publish/upload.machine.ts';
import type { Mirrors } from '../../machines/publish/uploads.machine.ts';
import { IconButton } from '../app/primitives/IconButton.tsx';
import { useStrings } from '../app/strings.ts';
import { useComposeStrings } from '../app/strings/compose.ts';
import styles from './ComposeFiles.module.css';
import { FilePicture } from './FilePicture.tsx';

interface FileRowProps {
  readonly compose: ComposeActor;
  /** While it is on its way. */
  readonly upload: UploadActor | undefined;
  /** Once it stands in the text. */
  readonly attachment: Attachment | undefined;
  /** The file itself, where it was chosen on this page. */
  readonly file: File | undefined;
  readonly stripped: boolean | undefined;
  readonly mirrors: Mirrors | undefined;
}

/** One file of a text. */
export function FileRow({ compose, upload, attachment, file, stripped, mirrors }: FileRowProps) {
  const { files: words } = useComposeStrings();
  const state = useUpload(upload);
  const isEditable = useSelector(compose, (snapshot) => snapshot.hasTag('editable'));
  const name = file?.name ?? attachment?.url.slice(attachment.url.lastIndexOf('/') + 1) ?? '';
  const describe = (alt: string) => {
    upload?.send({ type: 'upload.describe', alt });
    if (attachment) compose.send({ type: 'compose.describe', url: attachment.url, alt });
  };
  const remove = () => {
    upload?.send({ type: 'upload.cancel' });
    if (attachment) compose.send({ type: 'compose.detach', url: attachment.url });
  };
  const takeAway = !upload ? words.remove(name) : state.failure ? words.dismiss(name) : words.cancel(name);
  return (
    <li className={styles.row}>
      <FilePicture file={file} url={attachment?.url} mime={attachment?.mime ?? file?.type ?? ''} part={state.part} name={name} />
      <div className={styles.words}>
        {state.failure ? (
          <Failure name={name} failure={state.failure} tier={state.tier} />
        ) : (
          <>
            <input
              className={styles.alt}
              dir="auto"
              aria-label={words.alt(name)}
              placeholder={words.altHint}
              maxLength={1_000}
              value={attachment?.alt ?? state.alt}
              readOnly={!isEditable}
              onChange={({ target }) => describe(target.value)}
            />
            <p className={styles.state}>
              <bdi className={styles.name}>{name}</bdi>
              <Progress state={state} file={file} stripped={stripped} />
              {mirrors && <Copies mirrors={mirrors} />}
            </p>
          </>
        )}
      </div>
      {state.canRetry && (
        <IconButton icon="refresh" label={words.retry(name)} onClick={() => upload?.send({ type: 'upload.retry', now: Date.now() })} />
      )}
      <IconButton icon="x" label={takeAway} disabled={!upload && !isEditable} onClick={remove} />
    </li>
  );
}

type State = ReturnType<typeof useUpload>;

function useUpload(upload: UploadActor | undefined) {
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
    /** Of one; undefined: it is not on its way. */
    part: stage === undefined ? undefined : size > 0 && stage === 'sending' ? (context?.sent ?? 0) / size : 0,
  };
}

function Progress({
  state,
  file,
  stripped,
}: {
  readonly state: State;
  readonly file: File | undefined;
  readonly stripped: boolean | undefined;
}) {
  const { files: words } = useComposeStrings();
  const { locale } = useStrings();
  if (state.stage === 'sending') return <span>{words.sending(partOf(state.sent, state.size, locale), fileSize(state.size, locale))}</span>;
  if (state.stage) return <span>{words[state.stage]}</span>;
  if (!file) return null;
  return <span>{stripped ? words.stripped : STRIPPED.has(file.type) ? words.uploaded : words.asIs}</span>;
}

/** MEDIA-02: what came of the copies; one that failed is no failure of the upload. */
function Copies({ mirrors }: { readonly mirrors: Mirrors }) {
  const { files: words } = useComposeStrings();
  const failed = [...mirrors].flatMap(([origin, stand]) => (stand === 'failed' ? [origin.replace(/^https?:\/\//, '')] : []));
  const there = [...mirrors.values()].filter((stand) => stand === 'there').length;
  if ([...mirrors.values()].includes('going')) return <span>{words.mirroring}</span>;
  if (failed.length > 0) return <span>{words.unmirrored(failed.join(', '))}</span>;
  return there > 0 ? <span>{words.mirrored(there)}</span> : null;
}

/** MEDIA-01: which file, and why, in the words of the server where it has any. */
function Failure({ name, failure, tier }: { readonly name: string; readonly failure: UploadFailure; readonly tier: UploadTier }) {
  const { files: words } = useComposeStrings();
  const { locale } = useStrings();
  const { fault, reason } = failure;
  const why = fault === 'size' ? words.faults.size(fileSize(uploadLimit(tier), locale)) : words.faults[fault];
  return (
    <div role="alert" className={styles.failure}>
      <p className={styles.failed}>{words.failed(name)}</p>
      <p className={styles.why} dir="auto">
        {reason || why}
      </p>
    </div>
  );
}
