/**
 * A hand-written person of the town. `portrait` is a hint of the portrait, or the name of an
 * emblem.
 */
export interface Known {
  readonly name: string;
  readonly displayName: string;
  readonly about: string;
  readonly circles: readonly string[];
  readonly picture: string;
  /** Popularity: 1 is usual. */
  readonly weight: number;
  readonly website?: string;
}

export const CAST: readonly Known[] = [
  {
    name: 'iris',
    displayName: 'Iris Calder',
    circles: ['town', 'maps', 'birds', 'gardens'],
    picture: 'portrait:f.3.dark.plain.none.topbun',
    weight: 7,
    website: '/p/',
    about:
      'Mayor of Fennmouth, second and last term. I read every letter and answer most. Off duty: marsh walks, bad tomatoes, one very good bicycle. #fennmouth',
  },
  {
    name: 'ada',
    displayName: 'Ada Lindqvist',
    circles: ['sailing', 'town', 'birds'],
    picture: 'portrait:f.1.red.plain.none.long',
    weight: 9,
    about:
      'Harbour pilot, retired early on purpose. I write about weather, small boats and the hour when the lamps come on. Answers letters. #smallboats',
  },
  {
    name: 'tomas',
    displayName: 'Tomas Brandt',
    circles: ['birds', 'maps'],
    picture: 'portrait:m.2.dark.plain.none.crop',
    weight: 8,
    about:
      'Counts starlings over Whin Marsh every evening from October to March, by the usual method of giving up and guessing. #murmuration',
  },
  {
    name: 'noor',
    displayName: 'Noor Haddad',
    circles: ['letterpress', 'smallweb'],
    picture: 'portrait:f.4.dark.plain.hijab',
    weight: 8,
    about:
      'Printer at Blackletter Yard. Wood type, cold hands, warm press. Type is a voice before it is a shape. عربي / English',
  },
  {
    name: 'mirela',
    displayName: 'Mirela Costa',
    circles: ['town', 'letterpress', 'gardens'],
    picture: 'portrait:f.4.dark.coily.none.afro',
    weight: 6,
    about:
      'I run the post office that is also the flower shop. Sends postcards, receives gossip, keeps both safe. 🇵🇹 in the kitchen.',
  },
  {
    name: 'jun',
    displayName: 'Jun Okafor',
    circles: ['smallweb', 'music', 'lightning'],
    picture: 'portrait:m.7.dark.coily.none.fade',
    weight: 8,
    about:
      'Hand-written HTML, field recordings, one server in a biscuit tin. Ask me about the sound a modem makes. #slowweb',
  },
  {
    name: 'pia',
    displayName: 'Pia Vestergaard',
    circles: ['maps', 'cycling', 'town'],
    picture: 'portrait:f.0.fair.plain.none.topbun',
    weight: 8,
    about:
      'I map benches. 412 so far, 41 of them face the wrong way. Surveyor by trade, walker by nature. #benches',
  },
  {
    name: 'ravi',
    displayName: 'Ravi Menon',
    circles: ['baking', 'stars'],
    picture: 'portrait:m.5.dark.plain.none.quiff',
    weight: 7,
    about:
      'Night baker at Ember & Rye. Up at two for the dough, so I also see the good meteors. Rye, mostly. Sleep, seldom.',
  },
  {
    name: 'elif',
    displayName: 'Elif Şahin',
    circles: ['birds', 'smallweb'],
    picture: 'portrait:f.2.brown.plain.none.longfringe',
    weight: 7,
    about:
      'I write long things about small things: flocks, queues, tides, kettles. Essays on most Fridays. Physicist on the other days.',
  },
  {
    name: 'bo',
    displayName: 'Bo Halvorsen',
    circles: ['wood', 'sailing'],
    picture: 'portrait:m.1.red.plain.none.tousled',
    weight: 6,
    about:
      'Boatbuilder, Slip No. 3. I mend what people swear was fine last summer. Larch, copper, patience. #handtools',
  },
  {
    name: 'wanjiru',
    displayName: 'Wanjirũ Kimani',
    circles: ['stars', 'cycling'],
    picture: 'portrait:f.7.dark.coily.none.locs',
    weight: 7,
    about:
      'Keeper of the telescope on the Hump. Open evenings on clear Thursdays, cocoa either way. Nairobi → Fennmouth. #darksky',
  },
  {
    name: 'satoshi_of_the_quay',
    displayName: 'Marek from the Corner Node',
    circles: ['lightning', 'smallweb'],
    picture: 'portrait:m.2.brown.plain.none.slick',
    weight: 6,
    about:
      'I keep the node behind the bicycle shop alive. 42 channels, 0 predictions about the price. Ask me to explain it once more, I like it.',
  },
  {
    name: 'hazel',
    displayName: 'Hazel Thorne',
    circles: ['gardens', 'birds'],
    picture: 'portrait:f.1.grey.plain.none.wavy',
    weight: 6,
    about:
      'Plot 17, Gull Field. Seed saver since 1979, slug diplomat since forever. I will not tell you where the morels are.',
  },
  {
    name: 'caetano',
    displayName: 'Caetano Moura',
    circles: ['music', 'baking'],
    picture: 'portrait:m.5.dark.coily.none.afro',
    weight: 6,
    about:
      'Cavaquinho, seven-string guitar, bread on Sundays. Sessions at the Ropewalk, Wednesdays after eight. Toco de ouvido.',
  },
  {
    name: 'gazette',
    displayName: 'The Fennmouth Gazette',
    circles: ['town'],
    picture: 'emblem:gazette',
    weight: 9,
    about:
      'The town’s newspaper since 1871. Two pages on weekdays, four when something happens. Corrections printed larger than errors.',
  },
  {
    name: 'ferry',
    displayName: 'Ferry Marigold',
    circles: ['town', 'sailing'],
    picture: 'emblem:ferry',
    weight: 5,
    about:
      'Quay Street ↔ North Bank, every forty minutes, weather permitting. This account is run by the deckhand on watch.',
  },
  {
    name: 'library',
    displayName: 'Fennmouth Library',
    circles: ['town', 'letterpress'],
    picture: 'emblem:book',
    weight: 6,
    about:
      'Books, maps, a tool library in the cellar and a cat named Index. Open until eight. Late fees abolished, late apologies welcome.',
  },
  {
    name: 'skerrylight',
    displayName: 'Skerry Light',
    circles: ['sailing', 'town'],
    picture: 'emblem:lighthouse',
    weight: 6,
    about:
      'Lighthouse, 54 steps, one flash every seven seconds since 1864. Weather from the gallery, morning and evening.',
  },
  {
    name: 'kenji',
    displayName: 'Kenji Morimoto · 森本',
    circles: ['letterpress', 'wood'],
    picture: 'portrait:m.2.grey.plain.none.receding',
    weight: 6,
    about:
      'Paper maker. 和紙と活字。 Forty years of kōzo, ten of them here by the Long Bridge. Visitors welcome, bring dry shoes.',
  },
  {
    name: 'tamar',
    displayName: 'Tamar Almog',
    circles: ['stars', 'maps'],
    picture: 'portrait:f.3.dark.plain.none.ringlets',
    weight: 5,
    about:
      'Teaches maths at the school on Saltmarket, draws star maps on weekends. שבת שלום וקפה. Curious about everything that repeats.',
  },
  {
    name: 'desmond',
    displayName: 'Desmond Baptiste',
    circles: ['cycling', 'music'],
    picture: 'portrait:m.8.dark.coily.none.shortlocs',
    weight: 6,
    about:
      'Bicycle shop on Tern Lane. I true wheels and tell stories while the glue dries. Calypso before noon.',
  },
  {
    name: 'linh',
    displayName: 'Linh Nguyễn',
    circles: ['baking', 'gardens'],
    picture: 'portrait:f.2.dark.plain.none.bob',
    weight: 6,
    about:
      'The Third Kettle: tea, soup, seven tables. The menu is whatever Gull Field had too much of this week.',
  },
  {
    name: 'oskar',
    displayName: 'Oskar Nyström',
    circles: ['lightning', 'maps'],
    picture: 'portrait:m.0.fair.plain.none.mop',
    weight: 4,
    about:
      'Sixteen. Mesh radios, old maps, loud synths. Runs the school’s weather mast and half of its excuses.',
  },
  {
    name: 'solenne',
    displayName: 'Camille Delorme',
    circles: ['wood', 'music'],
    picture: 'portrait:f.1.brown.plain.none.lowbun',
    weight: 6,
    about:
      'Luthière. Je répare les violons et les silences. Violin maker on Ropewalk: varnish, gossip, gut strings.',
  },
  {
    name: 'gurdeep',
    displayName: 'Gurdeep Sandhu',
    circles: ['cycling', 'stars'],
    picture: 'portrait:m.5.dark.plain.turban',
    weight: 5,
    about:
      'Long rides, short notes. Paramedic on weekdays. 200 km before breakfast is a lie I tell in the evening. #audax',
  },
  {
    name: 'anahera',
    displayName: 'Anahera Parata',
    circles: ['sailing', 'stars'],
    picture: 'portrait:f.5.dark.plain.none.wavyside',
    weight: 6,
    about:
      'Learning to steer by stars the way my grandmother did, in a boat the way yours did. Kia ora from the other side of the map.',
  },
  {
    name: 'robin',
    displayName: 'Robin Mercer',
    circles: ['town', 'birds'],
    picture: 'portrait:f.2.brown.plain.none.pixie',
    weight: 2,
    about:
      'New in town. Third week, two umbrellas lost, one ferry timetable memorised. Tell me where to go.',
  },
  {
    name: 'marshcam',
    displayName: 'Marsh Camera 2',
    circles: ['birds'],
    picture: 'emblem:camera',
    weight: 4,
    about:
      'A camera on a pole in Whin Marsh. Posts what passes. Maintained by the Whin Marsh counters; opinions are the mud’s.',
  },
];

/** The default account of visitors, and the accounts with printed keys. */
export const DEFAULT_NAME = 'iris';
export const DEMO: readonly { readonly name: string; readonly what: string }[] = [
  { name: 'iris', what: 'the mayor: follows a good mix, has lists, bookmarks and mail' },
  { name: 'jun', what: 'writes notes, articles and comments, gets many zaps' },
  { name: 'robin', what: 'new in town: follows a handful, nothing set up yet' },
];
