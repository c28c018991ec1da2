import { API_PAGE_SIZE_DEFAULT, WHOLE_LIST_MAX } from '#domain/core/paging.ts'

/** The part of a list that a query reads. */
export type RowRange = { readonly offset: number; readonly limit: number }

type PageQuery = { page?: number | undefined; page_size?: number | undefined }
type Meta = { total: number; page: number; page_size: number }

/** How a list is read. `rows` may ask for the total, which is counted once; for the first rows it need not. */
type List<T> = {
  rows: (range: RowRange, total: () => Promise<number>) => Promise<T[]>
  total: () => Promise<number>
}

/**
 * The reply of a list that may be requested without a page. It then has the first WHOLE_LIST_MAX rows, and `meta` with the number of
 * all of them only when there are more: a file of the whole list is an export.
 */
export async function listReply<T>(query: PageQuery, list: List<T>): Promise<{ data: T[]; meta?: Meta }> {
  if (query.page !== undefined || query.page_size !== undefined) return pageReply(query, list)
  const data = await list.rows({ offset: 0, limit: WHOLE_LIST_MAX }, list.total)
  if (data.length < WHOLE_LIST_MAX) return { data }
  const total = await list.total()
  return total > data.length ? { data, meta: { total, page: 1, page_size: WHOLE_LIST_MAX } } : { data }
}

/** The reply of a list that always has a page: the first one when none is requested. */
export async function pageReply<T>(query: PageQuery, list: List<T>): Promise<{ data: T[]; meta: Meta }> {
  const [page, page_size] = [query.page ?? 1, query.page_size ?? API_PAGE_SIZE_DEFAULT]
  const counted = list.total()
  const rows = list.rows({ offset: (page - 1) * page_size, limit: page_size }, () => counted)
  const [data, total] = await Promise.all([rows, counted])
  return { data, meta: { total, page, page_size } }
}
