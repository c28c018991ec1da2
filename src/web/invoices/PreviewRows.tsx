import { useState } from 'react'
import { Link } from 'react-router'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { runApi } from '#domain/invoices/api.ts'
import type { PreviewRow, RunScope } from '#domain/invoices/run.ts'
import { download } from '#web/core/download.ts'
import { readProblemOf } from '#web/core/failure.ts'
import { useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { useLocalPages } from '#web/core/use-local-pages.ts'
import { Button } from '#web/ui/Button.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'

const columns: readonly Column<PreviewRow>[] = [
  {
    key: 'client',
    header: 'Cliente y contrato',
    card: 'title',
    cell: ({ client, no_contract }) => (
      <span className="two-lines">
        <Link to={paths.client(client.id)}>{client.name}</Link>
        <small className="in-card">
          <Link to={paths.contract(no_contract)}>{no_contract}</Link>
        </small>
      </span>
    ),
  },
  {
    key: 'due_on',
    header: 'Vence',
    cardLabel: 'vence',
    cell: ({ due_on, reason }) => reason ?? (due_on && shortDayLabel(due_on)),
  },
  {
    key: 'previous',
    header: 'Mes anterior',
    card: 'hidden',
    align: 'end',
    cell: ({ previous }) => (previous === null ? '—' : pesosLabel(previous)),
  },
  { key: 'vat', header: 'IVA', card: 'hidden', align: 'end', cell: ({ vat }) => (vat === null ? '' : pesosLabel(vat)) },
  {
    key: 'total',
    header: 'Total',
    card: 'amount',
    align: 'end',
    cell: ({ total }) => (total === null ? '' : <strong>{pesosLabel(total)}</strong>),
  },
]

/** The preview contract by contract: searched, paged and downloaded before anything is issued (INV-02). */
export function PreviewRows({ scope }: { scope: RunScope }) {
  const { pages, first } = useLocalPages()
  const [q, setQ] = useState('')
  const query = { period: scope.period, ...(scope.cut_day && { cut_day: scope.cut_day }) }
  const search = q.trim() === '' ? {} : { q }
  const read = useRead(
    runApi.previewRows,
    { query: { ...query, ...search, page: pages.page, page_size: pages.pageSize } },
    { keepPrevious: true },
  )
  const { data, error, refetch } = read
  const save = (): void => {
    download(runApi.download, { query }).catch((failure: unknown) =>
      toastFailure(failure, 'No pudimos descargar el archivo. Intenta de nuevo.'),
    )
  }
  return (
    <Table
      caption="La vista previa contrato por contrato"
      columns={columns}
      rows={data?.data}
      rowKey={(row) => row.no_contract}
      rowName={(row) => row.no_contract}
      {...pages}
      total={data?.meta.total ?? 0}
      tools={
        <>
          <SearchField
            label="Buscar por nombre, cédula o contrato"
            value={q}
            onSearch={(text) => {
              setQ(text)
              first()
            }}
          />
          <Button onClick={save}>Descargar</Button>
        </>
      }
      error={
        error && !data ? { ...readProblemOf(error, 'No pudimos cargar la lista'), retry: () => void refetch() } : null
      }
      empty={
        q === '' ? (
          <EmptyState title="Ningún contrato en este período">Revisa el mes y el corte que elegiste.</EmptyState>
        ) : (
          <EmptyState kind="no-match" action={<Button onClick={() => setQ('')}>Limpiar la búsqueda</Button>}>
            Ningún contrato de este período coincide.
          </EmptyState>
        )
      }
    />
  )
}
