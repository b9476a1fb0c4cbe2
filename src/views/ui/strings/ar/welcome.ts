import type { Areas } from '../areas.ts';

export const welcome: Areas['welcome'] = {
  title: 'أهلًا بك في Starling',
  text: 'ملاحظات ومقالات ورسائل على Nostr، الشبكة الاجتماعية المفتوحة التي لا يملكها أحد.',
};
