declare global {
  interface Window {
    onbeforeinstallprompt: ((event: Event) => void) | null;
    /**
     * The browser's offer to install this site as an app. Chrome and Edge send it once, before the
     * code of the screen that uses it is loaded.
     */
    installOffer?: Event | undefined;
  }
}

/** Keeps the browser's offer, which then shows no bar of its own. */
export function keepInstallOffer(page: Window): void {
  page.onbeforeinstallprompt = (event) => {
    event.preventDefault();
    page.installOffer = event;
  };
}
