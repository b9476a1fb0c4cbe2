// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FilePick } from './FilePicker.tsx';

afterEach(cleanup);

test('TOOL-02 the same file can be chosen twice: the input forgets its last choice', () => {
  const onPick = vi.fn();
  render(<FilePick label="Open" said={undefined} isWrong={false} onPick={onPick} />);
  const input = screen.getByLabelText<HTMLInputElement>('Open', { selector: 'input' });
  const emptied = vi.spyOn(input, 'value', 'set');
  const file = new File(['x'], 'a.jsonl');
  fireEvent.change(input, { target: { files: [file] } });
  expect(onPick).toHaveBeenCalledWith(file);
  // a browser reports a choice only if the value changes
  expect(emptied).toHaveBeenCalledWith('');
});
