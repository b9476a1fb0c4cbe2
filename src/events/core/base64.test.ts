import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64Bytes, base64Of, base64Size } from './base64.ts';

test('base64 of any bytes decodes to the same bytes and equals the output of another implementation', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = base64Of(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(base64Bytes(text)).toEqual(bytes);
      expect(base64Size(text)).toBe(bytes.length);
    }),
  );
});

test('text that is not base64 gives undefined and never throws', () => {
  for (const text of ['a', 'ab=', 'a===', '====', 'ab c', 'ab\nc', 'ab-_', '=abc', 'a=bc', 'äöüß'])
    expect(base64Bytes(text), text).toBeUndefined();
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'Z', '+', '/', '9', '=', ' ', '-', '\u{1f600}') }),
      (text) => {
        expect(base64Bytes(text)?.length).toBe(base64Size(text));
      },
    ),
  );
});
