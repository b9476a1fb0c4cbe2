import type { Areas } from '../areas.ts';

export const notFound: Areas['notFound'] = {
  title: 'لم يُعثر على الصفحة',
  text: 'لا شيء على هذا العنوان، أو لا أحد بهذا الاسم.',
};
