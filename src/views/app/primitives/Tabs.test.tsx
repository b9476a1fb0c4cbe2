// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Tabs } from './Tabs.tsx';

afterEach(cleanup);

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
