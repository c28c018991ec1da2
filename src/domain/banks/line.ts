import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Pesos, PesosSum } from '#domain/core/money.ts'
import { BANK_FORMATS } from './movement.ts'
import { CANDIDATES_MAX, LINE_STATES, MATCH_KINDS, REFERENCE_KINDS } from './pairing.ts'

/** A file of a bank, with how many of its movements are in each state. */
export const BankFile = z.object({
  id: z.uuid(),
  file_name: z.string(),
  format: z.enum(BANK_FORMATS),
  /** 'Banco 007, 15/12/2026'; null for a statement. */
  source: z.nullable(z.string()),
  account: z.object({ id: z.uuid(), name: z.string() }),
  reference_kind: z.enum(REFERENCE_KINDS),
  /** What came in, without what was repeated. */
  total: PesosSum,
  /** The movements of the file that an earlier one had. */
  repeated: z.number(),
  from_on: z.nullable(DayText),
  to_on: z.nullable(DayText),
  uploaded_by: z.string(),
  created_at: z.iso.datetime(),
  states: z.object({
    certain: z.number(),
    doubtful: z.number(),
    unknown: z.number(),
    ignored: z.number(),
    /** Those that another file or the desk registered already. */
    repeated: z.number(),
    paid: z.number(),
  }),
})
export type BankFile = z.output<typeof BankFile>

const NamedClient = z.object({ id: z.uuid(), name: z.string(), identification: z.string() })

/** A client that a movement may be of, with what it owes today. */
const Candidate = z.object({
  client: NamedClient,
  /** The invoice that the movement names, with its balance. */
  invoice: z.nullable(z.object({ id: z.uuid(), number: z.string(), balance: Pesos })),
  kind: z.enum(MATCH_KINDS),
  debt: PesosSum,
})

/** A movement of a file, and what became of it. */
export const BankLine = z.object({
  id: z.uuid(),
  file_id: z.uuid(),
  line: z.number(),
  on_day: DayText,
  amount: Pesos,
  reference: z.string(),
  description: z.string(),
  state: z.enum(LINE_STATES),
  /** Why it is in that state. */
  reason: z.string(),
  /** The client that it is of, when one was found or chosen. */
  client: z.nullable(NamedClient),
  candidates: z.array(Candidate).check(z.maxLength(CANDIDATES_MAX)),
  /** The payment that was registered of it; of one that is registered already, the payment that it repeats. */
  payment: z.nullable(z.object({ id: z.uuid(), number: z.number(), is_reversed: z.boolean() })),
})
export type BankLine = z.output<typeof BankLine>
