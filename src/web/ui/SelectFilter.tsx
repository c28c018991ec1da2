import { SlidersHorizontal } from 'lucide-react'
import { Children, type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { DayInput } from './DayInput.tsx'
import { Dialog } from './Dialog.tsx'
import { PHONE, useMedia } from './use-media.ts'

type Props = {
  label: string
  /** The label of the option without a filter; null when one of the options is always chosen. */
  all?: string | null
  options: readonly { value: string; label: string }[]
  value: string | undefined
  /** Called with an empty text for the option without a filter. */
  onChange: (value: string) => void
}

/** A filter with some options, above a list. Put it in `TableFilters`. */
export function SelectFilter({ label, all = 'Todos', options, value = '', onChange }: Props) {
  return (
    <label>
      <span>{label}</span>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {all !== null && <option value="">{all}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A filter of a range of days, above a list. Put it in `TableFilters`. */
export function DayFilters({
  from = '',
  to = '',
  onFilter,
}: {
  from: string | undefined
  to: string | undefined
  onFilter: (name: 'from' | 'to', value: string) => void
}) {
  return (
    <>
      <label>
        <span>Desde</span>
        <DayInput value={from} onChange={(value) => onFilter('from', value)} />
      </label>
      <label>
        <span>Hasta</span>
        <DayInput value={to} onChange={(value) => onFilter('to', value)} />
      </label>
    </>
  )
}

/** The filters of a list: side by side, and on a phone in a sheet, except when there is only one. */
export function TableFilters({ children }: { children: ReactNode }) {
  const isPhone = useMedia(PHONE)
  const [isOpen, setOpen] = useState(false)
  if (!isPhone || Children.toArray(children).length < 2) return <div className="table-filters">{children}</div>
  const close = (): void => setOpen(false)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        icon={<SlidersHorizontal size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Filtros
      </Button>
      {isOpen && (
        <Dialog
          title="Filtros"
          onClose={close}
          footer={
            <Button variant="primary" onClick={close}>
              Ver resultados
            </Button>
          }
        >
          <div className="table-filters table-filters--sheet">{children}</div>
        </Dialog>
      )}
    </>
  )
}
