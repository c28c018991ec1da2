import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { PAGE_BUTTONS_MAX, PAGE_SIZES, rangeLabel } from '#domain/core/paging.ts'
import { fittingRows, pageNumbers, REST_PX } from './table-actions.ts'
import './Pagination.css'

export type PagingProps = {
  page: number
  pageSize: number
  total: number
  /** `isReplacing`: without a history entry. */
  onPage: (page: number, isReplacing?: boolean) => void
  onPageSize?: (size: number) => void
}

/** The footer of a list: the shown range, the page size, and at most five page buttons. `shown`: the number of rows of this page. */
export function Pagination({ page, pageSize, total, onPage, onPageSize, shown }: PagingProps & { shown: number }) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const isPastEnd = shown === 0 && page > pages
  useEffect(() => {
    if (isPastEnd) onPage(pages, true)
  }, [isPastEnd, pages, onPage])
  return (
    <div className="pagination">
      <p className="pagination__range" aria-live="polite">
        {rangeLabel(Math.min(page, pages), pageSize, total)}
      </p>
      {onPageSize && <SizeSelect pageSize={pageSize} onPageSize={onPageSize} />}
      {pages > 1 && <Pages page={page} pages={pages} onPage={onPage} />}
    </div>
  )
}

function SizeSelect({ pageSize, onPageSize }: { pageSize: number; onPageSize: (size: number) => void }) {
  const label = useRef<HTMLLabelElement>(null)
  const [rest, setRest] = useState(REST_PX)
  useLayoutEffect(() => setRest(restHeight(label.current) ?? REST_PX), [])
  const fitting = fittingRows(window.innerHeight, rest)
  const sizes = [...new Set([...PAGE_SIZES, fitting, pageSize])].toSorted((a, b) => a - b)
  return (
    <label ref={label} className="pagination__size">
      Por página
      <select value={pageSize} onChange={(event) => onPageSize(Number(event.target.value))}>
        {sizes.map((size) => (
          <option key={size} value={size}>
            {size === fitting ? `${size}, lo que cabe` : size}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The height of a page with a list without its rows; null before it has one. */
function restHeight(inside: HTMLElement | null): number | null {
  const table = inside?.closest('.table')
  const rows = table?.querySelector('tbody')
  if (!table || !rows || rows.clientHeight === 0) return null
  return Math.round(table.getBoundingClientRect().bottom + window.scrollY - rows.getBoundingClientRect().height)
}

type PagesProps = Pick<PagingProps, 'page' | 'onPage'> & { pages: number }

function Pages({ page, pages, onPage }: PagesProps) {
  // Otherwise each page has its own button.
  const hasEnds = pages > PAGE_BUTTONS_MAX
  const stepTo = (to: number, label: string, Sign: LucideIcon) => (
    <button type="button" aria-label={label} disabled={to < 1 || to > pages || to === page} onClick={() => onPage(to)}>
      <Sign size={18} aria-hidden="true" />
    </button>
  )
  return (
    <nav className="pagination__pages" aria-label="Páginas">
      {hasEnds && stepTo(1, 'Primera página', ChevronFirst)}
      {stepTo(page - 1, 'Página anterior', ChevronLeft)}
      {pageNumbers(page, pages, PAGE_BUTTONS_MAX).map((number) => (
        <button
          key={number}
          type="button"
          aria-label={`Página ${number}`}
          aria-current={number === page ? 'page' : undefined}
          data-far={hasEnds && Math.abs(number - page) > 1 ? '' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </button>
      ))}
      {stepTo(page + 1, 'Página siguiente', ChevronRight)}
      {hasEnds && stepTo(pages, 'Última página', ChevronLast)}
    </nav>
  )
}
