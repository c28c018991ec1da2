import { API_PAGE_SIZE_DEFAULT, WHOLE_LIST_MAX } from '#domain/core/paging.ts'

/** The part of a list that a query reads. */
export type RowRange = { readonly offset: number; readonly limit: number }

type PageQuery = { page?: number | undefined; page_size?: number | undefined }
type Meta = { total: number; page: number; page_size: number }

/**
 * How a list is read. `rows` may ask for the total, which is counted once; for the first rows it need not. `whole` receives every row
 * instead of the reply. `all`: those rows in the order of the list, some at a time and each read once; without it they are read page by
 * page.
 */
type List<T> = {
  rows: (range: RowRange, total: () => Promise<number>) => Promise<T[]>
  total: () => Promise<number>
  whole?: WholeList | undefined
  all?: () => AsyncGenerator<T[]>
}

/** What receives every row of a list instead of a page of them: a file of the list. */
export type WholeList = {
  /** Receives the number of rows before the first of them. Throws a Refusal when they are too many. */
  begin: (total: number) => void
  take: (rows: readonly unknown[]) => Promise<void>
}

/** The rows of a page of a whole list: each page goes over the rows before it again, so pages of few rows would make a long list slow. */
const PAGE_ROWS = 5_000

/**
 * The reply of a list that may be requested without a page. It then has the first WHOLE_LIST_MAX rows, and `meta` with the number of
 * all of them only when there are more: a file of the whole list is an export.
 */
export async function listReply<T>(query: PageQuery, list: List<T>): Promise<{ data: T[]; meta?: Meta }> {
  if (list.whole || query.page !== undefined || query.page_size !== undefined) return pageReply(query, list)
  const data = await list.rows({ offset: 0, limit: WHOLE_LIST_MAX }, list.total)
  if (data.length < WHOLE_LIST_MAX) return { data }
  const total = await list.total()
  return total > data.length ? { data, meta: { total, page: 1, page_size: WHOLE_LIST_MAX } } : { data }
}

/** The reply of a list that always has a page: the first one when none is requested. */
export async function pageReply<T>(query: PageQuery, list: List<T>): Promise<{ data: T[]; meta: Meta }> {
  if (list.whole) return giveAll(list, list.whole)
  const [page, page_size] = [query.page ?? 1, query.page_size ?? API_PAGE_SIZE_DEFAULT]
  const counted = list.total()
  const rows = list.rows({ offset: (page - 1) * page_size, limit: page_size }, () => counted)
  const [data, total] = await Promise.all([rows, counted])
  return { data, meta: { total, page, page_size } }
}

/** What one statement reads: the rows of a page, the number of all the rows, and the sums of all of them. */
export type Pass<T, S> = { rows: T[]; total: number; sums: S }

/**
 * The reply of a list whose statement goes over every row for its sums: the page and the sums are read at once. `whole` receives the pages
 * after the sums.
 */
export async function onePassReply<T, S>(
  query: PageQuery,
  { read, whole }: { read: (range: RowRange) => Promise<Pass<T, S>>; whole?: WholeList | undefined },
): Promise<{ data: T[]; meta: Meta; sums: S }> {
  if (whole) {
    const { total, sums } = await read({ offset: 0, limit: 0 })
    const rows = async (range: RowRange) => (await read(range)).rows
    return { ...(await giveAll({ rows, total: async () => total }, whole)), sums }
  }
  const [page, page_size] = [query.page ?? 1, query.page_size ?? API_PAGE_SIZE_DEFAULT]
  const { rows, total, sums } = await read({ offset: (page - 1) * page_size, limit: page_size })
  return { data: rows, meta: { total, page, page_size }, sums }
}

async function giveAll<T>(list: List<T>, whole: WholeList): Promise<{ data: T[]; meta: Meta }> {
  const total = await list.total()
  whole.begin(total)
  for await (const rows of list.all ? readAhead(list.all()) : pagesOf(list, total)) await whole.take(rows)
  return { data: [], meta: { total, page: 1, page_size: total } }
}

/** The same parts. While one is taken the database reads the next, which has ended when the reading ends: its transaction may end too. */
async function* readAhead<T>(parts: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = parts.next()
  try {
    for (let part = await next; part.done !== true; part = await next) {
      next = parts.next()
      // Its error is thrown where it is awaited.
      next.catch(() => undefined)
      yield part.value
    }
  } finally {
    await Promise.allSettled([next])
  }
}

async function* pagesOf<T>({ rows }: List<T>, total: number): AsyncGenerator<T[]> {
  for (let offset = 0; offset < total; offset += PAGE_ROWS) {
    const page = await rows({ offset, limit: PAGE_ROWS }, async () => total)
    if (page.length === 0) return
    yield page
  }
}
