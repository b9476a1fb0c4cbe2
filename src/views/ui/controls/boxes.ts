/** The boxes of menus and selects: one file, loaded once the page is idle. */
export { MenuBox } from './MenuBox.tsx';
export { SelectBox } from './SelectBox.tsx';
