import { type Failure, readProblemOf } from './failure.ts'
import type { TableState } from './table-url.ts'

type ListResult<Row> = {
  data: { data: Row[]; meta?: { total: number } | undefined } | undefined
  error: Failure | null
  refetch: () => unknown
}

/** The properties of a table over a list that the server pages: the loaded page and its parameters in the address. `problem` is shown for an error without a message of the server. */
export const listProps = <Row>(
  url: TableState,
  { data, error, refetch }: ListResult<Row>,
  problem = 'No pudimos cargar la lista',
) => ({
  rows: data?.data,
  page: url.page,
  pageSize: url.pageSize,
  total: data?.meta?.total ?? 0,
  onPage: url.onPage,
  onPageSize: url.onPageSize,
  sort: url.sort,
  onSort: url.onSort,
  view: url.view,
  error: error && !data ? { ...readProblemOf(error, problem), retry: () => void refetch() } : null,
})
