import type { ReadFile } from './upload-read.ts';

/** What the worker answers: the file as it will be sent, nothing for a damaged picture, or that it could not be read. */
export type UploadReply = { readonly read: ReadFile | undefined } | 'failed';
