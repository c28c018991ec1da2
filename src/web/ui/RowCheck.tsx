import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'
import type { TableSelection } from './Table.tsx'
import './RowCheck.css'

const ignore = (): void => undefined
/** With Shift a click would also select the text in between. */
const keepText = (event: MouseEvent): void => {
  if (event.shiftKey) event.preventDefault()
}

/** Chooses every row of the page. */
export function PageCheck({ selection }: { selection: TableSelection }) {
  const page = useSyncExternalStore(selection.subscribe, selection.page)
  return (
    <input
      type="checkbox"
      className="row-check"
      aria-label="Elegir las filas de esta página"
      checked={page === 'all'}
      ref={(input) => {
        if (input) input.indeterminate = page === 'some'
      }}
      onChange={selection.onPage}
    />
  )
}

type Props = Omit<ComponentProps<'tr'>, 'onToggle'> & {
  id: string
  name: string
  selection: TableSelection
  onToggle: (isRange: boolean) => void
}

/**
 * A row with its check box, which chooses it; with Shift, every row from the last chosen one. A choice runs this code, and not that of
 * the other cells of the row.
 */
export function ChoosableRow({ id, name, selection, onToggle, children, ...rest }: Props) {
  const isChosen = useSyncExternalStore(selection.subscribe, () => selection.isChosen(id))
  return (
    <tr {...rest} data-row={id} data-chosen={isChosen ? '' : undefined}>
      <td className="table__check" data-card="check">
        <label className="row-check__target" onMouseDown={keepText}>
          <input
            type="checkbox"
            className="row-check"
            aria-label={`Elegir ${name}`}
            checked={isChosen}
            onChange={ignore}
            onClick={(event) => onToggle(event.shiftKey)}
          />
        </label>
      </td>
      {children}
    </tr>
  )
}
