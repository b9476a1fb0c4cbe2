import { useSelector } from '@xstate/react';
import type { Uploaded } from '../../../events/media/upload.ts';
import type { UploadFailure } from '../../../events/media/upload.ts';
import { hasFailed, type UploadsActor } from '../../../machines/media/upload/uploads.machine.ts';
import { useOpened } from '../../account/use-features.ts';
import { nowMillis } from '../../ui/hooks/now.ts';
import { uploadsIn } from '../upload/use-compose-files.ts';
import { useKnownOfFiles } from '../upload/use-files.ts';
import type { MembershipTier } from '../../../events/account/membership/membership.ts';

/** Why an upload failed. `send` rejects with it. */
export class NotUploaded extends Error {
  readonly failure: UploadFailure;
  readonly tier: MembershipTier;

  constructor(failure: UploadFailure, tier: MembershipTier) {
    super(failure.fault);
    this.failure = failure;
    this.tier = tier;
  }
}

type UploadsSnapshot = ReturnType<UploadsActor['getSnapshot']>;

/**
 * Return the number of pictures that are uploading into the open article, and a function that
 * uploads one.
 */
export function useArticleUploads(account: string, draft: string) {
  const articles = useOpened('articleEdit');
  const withKnown = useKnownOfFiles(account);
  const uploads = useSelector(articles, (snapshot) => snapshot?.children.uploads);
  const going = useSelector(uploads, (snapshot) => (snapshot ? goingIn(snapshot) : 0));
  /** Upload a picture, also as a retry. Rejects with `NotUploaded`. */
  const send = (file: File): Promise<Uploaded> => {
    const before = articles?.getSnapshot().children.uploads;
    const failed = before && uploadOf(before.getSnapshot(), file);
    // Readers render a picture only if the file is a picture.
    if (!file.type.startsWith('image/'))
      return Promise.reject(new NotUploaded({ fault: 'kind' }, 'none'));
    if (failed) failed.send({ type: 'upload.retry', now: nowMillis() });
    else articles?.send({ type: 'articleEdit.upload', draft, add: withKnown([file]) });
    const now = articles?.getSnapshot().children.uploads;
    return now ? whenThere(now, file) : Promise.reject(new NotUploaded({ fault: 'other' }, 'none'));
  };
  return { going, send };
}

function goingIn({ context }: UploadsSnapshot): number {
  return [...context.stands.values()].filter((stand) => !hasFailed(stand)).length;
}

function uploadOf(snapshot: UploadsSnapshot, file: File) {
  return uploadsIn(snapshot).find((upload) => upload.getSnapshot().context.file === file);
}

/** Wait until the upload has succeeded or failed. */
function whenThere(uploads: UploadsActor, file: File): Promise<Uploaded> {
  return new Promise<Uploaded>((resolve, reject) => {
    const look = (snapshot: UploadsSnapshot): void => {
      const there = [...snapshot.context.sent].find(([, one]) => one.file === file);
      const upload = uploadOf(snapshot, file)?.getSnapshot();
      if (!there && upload && !upload.hasTag('failed')) return;
      heard.unsubscribe();
      if (there) resolve({ url: there[0], tag: there[1].tag });
      else
        reject(
          new NotUploaded(
            upload?.context.failure ?? { fault: 'other' },
            upload?.context.tier ?? 'none',
          ),
        );
    };
    const heard = uploads.subscribe({
      next: look,
      complete: () => reject(new NotUploaded({ fault: 'other' }, 'none')),
    });
    look(uploads.getSnapshot());
  });
}
