import { useRef, useState } from 'react';
import type { ArticleTextProps } from './RichText.tsx';
import type { RichEditor } from './rich-editor.ts';
import { beginGoing, endGoing } from './rich-plugins.ts';
import type { Mode } from './use-rich-editor.ts';

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly isFailed: boolean;
}

export interface Uploads {
  readonly all: readonly Upload[];
  readonly isPossible: boolean;
  /** `at`: where they will stand in the document; without it: where the caret is. */
  readonly add: (files: readonly File[], at?: number) => void;
  readonly retry: (upload: Upload) => void;
  readonly dismiss: (upload: Upload) => void;
}

interface Given {
  readonly editor: RichEditor | undefined;
  readonly mode: Mode;
  readonly onUpload: ArticleTextProps['onUpload'];
  /** Puts a picture into the Markdown. */
  readonly insert: (source: string) => void;
}

/** Files on their way into the text: each has its place there, which goes with the text, until it is there or was given up. */
export function useRichUploads(given: Given): Uploads {
  const [all, setAll] = useState<readonly Upload[]>([]);
  const count = useRef(0);
  const now = useRef(given);
  now.current = given;
  const begin = (upload: Upload, at: number | undefined) => {
    const { editor, onUpload } = now.current;
    if (!onUpload) return;
    const going = { id: upload.id, name: upload.file.name };
    if (editor) beginGoing(editor.view, going, Math.min(at ?? editor.view.state.selection.to, editor.view.state.doc.content.size));
    const end = (src: string | undefined) => {
      const latest = now.current;
      if (latest.editor && latest.mode === 'rich') endGoing(latest.editor.view, going, src);
      else if (src !== undefined) latest.insert(`![](${src})`);
    };
    onUpload(upload.file).then(
      (src) => {
        setAll((others) => others.filter(({ id }) => id !== upload.id));
        end(src);
      },
      () => {
        setAll((others) => others.map((one) => (one.id === upload.id ? { ...one, isFailed: true } : one)));
        end(undefined);
      },
    );
  };
  return {
    all,
    isPossible: given.onUpload !== undefined,
    add: (files, at) => {
      const added = files.map((file): Upload => ({ id: ++count.current, file, isFailed: false }));
      setAll((others) => [...others, ...added]);
      for (const upload of added) begin(upload, at);
    },
    retry: (upload) => {
      setAll((others) => others.map((one) => (one.id === upload.id ? { ...one, isFailed: false } : one)));
      begin(upload, undefined);
    },
    dismiss: ({ id }) => setAll((others) => others.filter((one) => one.id !== id)),
  };
}
