// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { sampleOf } from '../runs.ts';
import { quickComputedStyle } from './computed-style.ts';

const TAGS = [
  'a area b button canvas code details dialog div em fieldset form h1 h2 head',
  'hr iframe img input label legend li link main nav ol optgroup option output p',
  'picture pre progress q script section select slot span style summary table tbody td template',
  'textarea th thead time title tr ul video x-own svg',
].flatMap((line) => line.split(' '));
const ATTRIBUTES = [
  '',
  'hidden',
  'hidden="until-found"',
  'open',
  'popover',
  'type="hidden"',
  'title="a"',
  'class="a"',
  'style="display: flex"',
  'style="visibility: hidden"',
  'style="color: red"',
];

/** The page's own function: jsdom makes one for each window. */
function realOf(frame: HTMLIFrameElement): {
  real: typeof getComputedStyle;
  page: Document;
} {
  const page = frame.contentWindow;
  if (!page || !frame.contentDocument) throw new Error('jsdom has no frames');
  return { real: page.getComputedStyle.bind(page), page: frame.contentDocument };
}

test('the quick computed style is that of jsdom for every element, attribute and parent', () => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const { real, page } = realOf(frame);
  const quick = quickComputedStyle(real);
  const read = (style: CSSStyleDeclaration) => ({
    display: style.display,
    visibility: style.getPropertyValue('visibility'),
    content: style.getPropertyValue('content'),
    position: style.position,
  });
  for (const parent of ['div', 'details', 'div style="visibility: collapse"', 'div hidden']) {
    page.body.innerHTML = `<${parent}></${parent}>`;
    const holder = page.body.firstElementChild ?? page.body;
    const cases = TAGS.flatMap((tag) => ATTRIBUTES.map((attribute) => ({ tag, attribute })));
    for (const { tag, attribute } of sampleOf(cases)) {
      holder.innerHTML = `<${tag} ${attribute}></${tag}>`;
      const element = holder.firstElementChild;
      if (!element) continue;
      expect(read(quick(element)), `${parent} ${tag} ${attribute}`).toEqual(read(real(element)));
    }
  }
  const sheet = page.createElement('style');
  sheet.textContent = 'p { display: grid }';
  page.head.append(sheet);
  page.body.innerHTML = '<p></p>';
  const [paragraph] = page.getElementsByTagName('p');
  expect(paragraph && quick(paragraph).display).toBe('grid');
  frame.remove();
});
