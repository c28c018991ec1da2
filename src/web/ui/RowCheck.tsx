import { type MouseEvent, memo } from 'react'
import type { TableSelection } from './Table.tsx'
import './RowCheck.css'

const ignore = (): void => undefined
/** With Shift a click would also select the text in between. */
const keepText = (event: MouseEvent): void => {
  if (event.shiftKey) event.preventDefault()
}

/** Chooses every row of the page. */
export const PageCheck = ({ page, onPage }: TableSelection) => (
  <input
    type="checkbox"
    className="row-check"
    aria-label="Elegir las filas de esta página"
    checked={page === 'all'}
    ref={(input) => {
      if (input) input.indeterminate = page === 'some'
    }}
    onChange={onPage}
  />
)

type RowCheckProps = {
  name: string
  isChosen: boolean
  /** The same function at each drawing. */
  onToggle: (isRange: boolean) => void
}

/** Chooses one row; with Shift, every row from the last chosen one. */
export const RowCheck = memo(({ name, isChosen, onToggle }: RowCheckProps) => (
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
))
