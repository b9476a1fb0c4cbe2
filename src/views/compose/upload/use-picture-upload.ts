import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import type { Tag } from '../../../events/nostr/event.ts';
import type { Uploaded } from '../../../events/media/upload.ts';
import type { PictureField } from '../../../machines/media/upload/picture.machine.ts';
import { useAccount, useAccountActor } from '../../ui/hooks/app-context.ts';
import { nowMillis } from '../../ui/hooks/now.ts';
import { uploadsIn, useUpload } from './use-compose-files.ts';
import { useKnownOfFiles } from './use-files.ts';
import { useFeature } from '../../account/use-features.ts';

/** True if one of these pictures failed to upload, and was not dropped. */
export function useHasFailedPicture(...fields: readonly PictureField[]): boolean {
  return useSelector(
    useFeature('picture'),
    (snapshot) => snapshot?.matches('failed') === true && fields.includes(snapshot.context.field),
  );
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
