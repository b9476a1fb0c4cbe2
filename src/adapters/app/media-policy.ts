interface MediaSettings {
  readonly local: { readonly ownPictures: boolean };
  readonly mediaServer: string | undefined;
}

/**
 * Forbid this page to load pictures, videos and sounds from anywhere else, once they come from its
 * own service (TRUST-08). The page has the policy as an inactive `meta` element. It cannot be taken
 * back, so a page keeps it until it is loaded again. `data-media` is "only" from then on.
 */
export function keepMediaHere({ local, mediaServer }: MediaSettings): void {
  const meta = document.querySelector('meta[name=media-policy]');
  if (!meta || !local.ownPictures || mediaServer !== location.origin) return;
  document.documentElement.dataset['media'] = 'only';
  meta.removeAttribute('name');
  meta.setAttribute('http-equiv', 'Content-Security-Policy');
  // browsers read a policy when its element is inserted
  document.head.append(meta);
}
