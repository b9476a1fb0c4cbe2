interface MediaSettings {
  readonly local: { readonly ownPictures: boolean };
  readonly mediaServer: string | undefined;
}

const SOURCES = "'self' data: blob:";

/**
 * Forbid this page to load pictures, videos and sounds from anywhere else, once they come from its
 * own service (TRUST-08). `data-media` is "only" from then on. A policy cannot be taken back, so a
 * page keeps it until it is loaded again.
 */
export function keepMediaHere({ local, mediaServer }: MediaSettings): void {
  const { documentElement: root, head } = document;
  if (!local.ownPictures || mediaServer !== location.origin || root.dataset['media'] === 'only')
    return;
  root.dataset['media'] = 'only';
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = `img-src ${SOURCES}; media-src ${SOURCES}`;
  head.append(meta);
}
