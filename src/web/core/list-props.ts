import { type Failure, readProblemOf } from './failure.ts'
import type { TableUrl } from './table-url.ts'

type Read<Row> = {
  data: { data: Row[]; meta?: { total: number } | undefined } | undefined
  error: Failure | null
  refetch: () => unknown
}

/** What a table needs of a list that the server pages: the page that came, and what the address says of it. `problem` is said when the server gave no reason. */
export const listProps = <Row>(
  url: TableUrl,
  { data, error, refetch }: Read<Row>,
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
  error: error && !data ? { ...readProblemOf(error, problem), retry: () => void refetch() } : null,
})
