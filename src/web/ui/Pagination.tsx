import { ChevronLeft, ChevronRight } from 'lucide-react'
import { PAGE_BUTTONS_MAX, PAGE_SIZES, rangeLabel } from '#domain/core/paging.ts'
import { pageNumbers } from './table-actions.ts'
import './Pagination.css'

export type PagingProps = {
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
  onPageSize?: (size: number) => void
}

/** The footer of a list: the shown range, the page size, and at most five page buttons. */
export function Pagination({ page, pageSize, total, onPage, onPageSize }: PagingProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const sizes = PAGE_SIZES.some((size) => size === pageSize) ? PAGE_SIZES : [...PAGE_SIZES, pageSize]
  return (
    <div className="pagination">
      <p className="pagination__range" aria-live="polite">
        {rangeLabel(page, pageSize, total)}
      </p>
      {onPageSize && (
        <label className="pagination__size">
          Por página
          <select value={pageSize} onChange={(event) => onPageSize(Number(event.target.value))}>
            {sizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
      )}
      {pages > 1 && (
        <nav className="pagination__pages" aria-label="Páginas">
          <button type="button" aria-label="Página anterior" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft size={18} aria-hidden="true" />
          </button>
          {pageNumbers(page, pages, PAGE_BUTTONS_MAX).map((number) => (
            <button
              key={number}
              type="button"
              aria-label={`Página ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {number}
            </button>
          ))}
          <button type="button" aria-label="Página siguiente" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            <ChevronRight size={18} aria-hidden="true" />
          </button>
        </nav>
      )}
    </div>
  )
}
