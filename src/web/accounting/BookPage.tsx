import type { ReactNode } from 'react'
import { type Day, isDay } from '#domain/core/days.ts'
import type { ExportName } from '#domain/exports/api.ts'
import type { Failure } from '#web/core/failure.ts'
import { listProps } from '#web/core/list-props.ts'
import { Settled } from '#web/core/Settled.tsx'
import { type TableState, useTableUrl } from '#web/core/table-url.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Page } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'

/** The address of a book. `day`: a day of its filters, undefined when it is none. */
export function useBookUrl(list?: string) {
  const url = useTableUrl({ ...(list === undefined ? {} : { list }), pageSize: 20 })
  const dayOf = (name: string): Day | undefined => {
    const text = url.filters[name] ?? ''
    return isDay(text) ? text : undefined
  }
  return { url, page: { page: url.query.page, page_size: url.query.page_size }, dayOf }
}

type Read<Row> = {
  data: { data: Row[]; meta: { total: number } } | undefined
  error: Failure | null
  isPending: boolean
  refetch: () => unknown
}

type BookProps<Row> = {
  title: string
  subtitle: string
  /** The links before the button that exports the list. */
  links?: ReactNode
  exported: { list: ExportName; filters: Readonly<Record<string, string | number | undefined>> }
  url: TableState
  list: Read<Row>
  /** Another read that the figures need. */
  sums?: { readonly isPending: boolean }
  figures: ReactNode
  caption: string
  columns: readonly Column<Row>[]
  rowName: (row: Row) => string
  /** In TableFilters, which counts them on a phone. */
  filters: ReactNode
  empty: { title: string; text: string }
}

/** A book of the accountant: its sums, its rows page by page with their filters, and its files. */
export const BookPage = <Row extends { id: string }>({ url, list, sums, ...book }: BookProps<Row>) => (
  <Page
    title={book.title}
    subtitle={book.subtitle}
    actions={
      <>
        {book.links}
        <ExportMenu {...book.exported} />
      </>
    }
  >
    <Settled reads={sums === undefined ? [list] : [list, sums]}>
      {book.figures !== undefined && <div className="figures-row">{book.figures}</div>}
      <Table
        caption={book.caption}
        columns={book.columns}
        {...listProps(url, list)}
        rowKey={({ id }) => id}
        rowName={book.rowName}
        tools={book.filters}
        empty={<EmptyState title={book.empty.title}>{book.empty.text}</EmptyState>}
      />
    </Settled>
  </Page>
)
