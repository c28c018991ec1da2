import type { Column, TableProps, TableSelection } from './Table.tsx'
import { type ActionKind, actionsOfRow, areSame, type ShownAction } from './table-actions.ts'

/** The same functions for as long as the table is shown. */
export type RowHandlers = {
  onPress: (key: string, kind: ActionKind) => void
  onToggle: (key: string, isRange: boolean) => void
  onPeek: (key: string) => void
}

export type RowsProps<Row> = Pick<
  TableProps<Row>,
  'page' | 'pageSize' | 'columns' | 'rowKey' | 'rowName' | 'actions' | 'peek' | 'selection'
> & { rows: readonly Row[] }

export type RowProps<Row> = {
  id: string
  row: Row
  /** Counts over the whole list, from 0. */
  index: number
  name: string
  columns: readonly Column<Row>[]
  /** Undefined in a table whose rows are not chosen. */
  selection: TableSelection | undefined
  isPeeked: boolean
  canPeek: boolean
  actions: readonly ShownAction[] | undefined
  handlers: RowHandlers
}

/** What each row of a table shows. */
export function rowsOf<Row>(props: RowsProps<Row>, handlers: RowHandlers): RowProps<Row>[] {
  const { rows, page, pageSize, columns, rowKey, rowName, actions, peek, selection } = props
  return rows.map((row, at) => {
    const id = rowKey(row)
    return {
      id,
      row,
      name: rowName(row),
      index: (page - 1) * pageSize + at,
      columns,
      selection,
      isPeeked: peek?.id === id,
      canPeek: peek?.onOpen !== undefined,
      actions: actions && actionsOfRow(row, actions),
      handlers,
    }
  })
}

/** Whether a row shows the same as before: then it is not drawn again. */
export const isSameRow = <Row>(before: RowProps<Row>, after: RowProps<Row>): boolean =>
  before.id === after.id &&
  before.row === after.row &&
  before.index === after.index &&
  before.name === after.name &&
  before.columns === after.columns &&
  before.selection === after.selection &&
  before.isPeeked === after.isPeeked &&
  before.canPeek === after.canPeek &&
  before.handlers === after.handlers &&
  haveSameActions(before.actions, after.actions)

const haveSameActions = (before: RowProps<never>['actions'], after: RowProps<never>['actions']): boolean =>
  before === undefined || after === undefined ? before === after : areSame(before, after)
