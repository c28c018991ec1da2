import { refuseField } from '#domain/core/refusal.ts'
import { readCsv, TABLE_ROWS_MAX } from './csv.ts'
import { readXlsx } from './xlsx.ts'

/** A file as it came in a request. */
export type Upload = { name: string; bytes: Buffer }

/**
 * The rows of a CSV or of a workbook, whichever its bytes say it is: people rename files. Blank rows are kept in their place, and
 * every cell can be stored. Throws a refusal on field `file` when it is neither, or too long.
 */
export async function readTable({ bytes }: Upload): Promise<string[][]> {
  const kind = KINDS.find(({ mark }) => bytes.subarray(0, mark.length).equals(mark))
  if (kind?.problem !== undefined) throw refuseField('invalid', 'file', kind.problem)
  const rows = kind === undefined ? readCsv(bytes) : await readXlsx(bytes)
  if (rows.length > TABLE_ROWS_MAX) {
    throw refuseField('invalid', 'file', `El archivo tiene más de ${TABLE_ROWS_MAX} filas: divídelo en varios`)
  }
  return rows.map((row) => row.map(storable))
}

const KINDS: readonly { mark: Buffer; problem?: string }[] = [
  { mark: Buffer.from('PK') },
  {
    mark: Buffer.from('d0cf11e0', 'hex'),
    problem: 'Es un Excel antiguo (.xls) o tiene contraseña: guárdalo como XLSX o como CSV, sin contraseña',
  },
  { mark: Buffer.from('%PDF'), problem: 'Es un PDF: sube la lista como CSV o XLSX' },
]

/** What the database can hold: no NUL and no half of a character. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')
