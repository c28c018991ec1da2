import * as z from 'zod/mini'

/** What a column of a statement has. `in` and `out` instead of `amount` where each direction has its column. */
export const LAYOUT_COLUMNS = ['day', 'description', 'reference', 'amount', 'in', 'out', 'nature', 'status'] as const
export type LayoutColumn = (typeof LAYOUT_COLUMNS)[number]

export const LAYOUT_LABELS: Readonly<Record<LayoutColumn, string>> = {
  day: 'Fecha',
  description: 'Descripción',
  reference: 'Referencia',
  amount: 'Valor (negativo si salió)',
  in: 'Lo que entró',
  out: 'Lo que salió',
  nature: 'Débito o crédito',
  status: 'Estado del pago',
}

/** The columns of a statement that a person may name. */
export const LAYOUT_COLUMNS_MAX = 60

/** The columns of a statement from the first one, as a person named them; '' for one that is not read. */
export const BankLayout = z
  .array(z.enum([...LAYOUT_COLUMNS, ''], { error: 'Elige qué trae cada columna' }))
  .check(z.maxLength(LAYOUT_COLUMNS_MAX, { error: `Se leen hasta ${LAYOUT_COLUMNS_MAX} columnas` }))
export type BankLayout = z.output<typeof BankLayout>

/** The columns that a person named for the files of an account, and the titles that the file had, as `headingsOf` returns them. */
export const RememberedLayout = z.object({ columns: BankLayout, headings: z.array(z.string()) })
export type RememberedLayout = z.output<typeof RememberedLayout>

/** What is missing in the columns that a person named; null when a statement can be read with them. */
export function layoutProblem(layout: BankLayout): string | null {
  const has = (column: LayoutColumn): boolean => layout.includes(column)
  if (!has('day')) return 'Falta decir qué columna trae la fecha'
  if (!has('amount') && !has('in')) return 'Falta decir qué columna trae el valor, o lo que entró'
  if (has('amount') && (has('in') || has('out'))) return 'Elige el valor, o lo que entró y lo que salió, pero no ambos'
  const twice = LAYOUT_COLUMNS.find(
    (column) => column !== 'reference' && column !== 'description' && layout.filter((one) => one === column).length > 1,
  )
  return twice === undefined ? null : `«${LAYOUT_LABELS[twice]}» está en dos columnas: elige una`
}
