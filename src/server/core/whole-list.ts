import { WHOLE_LIST_MAX } from '#domain/core/paging.ts'

type WholeList<T> = { data: T[]; meta?: { total: number; page: number; page_size: number } }

/**
 * The reply of a list that was requested without a page. With more rows than WHOLE_LIST_MAX it has the first ones, and `meta` with
 * the number of all of them: a file of the whole list is an export.
 */
export async function wholeList<T>(data: T[], count: () => Promise<number>): Promise<WholeList<T>> {
  if (data.length < WHOLE_LIST_MAX) return { data }
  const total = await count()
  return total > data.length ? { data, meta: { total, page: 1, page_size: WHOLE_LIST_MAX } } : { data }
}
