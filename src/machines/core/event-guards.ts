/** Return the output of `onDone` as the `outcome` parameter of an action or guard. */
export function withOutcome<O>({ event }: { readonly event: { readonly output: O } }): {
  readonly outcome: O;
} {
  return { outcome: event.output };
}

interface Event {
  readonly type: string;
}

interface Given<Context, E> {
  readonly context: Context;
  readonly event: E;
}

/** For `assign`: apply `change` only to events of this type. */
export function whenEvent<
  Context,
  E extends Event,
  const T extends E['type'],
  Change extends object,
>(
  type: T,
  change: (args: Given<Context, Extract<E, { readonly type: T }>>) => Change,
): (args: Given<Context, E>) => Partial<Change> {
  return (args) => (isOf(args, type) ? change(args) : {});
}

function isOf<Context, E extends Event, T extends E['type']>(
  args: Given<Context, E>,
  type: T,
): args is Given<Context, Extract<E, { readonly type: T }>> {
  return args.event.type === type;
}
