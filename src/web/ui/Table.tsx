import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, startTransition, useMemo, useOptimistic } from 'react'
import { Pagination, type PagingProps } from './Pagination.tsx'
import { PageCheck } from './RowCheck.tsx'
import { SortSelect } from './SortSelect.tsx'
import { EmptyState, ErrorState, Skeleton } from './States.tsx'
import { TableRows } from './TableRows.tsx'
import type { RowAction } from './table-actions.ts'
import './Table.css'

const ColumnMenu = lazy(() => import('./ColumnMenu.tsx').then((module) => ({ default: module.ColumnMenu })))

export type Column<Row> = {
  key: string
  header: string
  /** `index` counts over the whole list, from 0. */
  cell: (row: Row, index: number) => ReactNode
  align?: 'end'
  sortable?: boolean
  /** Its position on a card. In a narrow table each row is a card of two lines: title and badge, facts and amount. */
  card?: 'title' | 'fact' | 'badge' | 'amount' | 'hidden' | 'control'
  /** A word before the value of a fact on a card: 'vence'. */
  cardLabel?: string
  /** The rows without this value on their card: an amount that is zero. A table shows it. */
  isOffCard?: (row: Row) => boolean
}

export type Sort = { key: string; direction: 'asc' | 'desc' } | null

/** The columns and the density that the user chose. */
export type TableView = {
  hidden: readonly string[]
  isCompact: boolean
  onChange: (changes: { hidden?: string[]; isCompact?: boolean }) => void
}

/** The rows that the user chooses with their check boxes: one object for as long as the table is shown. */
export type TableSelection = {
  /** Calls the listener after each choice, until the returned function is called. */
  subscribe: (listener: () => void) => () => void
  isChosen: (key: string) => boolean
  /** How many rows of this page are chosen. */
  page: () => 'none' | 'some' | 'all'
  /** `isRange`: with Shift, every row from the last chosen one. */
  onRow: (key: string, isRange: boolean) => void
  onPage: () => void
}

export type TableProps<Row> = PagingProps & {
  /** The content of the list, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Names a row in the labels of its actions: 'Editar Hogar 100'. */
  rowName: (row: Row) => string
  actions?: readonly RowAction<Row>[]
  /** With it each row opens beside the list. `id`: the open one. */
  peek?: { id: string | null; onOpen: ((key: string) => void) | undefined }
  /** With it the rows have check boxes. */
  selection?: TableSelection
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** With it the user chooses columns and density, when the list has tools. */
  view?: TableView | undefined
  /** Search box, chips and buttons above the list. */
  tools?: ReactNode
  empty?: ReactNode
  error?: { title?: string; message: string; code?: string; retry: () => void } | null
}

/**
 * A list of records: a table where its columns fit, cards where they do not, from the same columns. It shows one page; the caller
 * requests that page from the server and keeps page, sort and filters in the address.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { rows, total, view, error } = props
  const hidden = view?.hidden.join(' ') ?? ''
  // The same array while nothing changes: the cells of a row are drawn again only with another row or other columns.
  const columns = useMemo(
    () => props.columns.filter((column) => isFixed(column) || !hidden.split(' ').includes(column.key)),
    [props.columns, hidden],
  )
  return (
    <div className={view?.isCompact ? 'table table--compact' : 'table'}>
      <div className="table__frame">
        <Tools {...props} />
        {error ? <ErrorState {...errorProps(error)} /> : <Content {...props} columns={columns} all={props.columns} />}
        {rows !== undefined && !error && total > 0 && <Pagination {...props} shown={rows.length} />}
      </div>
    </div>
  )
}

/** The title of a card cannot be hidden: it names the row. */
const isFixed = <Row,>({ card }: Column<Row>): boolean => card === 'title'

function Tools<Row>({ columns, tools, sort, onSort }: TableProps<Row>) {
  const isSortable = onSort !== undefined && columns.some((column) => column.sortable)
  if (!tools && !isSortable) return null
  return (
    <div className={tools ? 'table__tools' : 'table__tools table__tools--cards'}>
      {tools}
      {isSortable && <SortSelect columns={columns} sort={sort ?? null} onSort={onSort} />}
    </div>
  )
}

type ShownProps<Row> = TableProps<Row> & {
  /** Every column; `columns` are those that are shown. */
  all: readonly Column<Row>[]
}

function Content<Row>({ all, ...props }: ShownProps<Row>) {
  const { caption, rows, pageSize, total, empty } = props
  // A page past the end has no rows: the list goes to its last page.
  if (rows === undefined || (rows.length === 0 && total > 0))
    return (
      <div className="table__loading">
        <Skeleton lines={Math.min(pageSize, 8)} height={28} />
      </div>
    )
  if (rows.length === 0) return empty ?? <EmptyState />
  return (
    <div className="table__scroll">
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <Head {...props} all={all} />
        <tbody>
          <TableRows {...props} rows={rows} />
        </tbody>
      </table>
    </div>
  )
}

const errorProps = ({ retry, ...error }: NonNullable<TableProps<never>['error']>) => ({ ...error, onRetry: retry })

function Head<Row>({ columns, all, actions, selection, tools, view, sort, onSort }: ShownProps<Row>) {
  const [shownSort, showSort] = useOptimistic(sort)
  // The heading shows the new order at once, and a second press starts from it. The rest of the screen is drawn after that.
  const order = (next: Sort): void =>
    startTransition(() => {
      showSort(next)
      onSort?.(next)
    })
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className="table__check">
            <PageCheck selection={selection} />
          </th>
        )}
        {columns.map((column) => {
          const direction = shownSort?.key === column.key ? shownSort.direction : null
          const Sign = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ArrowUpDown
          return (
            <th
              key={column.key}
              scope="col"
              className={column.align === 'end' ? 'table__end' : undefined}
              aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
            >
              {column.sortable && onSort ? (
                <button type="button" className="table__sort" onClick={() => order(nextSort(column.key, direction))}>
                  {column.header} <Sign size={14} aria-hidden="true" />
                </button>
              ) : (
                column.header
              )}
            </th>
          )
        })}
        {actions && (
          <th scope="col" className="table__end">
            <span className="visually-hidden">Acciones</span>
            {tools && view && (
              <Suspense fallback={<span className="icon-button table__columns" aria-hidden="true" />}>
                <ColumnMenu
                  view={view}
                  columns={all.map((column) => ({ key: column.key, header: column.header, isFixed: isFixed(column) }))}
                />
              </Suspense>
            )}
          </th>
        )}
      </tr>
    </thead>
  )
}

/** Ascending, descending, and then the default order of the list. */
function nextSort(key: string, direction: 'asc' | 'desc' | null): Sort {
  if (direction === null) return { key, direction: 'asc' }
  return direction === 'asc' ? { key, direction: 'desc' } : null
}
