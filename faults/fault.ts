import type { Random } from './random.ts'

export const SETS = ['crash', 'provider', 'input', 'load', 'disk', 'clock'] as const
export type SetName = (typeof SETS)[number]

/** What a fault did, counted from outside the product. */
export type Outcome = {
  /** How many times the fault was made: kills, restarts, hostile requests. */
  times: number
  /** Acknowledged and not found later; with the rows whose money differs. Null where nothing is counted, such as for a refused body. */
  lost: number | null
  /** Effects without an acknowledgement of their own. Null as in `lost`. */
  twice: number | null
  /** From the fault to the first good answer, the slowest of all; null where nothing stops answering. */
  recoveredMs: number | null
  /** Wrong facts. Empty when the product did what is expected. */
  problems: readonly string[]
  /** Times and sizes above their limit: a busy machine may be the reason. */
  late: readonly string[]
  /** Figures for the reader. */
  note: string
}

/** `rounds`: how many times the fault is made, null for the default of the fault. */
export type Asked = { rounds: number | null; random: Random; minutes: number }

export type Fault = {
  name: string
  set: SetName
  title: string
} & ({ run(asked: Asked): Promise<Outcome | NotRun> } | { notBuilt: string })

/** The outcome of a fault that this machine cannot make. */
export type NotRun = { notRun: string }
