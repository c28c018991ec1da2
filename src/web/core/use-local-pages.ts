import { useState } from 'react'

/** Page and size of a list inside a screen, which are not in the address. `first`: shows the first page, after a new search. */
export function useLocalPages(firstSize = 8) {
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(firstSize)
  const first = (): void => setPage(1)
  const onPageSize = (size: number): void => {
    setPageSize(size)
    first()
  }
  return { pages: { page, pageSize, onPage: (next: number): void => setPage(next), onPageSize }, first }
}
