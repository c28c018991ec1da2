import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Button } from './Button.tsx'
import { Pagination, type PagingProps } from './Pagination.tsx'
import { EmptyState, ErrorState, Skeleton } from './States.tsx'
import { ACTION_LABELS, isDanger, type RowAction } from './table-actions.ts'
import './Table.css'

const INLINE_ACTIONS_MAX = 2
const Menu = lazy(() => import('./Menu.tsx').then((module) => ({ default: module.Menu })))

export type Column<Row> = {
  key: string
  header: string
  /** `index` counts over the whole list, from 0. */
  cell: (row: Row, index: number) => ReactNode
  align?: 'end'
  sortable?: boolean
  /** Its position on a phone, where each row is a card. */
  card?: 'title' | 'fact' | 'badge' | 'amount' | 'hidden'
}

export type Sort = { key: string; direction: 'asc' | 'desc' } | null

type TableProps<Row> = PagingProps & {
  /** The content of the list, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Names a row in the labels of its actions: 'Editar Hogar 100'. */
  rowName: (row: Row) => string
  actions?: readonly RowAction<Row>[]
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Search box, chips and buttons above the list. */
  tools?: ReactNode
  empty?: ReactNode
  error?: { title?: string; message: string; code?: string; retry: () => void } | null
}

/**
 * A list of records: a table on a computer, cards on a phone, from the same columns. It shows one page; the caller requests
 * that page from the server and keeps page, sort and filters in the address.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, rows, pageSize, tools, empty, error, sort, onSort } = props
  return (
    <div className="table">
      {tools && <div className="table__tools">{tools}</div>}
      {error ? (
        <ErrorState {...errorProps(error)} />
      ) : rows === undefined ? (
        <div className="table__loading">
          <Skeleton lines={Math.min(pageSize, 8)} height={28} />
        </div>
      ) : rows.length === 0 ? (
        (empty ?? <EmptyState />)
      ) : (
        <div className="table__scroll">
          {onSort && <SortSelect columns={props.columns} sort={sort ?? null} onSort={onSort} />}
          <table>
            <caption className="visually-hidden">{caption}</caption>
            <Head {...props} />
            <tbody>
              {rows.map((row, index) => (
                <Row key={props.rowKey(row)} row={row} index={(props.page - 1) * pageSize + index} {...props} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows !== undefined && !error && props.total > 0 && <Pagination {...props} />}
    </div>
  )
}

const errorProps = ({ retry, ...error }: NonNullable<TableProps<never>['error']>) => ({ ...error, onRetry: retry })

function Head<Row>({ columns, actions, sort, onSort }: TableProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const direction = sort?.key === column.key ? sort.direction : null
          const Sign = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ArrowUpDown
          return (
            <th
              key={column.key}
              scope="col"
              className={column.align === 'end' ? 'table__end' : undefined}
              aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
            >
              {column.sortable && onSort ? (
                <button type="button" className="table__sort" onClick={() => onSort(nextSort(column.key, direction))}>
                  {column.header} <Sign size={14} aria-hidden="true" />
                </button>
              ) : (
                column.header
              )}
            </th>
          )
        })}
        {actions && (
          <th scope="col">
            <span className="visually-hidden">Acciones</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

/** The order on a phone, where the headers with their buttons are not shown. */
function SortSelect<Row>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly Column<Row>[]
  sort: Sort
  onSort: (sort: Sort) => void
}) {
  const sortable = columns.filter((column) => column.sortable)
  if (sortable.length === 0) return null
  const change = (value: string): void => {
    const [key = '', direction] = value.split(' ')
    onSort(key === '' ? null : { key, direction: direction === 'desc' ? 'desc' : 'asc' })
  }
  return (
    <label className="table__order">
      <span>Ordenar por</span>
      <select
        className="input"
        value={sort === null ? '' : `${sort.key} ${sort.direction}`}
        onChange={(event) => change(event.target.value)}
      >
        <option value="">El orden de la lista</option>
        {sortable.flatMap(({ key, header }) => [
          <option key={key} value={`${key} asc`}>
            {header}, de menor a mayor
          </option>,
          <option key={`-${key}`} value={`${key} desc`}>
            {header}, de mayor a menor
          </option>,
        ])}
      </select>
    </label>
  )
}

/** Ascending, descending, and then the default order of the list. */
function nextSort(key: string, direction: 'asc' | 'desc' | null): Sort {
  if (direction === null) return { key, direction: 'asc' }
  return direction === 'asc' ? { key, direction: 'desc' } : null
}

function Row<Row>({ row, index, columns, actions, rowName }: TableProps<Row> & { row: Row; index: number }) {
  return (
    <tr>
      {columns.map((column) => (
        <td
          key={column.key}
          className={column.align === 'end' ? 'table__end' : undefined}
          data-card={column.card ?? 'fact'}
          data-header={column.header}
        >
          {column.cell(row, index)}
        </td>
      ))}
      {actions && (
        <td className="table__actions" data-card="actions">
          <RowActions
            row={row}
            name={rowName(row)}
            actions={actions.filter((action) => action.isShown?.(row) ?? true)}
          />
        </td>
      )}
    </tr>
  )
}

function RowActions<Row>({ row, name, actions }: { row: Row; name: string; actions: readonly RowAction<Row>[] }) {
  if (actions.length > INLINE_ACTIONS_MAX) {
    const items = actions.map((action) => ({
      label: ACTION_LABELS[action.kind],
      onSelect: () => action.onPress(row),
      isDanger: isDanger(action.kind),
      disabledReason: action.disabledReason?.(row),
    }))
    return (
      <Suspense fallback={<span className="icon-button menu__trigger" aria-hidden="true" />}>
        <Menu label={`Acciones de ${name}`} items={items} />
      </Suspense>
    )
  }
  return actions.map((action) => (
    <Button
      key={action.kind}
      size="dense"
      variant={isDanger(action.kind) ? 'danger' : action.kind === 'pay' ? 'primary' : 'secondary'}
      busy={action.busy?.(row)}
      aria-label={`${ACTION_LABELS[action.kind]} ${name}`}
      disabledReason={action.disabledReason?.(row)}
      onClick={() => action.onPress(row)}
    >
      {ACTION_LABELS[action.kind]}
    </Button>
  ))
}
