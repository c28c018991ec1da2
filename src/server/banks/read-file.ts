import * as z from 'zod/mini'
import { BankLayout, type RememberedLayout } from '#domain/banks/layout.ts'
import { type BankFileContent, type FileProblem, problemText } from '#domain/banks/movement.ts'
import type { NamedColumns } from '#domain/banks/statement.ts'
import { type Day, DayText } from '#domain/core/days.ts'
import { type Money, money } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { queueReading } from '#server/files/table.ts'
import { runThread } from '#server/files/thread.ts'

const WORKER = new URL('file-worker.ts', import.meta.url)
/** The time and memory limits of reading one file. */
const READ_MAX_MS = 20_000
const READ_MAX_MB = 256

const Centavos = z.pipe(
  z.number(),
  z.transform((count: number): Money => money(count)),
)

/** The first rows of a statement, with what its titles say of each column. `is_remembered`: its titles are those of the remembered layout. */
const Sample = z.object({ rows: z.array(z.array(z.string())), columns: BankLayout, is_remembered: z.boolean() })

const Answer = z.union([
  Sample,
  z.object({
    file: z.object({
      format: z.enum(['asobancaria_2001', 'asobancaria_98', 'statement']),
      nit: z.nullable(z.string()),
      source: z.nullable(z.string()),
      header_key: z.nullable(z.string()),
      counts: z.nullable(z.enum(['details', 'records'])),
      headings: z.array(z.string()),
      movements: z.array(
        z.object({
          line: z.number(),
          on_day: DayText,
          amount: Centavos,
          reference: z.string(),
          description: z.string(),
          method: z.enum(['consignacion', 'transferencia']),
          key: z.string(),
          problem: z.nullable(z.enum(['outgoing', 'returned', 'not_approved'])),
        }),
      ),
    }),
  }),
  z.object({ problems: z.array(z.object({ line: z.number(), message: z.string() })) }),
])

/**
 * The movements of a file of a bank, read in a thread. `named`: the columns that a person named. Throws a Refusal on field `file` with every
 * line that is wrong. Never call it inside a transaction.
 */
export async function readBankFile(
  bytes: Uint8Array,
  today: Day,
  named: NamedColumns | null,
): Promise<BankFileContent> {
  const answer = await readInQueue({ bytes, today, named, isSample: false })
  if ('file' in answer) return answer.file
  throw refusalOf('problems' in answer ? answer.problems : [])
}

/** The first rows of a statement, and what the remembered layout and its titles say of its columns. Throws as readBankFile. */
export async function readBankSample(
  bytes: Uint8Array,
  today: Day,
  remembered: RememberedLayout | null,
): Promise<z.output<typeof Sample>> {
  const named = remembered === null ? null : { ...remembered, isChosen: false }
  const answer = await readInQueue({ bytes, today, named, isSample: true })
  if ('rows' in answer) return answer
  if ('problems' in answer) throw refusalOf(answer.problems)
  throw refuseField('invalid', 'file', 'Es un archivo Asobancaria: se lee sin decir qué trae cada columna')
}

type Reading = { bytes: Uint8Array; today: Day; named: NamedColumns | null; isSample: boolean }

function readInQueue(reading: Reading) {
  const { bytes } = reading
  const refused = REFUSED_KINDS.find(({ mark }) => mark.equals(bytes.subarray(0, mark.length)))
  if (refused) throw refuseField('invalid', 'file', refused.problem)
  return queueReading(() => readInThread(reading))
}

function refusalOf(problems: readonly FileProblem[]): Refusal {
  const errors = problems.map((problem) => ({ field: 'file', message: problemText(problem) }))
  const [first] = errors
  const others = errors.length > 1 ? `, y ${errors.length - 1} ${errors.length === 2 ? 'error' : 'errores'} más` : ''
  return new Refusal('invalid', `${first?.message ?? 'No pudimos leer el archivo'}${others}`, { errors })
}

/** Kinds of file that are refused by their first bytes. */
const REFUSED_KINDS: readonly { mark: Buffer; problem: string }[] = [
  {
    mark: Buffer.from('d0cf11e0', 'hex'),
    problem: 'Es un Excel antiguo (.xls) o tiene contraseña: guárdalo como XLSX o como CSV, sin contraseña',
  },
  { mark: Buffer.from('%PDF'), problem: 'Es un PDF: descarga el extracto del banco en CSV o Excel' },
]

async function readInThread(reading: Reading): Promise<z.output<typeof Answer>> {
  try {
    const limits = { timeMaxMs: READ_MAX_MS, resourceLimits: { maxOldGenerationSizeMb: READ_MAX_MB } }
    return z.parse(Answer, await runThread(WORKER, reading, limits))
  } catch {
    throw refuseField('invalid', 'file', 'No pudimos leer el archivo: descárgalo del banco otra vez')
  }
}
