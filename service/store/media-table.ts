/** What is known of one medium, by url. Pixels, seconds, bytes; `hash` (sha256) when the blob is kept here. */
export interface MediaRow {
  readonly url: string;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly duration: number;
  readonly hash: string | undefined;
  readonly thumbnail: string | undefined;
  readonly size: number;
}

/** What a web page says of itself. Strings are empty where it says nothing; `fetchedAt` in seconds. */
export interface PreviewRow {
  readonly url: string;
  readonly mime: string;
  readonly title: string;
  readonly description: string;
  readonly image: string;
  readonly icon: string;
  readonly fetchedAt: number;
}

/** Media and previews by url. */
export interface MediaStore {
  put(rows: readonly MediaRow[]): void;
  byUrl(urls: readonly string[]): MediaRow[];
  putPreview(row: PreviewRow): void;
  previews(urls: readonly string[]): PreviewRow[];
}
