interface Way {
  readonly title: string;
  readonly text: string;
  /** The steps of the installation, in order. */
  readonly steps: readonly string[];
}

const ways: Readonly<Record<'web' | 'ios' | 'android' | 'apk', Way>> = {
  web: {
    title: 'Web',
    text: 'You are using it. Chrome and Edge can install it in a window of its own, beside your other apps:',
    steps: [
      'Open the browser’s menu; in Chrome “Cast, save and share”, in Edge “Apps”.',
      'Choose “Install”.',
    ],
  },
  ios: {
    title: 'iPhone and iPad',
    text: 'There is no iOS app. Safari can put this site on your home screen:',
    steps: ['Tap the Share button.', 'Choose “Add to Home Screen”.'],
  },
  android: {
    title: 'Android',
    text: 'There is no app in the Play Store. Your browser can put this site on your home screen:',
    steps: ['Open the browser’s menu.', 'Choose “Add to home screen”, or “Install app”.'],
  },
  apk: {
    title: 'APK',
    text: 'There is no Android package. If somebody offers you one under this name, it is not from this server.',
    steps: [],
  },
};

/** The words of the downloads page, a part of the area of pages. */
export const downloadEnglish = {
  title: 'Downloads',
  text: 'Starling is a web client. There is nothing you must install, and no app in a store.',
  ways,
  announced: {
    title: 'Mobile releases',
    text: 'The caching service announces these apps for phones.',
    failed: 'The caching service didn’t answer.',
    none: 'No releases announced',
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
