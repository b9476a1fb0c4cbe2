/** Return a time of day with milliseconds, `16:54:08.412`. */
export function timeOf(ms: number): string {
  const at = new Date(ms);
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
  return `${clock}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}
