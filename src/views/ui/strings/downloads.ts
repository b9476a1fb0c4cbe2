interface Way {
  readonly title: string;
  readonly text: string;
  /** The steps of the installation, in order. */
  readonly steps: readonly string[];
}

const ways: Readonly<Record<'web' | 'ios' | 'android' | 'apk', Way>> = {
  web: {
    title: 'Install as an app',
    text: 'The app has its own icon and its own window. Chrome and Edge can install it:',
    steps: [
      'Open the browser’s menu; in Chrome “Cast, save and share”, in Edge “Apps”.',
      'Choose “Install”.',
    ],
  },
  ios: {
    title: 'iPhone and iPad',
    text: 'Safari can put Starling on your home screen:',
    steps: ['Tap the Share button.', 'Choose “Add to Home Screen”.'],
  },
  android: {
    title: 'Android',
    text: 'Your browser can put Starling on your home screen:',
    steps: ['Open the browser’s menu.', 'Choose “Add to home screen”, or “Install app”.'],
  },
  apk: {
    title: 'APK',
    text: 'Starling itself has no Android package. Only apps that this page names come from the people who run this server.',
    steps: [],
  },
};

/** The words of the downloads page, a part of the area of pages. */
export const downloadEnglish = {
  title: 'Downloads',
  text: 'Starling runs in your browser. You need not install anything, but you can.',
  ways,
  install: {
    install: 'Install Starling',
    installed: 'You are using the installed app.',
  },
  announced: {
    title: 'Mobile releases',
    text: 'The caching service announces these apps for phones.',
    failed: 'The caching service didn’t answer.',
    since: (date: string) => `Out since ${date}`,
    from: (date: string) => `Comes out on ${date}`,
    fresh: 'New',
  },
  qr: {
    title: 'Open it on your phone',
    text: 'Point the camera at this code. It holds the address of this server and nothing else.',
    label: 'QR code with the address',
  },
  source: {
    title: 'Source',
    text: 'Starling is open source under the MIT licence. You can read it, change it and run it yourself. The client and its caching service are one program that needs only Node.',
    link: 'Source code',
    none: 'The people who run this server have not said where its source is published.',
  },
};
