import type { bankApi } from '#domain/banks/api.ts'
import { LAYOUT_COLUMNS, LAYOUT_LABELS } from '#domain/banks/layout.ts'
import type { Reply } from '#domain/core/api.ts'
import { SelectField } from '#web/ui/TextField.tsx'

export type BankSample = Reply<typeof bankApi.columns>['data']

const OPTIONS = [
  { value: '', label: 'No leer' },
  ...LAYOUT_COLUMNS.map((value) => ({ value, label: LAYOUT_LABELS[value] })),
]

/** The first texts of a column that help to recognise it. */
const SHOWN_TEXTS = 3

/** What each column of a statement has, with its first texts: for the bank whose titles are not known. */
export function BankColumns({ sample, onChange }: { sample: BankSample; onChange: (sample: BankSample) => void }) {
  const { rows, columns } = sample
  const choose = (index: number, text: string): void => {
    const column = LAYOUT_COLUMNS.find((one) => one === text) ?? ''
    onChange({ ...sample, columns: columns.map((old, at) => (at === index ? column : old)) })
  }
  return (
    <fieldset>
      <legend>Qué trae cada columna del archivo</legend>
      <div className="form">
        <p>Lo recordamos para los próximos archivos de esta cuenta que tengan los mismos títulos.</p>
        {columns.map((column, index) => (
          <SelectField
            // A column has no other identity than its place.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            label={`Columna ${index + 1}`}
            hint={textsOf(rows, index)}
            options={OPTIONS}
            value={column}
            onChange={({ target }) => choose(index, target.value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function textsOf(rows: BankSample['rows'], index: number): string {
  const texts = rows.map((row) => (row[index] ?? '').trim()).filter((text) => text !== '')
  return texts.length === 0 ? 'Vacía' : texts.slice(0, SHOWN_TEXTS).join(' · ')
}
