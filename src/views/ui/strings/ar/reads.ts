import type { Areas } from '../areas.ts';
import { plural, said } from './in-arabic.ts';

const articles = (count: number): string =>
  plural(count, {
    zero: 'لا مقالات',
    one: 'مقالة واحدة',
    two: 'مقالتان',
    few: '# مقالات',
    many: '# مقالة',
    other: '# مقالة',
  });

const followers = (count: number): string =>
  plural(count, {
    zero: 'لا متابعين',
    one: 'متابع واحد',
    two: 'متابعان',
    few: '# متابعين',
    many: '# متابعًا',
    other: '# متابع',
  });

export const reads: Areas['reads'] = {
  topicsLabel: 'المواضيع',
  all: 'الكل',
  chooseFeed: 'اختر خلاصة مقالات',
  newArticle: 'مقالة جديدة',
  empty: 'لا مقالات هنا بعد',
  emptyText: 'جرّب موضوعًا آخر أو خلاصة مقالات أخرى.',
  emptyTopic: (topic) => said`لا مقالات عن ${topic} بعد`,
  topPicks: 'مختارات',
  topics: 'المواضيع',
  featured: 'كاتب مختار',
  about: (written, following) => said`${articles(written)}، ${followers(following)}`,
};
