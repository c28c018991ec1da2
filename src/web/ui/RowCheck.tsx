import type { MouseEvent } from 'react'
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

/** Chooses one row; with Shift, every row from the last chosen one. */
export const RowCheck = ({
  name,
  isChosen,
  onToggle,
}: {
  name: string
  isChosen: boolean
  onToggle: (isRange: boolean) => void
}) => (
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
)
