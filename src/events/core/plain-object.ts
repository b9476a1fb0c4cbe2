/** True if the object is no instance of a class: a literal, or one without a prototype. */
export function isPlain(value: object): boolean {
  const prototype = Reflect.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
