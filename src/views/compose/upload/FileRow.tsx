import { nameInUrl } from '../../../events/compose/attachments.ts';
import { duration, fullNumber } from '../../../events/core/format.ts';
import { STRIPPED } from '../../../events/media/metadata.ts';
import { fileSize, partOf } from '../../../events/media/file-size.ts';
import { inMillis } from '../../../events/core/time.ts';
import type { UploadFailure } from '../../../events/media/upload.ts';
import type { Mirrors } from '../../../machines/media/upload/uploads.machine.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { useLocale, useStrings } from '../../ui/strings.ts';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import styles from '../ComposeFiles.module.css';
import { FilePicture } from './FilePicture.tsx';
import { useComposeState } from '../use-compose.ts';
import {
  type ComposeFile,
  type UploadState,
  useComposeFile,
  useUploadWait,
} from './use-compose-files.ts';
import { useUploadFault } from './use-upload-error.ts';
import { formatList } from '../../../events/core/format-list.ts';
import type { MembershipTier } from '../../../events/account/membership/membership.ts';

/** Shortest time left that is shown, in seconds. */
const SHORTEST = 3;

interface FileRowProps extends Omit<ComposeFile, 'key'> {
  /** Its place among several files, from 1. */
  readonly place: number | undefined;
}

/** One file of a text. */
export function FileRow({ upload, attachment, file, stripped, mirrors, place }: FileRowProps) {
  const { files: words } = useComposeStrings();
  const { state, describe, remove, retry } = useComposeFile({ upload, attachment });
  const { isEditable } = useComposeState();
  const queue = useUploadWait();
  const wait = waitOf(state.stage, queue);
  const locale = useLocale();
  const mime = attachment?.mime ?? file?.type ?? '';
  const kind = words.kinds[kindOf(mime)];
  const name =
    file?.name ??
    nameInUrl(attachment?.url ?? '') ??
    (place === undefined ? kind : `${kind} ${fullNumber(place, locale)}`);
  const takeAway = !upload
    ? words.remove(name)
    : state.failure
      ? words.dismiss(name)
      : words.cancel(name);
  return (
    <li className={styles.row}>
      <FilePicture
        file={file}
        url={attachment?.url}
        mime={mime}
        part={state.part}
        name={name}
        wait={wait && words[wait]}
      />
      <div className={styles.words}>
        {state.failure ? (
          <Failure name={name} failure={state.failure} tier={state.tier} />
        ) : (
          <>
            <input
              className={styles.alt}
              data-alt
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
              <Progress state={state} file={file} stripped={stripped} wait={wait} />
              {mirrors && <Copies mirrors={mirrors} />}
            </p>
          </>
        )}
      </div>
      {state.canRetry && <IconButton icon="refresh" label={words.retry(name)} onClick={retry} />}
      <IconButton icon="x" label={takeAway} disabled={!upload && !isEditable} onClick={remove} />
    </li>
  );
}

type Wait = ReturnType<typeof useUploadWait> | 'signing';

/** Return why nothing of a file is sent yet. `queue`: the reason if it waits for its turn. */
function waitOf(stage: UploadState['stage'], queue: Wait): Wait | undefined {
  if (stage === 'waiting') return queue;
  return stage === 'sending' ? undefined : stage;
}

function kindOf(mime: string): 'picture' | 'video' | 'file' {
  if (mime.startsWith('image/')) return 'picture';
  return mime.startsWith('video/') ? 'video' : 'file';
}

function Progress({
  state,
  file,
  stripped,
  wait,
}: {
  readonly state: UploadState;
  readonly wait: Wait | undefined;
  readonly file: File | undefined;
  readonly stripped: boolean | undefined;
}) {
  const { files: words } = useComposeStrings();
  const { locale } = useStrings();
  if (state.stage === 'sending') {
    const part = words.sending(
      partOf(state.sent, state.size, locale),
      fileSize(state.size, locale),
    );
    const left = state.left === undefined ? 0 : Math.ceil(inMillis(state.left) / 1_000);
    // A time below this needs no text.
    return <span>{left < SHORTEST ? part : words.left(part, duration(left, locale))}</span>;
  }
  if (wait) return <span>{words[wait]}</span>;
  if (!file) return null;
  return (
    <span>{stripped ? words.stripped : STRIPPED.has(file.type) ? words.uploaded : words.asIs}</span>
  );
}

/** MEDIA-02: the results of the copies. A failed copy is no failed upload. */
function Copies({ mirrors }: { readonly mirrors: Mirrors }) {
  const { files: words } = useComposeStrings();
  const locale = useLocale();
  const failed = [...mirrors].flatMap(([origin, stand]) =>
    stand === 'failed' ? [origin.replace(/^https?:\/\//, '')] : [],
  );
  const there = [...mirrors.values()].filter((stand) => stand === 'there').length;
  if ([...mirrors.values()].includes('going')) return <span>{words.mirroring}</span>;
  if (failed.length > 0) return <span>{words.unmirrored(formatList(failed, locale))}</span>;
  return there > 0 ? <span>{words.mirrored(there)}</span> : null;
}

/** MEDIA-01: the failed file and the reason, in the server's words if it gave any. */
function Failure({
  name,
  failure,
  tier,
}: {
  readonly name: string;
  readonly failure: UploadFailure;
  readonly tier: MembershipTier;
}) {
  const { files: words } = useComposeStrings();
  const fault = useUploadFault();
  return (
    <div role="alert" className={styles.failure}>
      <p className={styles.failed}>{words.failed(name)}</p>
      <p className={styles.why} dir="auto">
        {fault(failure, tier)}
      </p>
    </div>
  );
}
