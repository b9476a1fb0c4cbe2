import type { Areas } from '../areas.ts';

export const players: Areas['players'] = {
  loadPicture: 'Tippen, um das Bild zu laden',
  loadVideo: 'Tippen, um das Video zu laden',
  pictureFailed: 'Dieses Bild hat nicht geladen',
  again: 'Erneut versuchen',
  openLink: 'Link öffnen',
  videoFailed: 'Dieses Video hat nicht geladen',
  video: 'Video',
  sound: 'Ton',
  voice: 'Sprachnachricht',
  play: 'Abspielen',
  pause: 'Anhalten',
  position: 'Stelle',
  voiceFailed: 'Diese Aufnahme hat nicht geladen',
  viewer: (at, of) => (of > 1 ? `Bild ${at} von ${of}` : 'Bild'),
  place: (at, of) => `${at} / ${of}`,
  previous: 'Voriges Bild',
  next: 'Nächstes Bild',
  player: (provider, what, of) => `${provider} ${what} ${of ?? ''}`.trim(),
  loadFrom: (provider) => `Von ${provider} laden`,
};
