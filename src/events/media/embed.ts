/** A page of a known provider that can be played in a frame (NOTE-03). `height` in pixels, undefined for 16:9 video. */
export interface Embed {
  readonly provider: EmbedProvider;
  /** What the frame loads; its host is one of `EMBED_FRAME_HOSTS`. */
  readonly src: string;
  readonly height: number | undefined;
  /** Accessible name of the frame. */
  readonly title: string;
}

export type EmbedProvider = 'YouTube' | 'Spotify' | 'Twitch' | 'Mixcloud' | 'SoundCloud' | 'Apple Music' | 'Wavlake';
