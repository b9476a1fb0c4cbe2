import { useEffect, useState } from 'react';

export interface Install {
  /** `offered`: the browser can install the site now. */
  readonly state: 'installed' | 'offered' | 'manual';
  readonly install: () => void;
}

/** How this browser can install the site as an app (ROUTE-08). */
export function useInstall(): Install {
  const [offer, setOffer] = useState(window.installOffer);
  const [isInstalled, setIsInstalled] = useState(isApp);
  useEffect(() => {
    const update = () => setOffer(window.installOffer);
    const finish = () => setIsInstalled(true);
    window.addEventListener('beforeinstallprompt', update);
    window.addEventListener('appinstalled', finish);
    return () => {
      window.removeEventListener('beforeinstallprompt', update);
      window.removeEventListener('appinstalled', finish);
    };
  }, []);
  const install = () => {
    if (offer && 'prompt' in offer && typeof offer.prompt === 'function') offer.prompt();
    // an offer works once; the browser sends another one if it is declined
    window.installOffer = undefined;
    setOffer(undefined);
  };
  return { state: isInstalled ? 'installed' : offer ? 'offered' : 'manual', install };
}

/** True if the site runs in a window of its own. */
function isApp(): boolean {
  return window.matchMedia?.('(display-mode: standalone)').matches ?? false;
}

/** True on phones and tablets, which cannot point their camera at their own screen. */
export function isOnPhone(): boolean {
  return window.matchMedia?.('(hover: none) and (pointer: coarse)').matches ?? false;
}
