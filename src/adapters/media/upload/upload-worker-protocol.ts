import type { ReadFile } from './upload-read.ts';

/**
 * The worker's reply: the file as it will be sent, `undefined` for a damaged picture, or that it
 * could not be read.
 */
export type UploadReply = { readonly read: ReadFile | undefined } | 'failed';
