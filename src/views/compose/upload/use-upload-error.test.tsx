// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusedUpload } from '../../../events/media/upload.ts';
import { useUploadFault } from './use-upload-error.ts';

test('MEDIA-01 the words of a server that refuses a file are marked as its words', () => {
  const { result } = renderHook(() => useUploadFault());
  const say = (reason: string) => result.current(refusedUpload(reason, 503), 'none');
  expect(say('the file is too old')).toBe('The server says: “the file is too old”');
  expect(say('')).toBe('The server says: “HTTP 503”');
});
