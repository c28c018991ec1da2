import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { IconButton } from './Button.tsx'
import { RowActions } from './RowActions.tsx'
import { ChoosableRow } from './RowCheck.tsx'
import { isSameRow, type RowHandlers, type RowProps, type RowsProps, rowsOf } from './row-props.ts'
import type { ActionKind } from './table-actions.ts'

/** The `PanelRightOpen` of Lucide as one line: fifty rows of it are drawn at once. */
const PANEL = (
  <svg className="row-icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM15 3v18M10 15l-3-3 3-3" />
  </svg>
)

/**
 * The rows of a table. The code of a row runs again only when what it shows changes. Rows that arrived or have another order are drawn after the rest of the screen, and a key or a press does not wait for them.
 */
export function TableRows<Row>(props: RowsProps<Row>) {
  const { rows, page, pageSize } = props
  const shown = { ...props, ...useDeferredValue(useMemo(() => ({ rows, page, pageSize }), [rows, page, pageSize])) }
  const handlers = useHandlers(shown)
  useScrollToPeeked(shown)
  return rowsOf(shown, handlers).map((row) => <SameRow key={row.id} {...row} />)
}

/** Scrolls to the row that is open beside the list: when it opens, and when its page arrives. */
function useScrollToPeeked<Row>({ rows, rowKey, peek }: RowsProps<Row>): void {
  const id = peek?.id ?? null
  const isShown = id !== null && rows.some((row) => rowKey(row) === id)
  useEffect(() => {
    if (!isShown) return
    document.querySelector(`tr[data-row="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, isShown])
}

/** The same functions for as long as the table is shown, which do what its last drawing says. */
function useHandlers<Row>(props: RowsProps<Row>): RowHandlers {
  const last = useRef(props)
  useEffect(() => {
    last.current = props
  })
  const onPress = useCallback((key: string, kind: ActionKind): void => {
    const { rows, rowKey, actions = [] } = last.current
    const row = rows.find((one) => rowKey(one) === key)
    if (row === undefined) return
    actions.find((action) => action.kind === kind && (action.isShown?.(row) ?? true))?.onPress(row)
  }, [])
  const onToggle = useCallback((key: string, isRange: boolean): void => last.current.selection?.onRow(key, isRange), [])
  const onPeek = useCallback((key: string): void => last.current.peek?.onOpen?.(key), [])
  return useMemo(() => ({ onPress, onToggle, onPeek }), [onPress, onToggle, onPeek])
}

function Row<R>({ id, row, index, name, columns, selection, isPeeked, canPeek, actions, handlers }: RowProps<R>) {
  const { onPress, onToggle, onPeek } = handlers
  const press = useCallback((kind: ActionKind) => onPress(id, kind), [id, onPress])
  const toggle = useCallback((isRange: boolean) => onToggle(id, isRange), [id, onToggle])
  const cells = useMemo(
    () =>
      columns.map((column) => (
        <td
          key={column.key}
          className={column.align === 'end' ? 'table__end' : undefined}
          data-card={column.isOffCard?.(row) ? 'hidden' : (column.card ?? 'fact')}
          data-header={column.header}
          data-label={column.cardLabel}
        >
          <span className="table__value">{column.cell(row, index)}</span>
        </td>
      )),
    [columns, row, index],
  )
  const content = (
    <>
      {cells}
      {actions && (
        <td className="table__actions" data-card="actions">
          {canPeek && (
            <IconButton className="table__peek" label={`Ver ${name} al lado`} onClick={() => onPeek(id)}>
              {PANEL}
            </IconButton>
          )}
          <RowActions name={name} actions={actions} onPress={press} />
        </td>
      )}
    </>
  )
  const open = isPeeked ? 'true' : undefined
  if (selection === undefined)
    return (
      <tr data-row={id} aria-current={open}>
        {content}
      </tr>
    )
  return (
    <ChoosableRow id={id} name={name} selection={selection} onToggle={toggle} aria-current={open}>
      {content}
    </ChoosableRow>
  )
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `memo` loses the type of the row
const SameRow = memo(Row, isSameRow) as typeof Row
