// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tabs } from './Tabs.tsx';

let watch: { readonly tell: () => void; readonly observed: Element[] } | undefined;

/** A ResizeObserver that the test controls. */
class Watch {
  constructor(tell: () => void) {
    watch = { tell, observed: [] };
  }
  observe(one: Element) {
    watch?.observed.push(one);
  }
  disconnect() {
    watch = undefined;
  }
}

beforeEach(() => vi.stubGlobal('ResizeObserver', Watch));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const TABS = [
  { id: 'notes', label: 'Notes', count: '1,204' },
  { id: 'replies', label: 'Replies' },
  { id: 'media', label: 'Media' },
];

function Page() {
  const [current, setCurrent] = useState('notes');
  return <Tabs label="Profile" tabs={TABS} current={current} onSelect={setCurrent} panel="panel" />;
}

test('ACCESS-02 tabs are one stop for Tab, and arrows, Home and End choose between them', () => {
  render(<Page />);
  const tab = (name: RegExp) => screen.getByRole('tab', { name });
  expect(screen.getAllByRole('tab').map((each) => each.tabIndex)).toEqual([0, -1, -1]);
  tab(/Notes/).focus();
  for (const [key, name] of [
    ['ArrowRight', /Replies/],
    ['End', /Media/],
    ['ArrowRight', /Notes/],
    ['ArrowLeft', /Media/],
    ['Home', /Notes/],
  ] as const) {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
    expect(document.activeElement).toBe(tab(name));
    expect(tab(name).getAttribute('aria-selected')).toBe('true');
  }
});

test("ACCESS-02 a second arrow continues from the first one's target, even if that is not drawn yet", () => {
  const chosen: string[] = [];
  render(
    <Tabs
      label="Profile"
      tabs={TABS}
      current="notes"
      onSelect={(id) => chosen.push(id)}
      panel="panel"
    />,
  );
  screen.getByRole('tab', { name: /Notes/ }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft'])
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  expect([chosen, document.activeElement?.textContent]).toEqual([
    ['replies', 'media', 'replies'],
    'Replies',
  ]);
});

test('ACCESS-02 the chosen tab is centered in its row, when chosen and when a width before it changes', () => {
  let width = 200;
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const at = [...(this.parentElement?.children ?? [])].indexOf(this);
    const isTab = this.getAttribute('role') === 'tab';
    return {
      left: isTab ? at * width - row().scrollLeft : 0,
      width: isTab ? width : 300,
    } as DOMRect;
  });
  const row = () => screen.getByRole('tablist');
  render(<Page />);
  expect(watch?.observed).toEqual(screen.getAllByRole('tab'));
  fireEvent.click(screen.getByRole('tab', { name: /Replies/ }));
  watch?.tell();
  expect(row().scrollLeft).toBe(150);
  width = 260;
  watch?.tell();
  expect(row().scrollLeft).toBe(240);
  cleanup();
  expect(watch).toBe(undefined);
});
