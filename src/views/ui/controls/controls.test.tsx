// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { LanguageContext } from '../strings.ts';
import { english } from '../strings/english.ts';
import { Badge } from '../display/Badge.tsx';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import { IsolatedText } from '../display/IsolatedText.tsx';
import { StatusLight } from '../display/StatusLight.tsx';
import { LinkButton } from './LinkButton.tsx';
import { OfflineStrip } from '../display/OfflineStrip.tsx';
import { TextField } from './TextField.tsx';
import { Toggle } from './Toggle.tsx';

afterEach(cleanup);

const describedBy = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;

test('ACCESS-02 fields have a label, show the expected input, and announce errors', () => {
  const { rerender } = render(<Field label="Relay" hint="wss://" />);
  const field = screen.getByLabelText('Relay');
  expect([describedBy(field), field.getAttribute('aria-invalid')]).toEqual(['wss://', null]);
  rerender(<Field label="Relay" hint="wss://" error="Invalid url" />);
  expect([describedBy(field), field.getAttribute('aria-invalid')]).toEqual(['Invalid url', 'true']);
  expect(screen.getByRole('alert').textContent).toBe('Invalid url');
});

test('a field for a key or an address does not correct the input; other fields leave that to the browser', () => {
  const { rerender } = render(<Field label="Relay" exact />);
  const field = screen.getByLabelText('Relay');
  const asked = () =>
    ['autocomplete', 'autocapitalize', 'spellcheck'].map((name) => field.getAttribute(name));
  expect(asked()).toEqual(['off', 'none', 'false']);
  rerender(<Field label="Relay" />);
  expect(asked()).toEqual([null, null, null]);
});

test('ACCESS-02 ACCESS-04 a text area is labelled even with a hidden label; its text sets the direction', () => {
  render(<TextField label="About" labelHidden defaultValue="שלום" />);
  expect(screen.getByLabelText('About').getAttribute('dir')).toBe('auto');
});

test('ACCESS-02 a switch has its row for a label and reports its new state', () => {
  const onChange = vi.fn();
  render(<Toggle label="Show link previews" hint="Pictures too" on={false} onChange={onChange} />);
  const toggle = screen.getByRole('switch', { name: 'Show link previews', checked: false });
  expect(describedBy(toggle)).toBe('Pictures too');
  fireEvent.click(screen.getByText('Pictures too'));
  expect(onChange.mock.calls).toEqual([[true]]);
});

test('a busy button keeps its focus and does nothing', () => {
  const onClick = vi.fn();
  const { rerender } = render(<Button onClick={onClick}>Save</Button>);
  const button = screen.getByRole('button', { name: 'Save' });
  button.focus();
  fireEvent.click(button);
  rerender(
    <Button busy onClick={onClick}>
      Save
    </Button>,
  );
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledOnce();
  expect([document.activeElement, button.getAttribute('aria-busy')]).toEqual([button, 'true']);
});

test('a place is a link; a badge shows a count, and nothing at zero', () => {
  render(
    <MemoryRouter>
      <LinkButton to="/home" icon="home">
        Home
      </LinkButton>
    </MemoryRouter>,
  );
  expect(
    screen
      .getAllByRole('link')
      .map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')]),
  ).toEqual([['/home', null]]);
  render([0, 3, 100].map((count) => <Badge key={count} count={count} />));
  expect(
    screen
      .getAllByRole('img')
      .map((badge) => [badge.textContent, badge.getAttribute('aria-label')]),
  ).toEqual([
    ['3', '3 new'],
    ['99+', '99+ new'],
  ]);
});

test('ACCESS-04 user texts are isolated from the text around them; status lights need words beside them', () => {
  const { container } = render(
    <p>
      <StatusLight state="failed" />
      <IsolatedText>שלום</IsolatedText> wrote
    </p>,
  );
  expect(container.querySelector('bdi')?.dir).toBe('auto');
  expect(container.querySelector('span')?.getAttribute('aria-hidden')).toBe('true');
});

test('ACCESS-05 another language is another catalogue of the same shape', () => {
  const german = {
    ...english,
    app: {
      ...english.app,
      state: { ...english.app.state, offlineSince: (time: string) => `Offline, Stand ${time}.` },
    },
  };
  render(
    <LanguageContext value={{ main: german }}>
      <OfflineStrip since="16:42" />
    </LanguageContext>,
  );
  expect(screen.getByRole('status').textContent).toBe('Offline, Stand 16:42.');
});
