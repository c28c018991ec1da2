/** The life of something as data: in each state, what may happen and where it leads. */
export type LifecycleTable<S extends string, A extends string> = Readonly<Record<S, Readonly<Partial<Record<A, S>>>>>

export type Lifecycle<S extends string, A extends string> = {
  readonly states: readonly S[]
  /** Whether an action is allowed in a state. */
  can(state: S, action: A): boolean
  /** The state that an action leads to. Null when it is not allowed. */
  next(state: S, action: A): S | null
  /** The states in which an action is allowed. */
  from(action: A): readonly S[]
}

/** A life cycle out of its table. The same literal guards the server, enables the buttons and is compared with the SQL check. */
export function life<S extends string, A extends string>(
  states: readonly S[],
  table: LifecycleTable<S, A>,
): Lifecycle<S, A> {
  const next = (state: S, action: A): S | null => table[state][action] ?? null
  return {
    states,
    next,
    can: (state, action) => next(state, action) !== null,
    from: (action) => states.filter((state) => next(state, action) !== null),
  }
}
