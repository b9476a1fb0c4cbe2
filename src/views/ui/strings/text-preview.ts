/** Words for content that a short text does not show. Part of the words of drafts and messages. */
export const textPreviewEnglish = {
  image: 'Picture',
  video: 'Video',
  audio: 'Sound',
  embed: 'Video',
  invoice: 'Invoice',
  ecash: 'Ecash',
  event: 'Note',
  address: 'Article',
};

export type TextPreviewWords = typeof textPreviewEnglish;
