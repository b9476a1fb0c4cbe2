import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Tag } from '../../../events/nostr/event.ts';
import type { Uploaded } from '../../../events/media/upload.ts';
import type { PictureActor, PictureField } from '../../../machines/media/upload/picture.machine.ts';
import { useAccount, useAccountActor } from '../../ui/hooks/app-context.ts';
import { nowMillis } from '../../ui/hooks/now.ts';
import { uploadsIn, useUpload } from './use-compose-files.ts';
import { useKnownOfFiles } from './use-files.ts';
import { useFeature } from '../../account/use-features.ts';

type PictureState = 'idle' | 'uploading' | 'failed';

function stateOf(
  { context, value }: ReturnType<PictureActor['getSnapshot']>,
  fields: readonly PictureField[],
): PictureState {
  if (value === 'idle' || !fields.includes(context.field)) return 'idle';
  // an uploaded picture's address may not be in its field yet
  return value === 'failed' ? 'failed' : 'uploading';
}

/** Return whether this picture is being uploaded, or failed to upload and was not dropped. */
export function usePictureState(field: PictureField): PictureState {
  return useSelector(useFeature('picture'), (snapshot) =>
    snapshot ? stateOf(snapshot, [field]) : 'idle',
  );
}

/**
 * Wait for the upload of one of these pictures. `whenSettled` runs its callback once none of them
 * uploads any more, and the address of an uploaded one is in its field.
 */
export function usePictureWait(...fields: readonly PictureField[]): {
  readonly isAwaiting: boolean;
  readonly whenSettled: (run: (hasFailed: boolean) => void) => void;
  /** Forgets the callback. */
  readonly stop: () => void;
} {
  const actor = useFeature('picture');
  const [isAwaiting, setIsAwaiting] = useState(false);
  const watch = useRef<{ readonly unsubscribe: () => void }>(undefined);
  const stop = () => {
    watch.current?.unsubscribe();
    setIsAwaiting(false);
  };
  useEffect(() => () => watch.current?.unsubscribe(), []);
  const whenSettled = (run: (hasFailed: boolean) => void) => {
    const state = actor ? stateOf(actor.getSnapshot(), fields) : 'idle';
    if (state !== 'uploading') return run(state === 'failed');
    watch.current?.unsubscribe();
    setIsAwaiting(true);
    watch.current = actor?.subscribe((snapshot) => {
      const later = stateOf(snapshot, fields);
      if (later === 'uploading') return;
      stop();
      run(later === 'failed');
    });
  };
  return { isAwaiting, whenSettled, stop };
}

/**
 * Return the upload of a profile picture (PROFILE-10). `onUploaded` is called once with its address
 * and its metadata (an imeta tag).
 */
export function usePictureUpload(field: PictureField, onUploaded: (url: string, tag: Tag) => void) {
  const account = useAccount();
  const owner = useAccountActor();
  const actor = useFeature('picture');
  const withKnown = useKnownOfFiles(account?.pubkey ?? '');
  const isMine = useSelector(actor, (snapshot) => snapshot?.context.field === field);
  const isBusy = useSelector(actor, (snapshot) => snapshot?.hasTag('busy') === true);
  const isFailed = useSelector(actor, (snapshot) => snapshot?.matches('failed') === true);
  const there = useSelector(actor, (snapshot) =>
    snapshot?.context.field === field ? snapshot.context.there : undefined,
  );
  const uploads = useSelector(actor, (snapshot) => snapshot?.children.uploads);
  const upload = useSelector(uploads, (snapshot) =>
    snapshot ? uploadsIn(snapshot)[0] : undefined,
  );
  const state = useUpload(upload);
  const isHeld = useSelector(uploads, (snapshot) => snapshot?.context.isOffline === true);
  const take = useEffectEvent(({ url, tag }: Uploaded) => {
    onUploaded(url, tag);
    actor?.send({ type: 'picture.uploaded' });
  });
  useEffect(() => {
    if (there) take(there);
  }, [there]);
  return {
    /** True for another picture's upload, too. */
    isBusy,
    isGoing: isMine && isBusy,
    /** True if it waits for the network. */
    isHeld,
    failure: isMine && isFailed ? (state.failure ?? ({ fault: 'other' } as const)) : undefined,
    canRetry: state.canRetry,
    tier: state.tier,
    /** Its code may have to be loaded first. */
    open: () => owner.send({ type: 'account.intent', intent: { type: 'picture.open' } }),
    begin: (file: File) =>
      owner.send({
        type: 'account.intent',
        intent: { type: 'picture.upload', field, add: withKnown([file]) },
      }),
    retry: () => upload?.send({ type: 'upload.retry', now: nowMillis() }),
    cancel: () => actor?.send({ type: 'picture.cancel' }),
  };
}
