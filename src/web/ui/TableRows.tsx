import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import { RowActions } from './RowActions.tsx'
import { RowCheck } from './RowCheck.tsx'
import type { Column, TableProps } from './Table.tsx'
import { type ActionKind, actionsOfRow, areSame, type ShownAction } from './table-actions.ts'

/** The `PanelRightOpen` of Lucide as one line: fifty rows of it are drawn at once. */
const PANEL = (
  <svg className="row-icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM15 3v18M10 15l-3-3 3-3" />
  </svg>
)

type Handlers = {
  onPress: (key: string, kind: ActionKind) => void
  onToggle: (key: string, isRange: boolean) => void
  onPeek: (key: string) => void
}

type RowsProps<Row> = Pick<
  TableProps<Row>,
  'page' | 'pageSize' | 'columns' | 'rowKey' | 'rowName' | 'actions' | 'peek' | 'selection'
> & { rows: readonly Row[] }

/** The rows of a table. A row is drawn again only when what it shows changes: the choice of one of fifty draws that one. */
export function TableRows<Row>(props: RowsProps<Row>) {
  const { rows, page, pageSize, columns, rowKey, rowName, actions, peek, selection } = props
  const handlers = useHandlers(props)
  return rows.map((row, at) => {
    const key = rowKey(row)
    return (
      <Row
        key={key}
        id={key}
        row={row}
        name={rowName(row)}
        index={(page - 1) * pageSize + at}
        columns={columns}
        isChosen={selection?.isChosen(key)}
        isPeeked={peek?.id === key}
        canPeek={peek?.onOpen !== undefined}
        actions={actions && actionsOfRow(row, actions)}
        handlers={handlers}
      />
    )
  })
}

/** The same functions for as long as the table is shown, which do what its last drawing says. */
function useHandlers<Row>(props: RowsProps<Row>): Handlers {
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

type RowProps<R> = {
  id: string
  row: R
  /** Counts over the whole list, from 0. */
  index: number
  name: string
  columns: readonly Column<R>[]
  /** Undefined in a table whose rows are not chosen. */
  isChosen: boolean | undefined
  isPeeked: boolean
  canPeek: boolean
  actions: readonly ShownAction[] | undefined
  handlers: Handlers
}

function Row<R>({ id, row, index, name, columns, isChosen, isPeeked, canPeek, handlers, ...props }: RowProps<R>) {
  const { onPress, onToggle, onPeek } = handlers
  const actions = useSameActions(props.actions)
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
  // `memo` would lose the type of the row.
  return useMemo(
    () => (
      <tr data-row={id} data-chosen={isChosen ? '' : undefined} aria-current={isPeeked ? 'true' : undefined}>
        {isChosen !== undefined && (
          <td className="table__check" data-card="check">
            <RowCheck name={name} isChosen={isChosen} onToggle={toggle} />
          </td>
        )}
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
      </tr>
    ),
    [id, name, cells, isChosen, isPeeked, canPeek, actions, press, toggle, onPeek],
  )
}

/** The same array for as long as the row shows the same actions. */
function useSameActions(actions: readonly ShownAction[] | undefined): readonly ShownAction[] | undefined {
  const [kept, keep] = useState(actions)
  const isSame = kept === undefined || actions === undefined ? kept === actions : areSame(kept, actions)
  if (!isSame) keep(actions)
  return isSame ? kept : actions
}
