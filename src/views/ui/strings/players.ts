import { words } from '../strings.ts';

export const playerEnglish = {
  loadPicture: 'Tap to load the picture',
  loadVideo: 'Tap to load the video',
  pictureFailed: 'This picture didn’t load',
  again: 'Try again',
  openLink: 'Open link',
  videoFailed: 'This video didn’t load',
  video: 'Video',
  sound: 'Sound',
  voice: 'Voice message',
  play: 'Play',
  pause: 'Pause',
  position: 'Position',
  voiceFailed: 'This recording didn’t load',
  viewer: (at: number, of: number) => (of > 1 ? `Picture ${at} of ${of}` : 'Picture'),
  place: (at: number, of: number) => `${at} / ${of}`,
  previous: 'Previous picture',
  next: 'Next picture',
  /** Accessible name of a player, with the provider's own name. */
  player: (provider: string, what: string, of?: string) => `${provider} ${what} ${of ?? ''}`.trim(),
  loadFrom: (provider: string) => `Load from ${provider}`,
};

/**
 * The words of players and of the picture viewer, loaded with the chunks that show them
 * (ACCESS-05).
 */
export const usePlayerStrings = words('players', playerEnglish);
