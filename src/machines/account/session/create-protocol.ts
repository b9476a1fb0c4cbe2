import type { NewAccountDraft } from '../../../events/account/new-account-draft.ts';

/** A picture of the profile. It is chosen as a file and uploaded before the account exists. */
export type NewPicture = 'picture' | 'banner';

/**
 * Commands to the memory of this tab, which outlives a reload. `keepFile`: a chosen picture, or
 * `undefined` if it was removed.
 */
export type CreateMemoryCommand =
  | { readonly type: 'createMemory.keep'; readonly draft: NewAccountDraft }
  | {
      readonly type: 'createMemory.keepFile';
      readonly field: NewPicture;
      readonly file: File | undefined;
    };
/**
 * The draft of this tab from before a reload, then its pictures. `hadPictures` of the draft: one
 * was too large to be kept.
 */
export type CreateMemorySignal =
  | { readonly type: 'createMemory.found'; readonly draft: NewAccountDraft }
  | { readonly type: 'createMemory.fileFound'; readonly field: NewPicture; readonly file: File };
