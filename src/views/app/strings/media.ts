export const mediaStrings = {
  alt: 'Alt',
  pictures: (count: number) => `${count} pictures`,
  openPicture: 'Open the picture',
  openNamed: (alt: string) => `Open the picture: ${alt}`,
  pictureFailed: 'This picture didn’t load',
  videoFailed: 'This video didn’t load',
  video: 'Video',
  sound: 'Sound',
  viewer: (at: number, of: number) => (of > 1 ? `Picture ${at} of ${of}` : 'Picture'),
  place: (at: number, of: number) => `${at} / ${of}`,
  previous: 'Previous picture',
  next: 'Next picture',
  /** Accessible name of a player: what it plays has the provider's own name. */
  player: (provider: string, what: string, of = '') => `${provider} ${what} ${of}`.trim(),
  loadFrom: (provider: string) => `Load from ${provider}`,
};
