/** The lifecycle of an entity as data: for each state, the allowed actions and the state after each. */
export type LifecycleTable<S extends string, A extends string> = Readonly<Record<S, Readonly<Partial<Record<A, S>>>>>

export type Lifecycle<S extends string, A extends string> = {
  readonly states: readonly S[]
  /** Whether an action is allowed in a state. */
  can(state: S, action: A): boolean
  /** The state after an action. Null when the action is not allowed. */
  next(state: S, action: A): S | null
  /** The states in which an action is allowed. */
  from(action: A): readonly S[]
}

/** A lifecycle from its table. The server and the buttons of the web use the same table; a test compares it with the SQL check. */
export function createLifecycle<S extends string, A extends string>(
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
