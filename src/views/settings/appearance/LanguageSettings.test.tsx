// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { installTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { LanguageChoice } from './LanguageSettings.tsx';
import { SelectBox } from '../../ui/controls/Select.tsx';

beforeAll(() => SelectBox.preload());

let uninstall = () => {};
beforeEach(() => {
  uninstall = installTopLayer();
});
afterEach(() => {
  cleanup();
  uninstall();
});

test('ACCESS-05 languages have their native names; the first choice follows the browser', () => {
  const change = vi.fn();
  const { rerender } = render(
    <LanguageChoice offered={['en', 'de', 'ar']} value={undefined} onChange={change} />,
  );
  const box = () => screen.getByRole('combobox', { name: 'Language' });
  expect(box().textContent).toContain('Same as your browser');
  fireEvent.click(box());
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([
    'Same as your browser',
    'English',
    'Deutsch',
    'العربية',
  ]);
  fireEvent.click(screen.getByRole('option', { name: 'العربية' }));
  rerender(<LanguageChoice offered={['en', 'de', 'ar']} value="ar" onChange={change} />);
  expect(box().textContent).toContain('العربية');
  fireEvent.click(box());
  fireEvent.click(screen.getByRole('option', { name: 'Same as your browser' }));
  expect(change.mock.calls).toEqual([['ar'], [undefined]]);
});
