/** Long enough for any browser to have taken the text over. Milliseconds. */
const TAKEN = 30_000;

/** Hands a text to the reader as a file of their own. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN);
}
