declare global {
  interface Window {
    /**
     * The browser's offer to install this site as an app. Chrome and Edge send it once, before the
     * code of the screen that uses it is loaded.
     */
    installOffer?: Event | undefined;
  }
}

/** Keeps the browser's offer, which then shows no bar of its own. */
export function keepInstallOffer(page: Window): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    page.installOffer = event;
  });
}
