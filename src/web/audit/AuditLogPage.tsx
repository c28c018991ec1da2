import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AUDIT_SORTS, type AuditEvent, auditApi } from '#domain/audit/api.ts'
import { instantLabel, isDay, shortDayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { download } from '#web/core/download.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { AuditFilters, type Filters } from './AuditFilters.tsx'
import { EventSheet } from './EventSheet.tsx'
import { ABOUT_LABELS } from './subjects.ts'

const columns: readonly Column<AuditEvent>[] = [
  { key: 'at', header: 'Fecha', cell: (fact) => instantLabel(new Date(fact.at)), sortable: true },
  { key: 'sentence', header: 'Qué pasó', cell: (fact) => fact.sentence, card: 'title' },
  { key: 'role', header: 'Rol', cell: (fact) => fact.actor.role },
  { key: 'ip', header: 'Desde', cell: (fact) => fact.ip ?? '—', card: 'hidden' },
]

/** The audit log (Bitácora, BIN-01): every change with its actor, time and address. A superadmin belongs to no company: the page address contains its id. */
export function AuditLogPage() {
  const { user } = useSession()
  const [search] = useSearchParams()
  const companyId = search.get('company_id')
  if (user?.metadata.role !== 'superadmin' || companyId !== null) return <Facts companyId={companyId} />
  return (
    <Page title="Bitácora" subtitle="Solo se lee: cada hecho queda sellado y se conserva.">
      <EmptyState title="Elige una empresa" action={<Link to={paths.companies}>Ver las empresas</Link>}>
        Abre la bitácora de una empresa desde su ficha.
      </EmptyState>
    </Page>
  )
}

function Facts({ companyId }: { companyId: string | null }) {
  const url = useTableUrl({ list: 'audit', sorts: AUDIT_SORTS })
  const [shown, setShown] = useState<AuditEvent | null>(null)
  const filters = readFilters(url.filters)
  const query = { q: url.query.q, ...filters, ...(companyId ? { company_id: companyId } : {}) }
  const list = useRead(
    auditApi.list,
    { query: { page: url.page, page_size: url.pageSize, sort: url.query.sort, ...query } },
    { keepPrevious: true },
  )
  const save = async (): Promise<void> => {
    try {
      await download(auditApi.file, { query })
    } catch (error) {
      toastFailure(error, 'No pudimos preparar el archivo')
    }
  }
  return (
    <Page
      title="Bitácora"
      subtitle="Solo se lee: cada hecho queda sellado y se conserva."
      actions={<Button onClick={() => void save()}>Exportar CSV</Button>}
    >
      <Table
        caption="Hechos de la empresa"
        columns={columns}
        {...listProps(url, list)}
        rowKey={(fact) => fact.id}
        rowName={(fact) => fact.sentence}
        tools={
          <>
            <SearchField label="Buscar por persona o por lo que cambió" value={url.q} onSearch={url.onSearch} />
            <AuditFilters filters={filters} onFilter={url.onFilter} />
            <FilterChips chips={chipsOf(filters)} onRemove={(key) => url.onFilter(key, '')} onClear={url.onClear} />
          </>
        }
        empty={<NoMatch onClear={url.onClear}>Prueba con otras fechas o con otra persona.</NoMatch>}
        actions={[{ kind: 'view', onPress: setShown }]}
      />
      {shown && <EventSheet fact={shown} onClose={() => setShown(null)} />}
    </Page>
  )
}

function readFilters(filters: Readonly<Record<string, string>>): Filters {
  const dayAt = (name: string) => {
    const text = filters[name]
    return text !== undefined && isDay(text) ? text : undefined
  }
  const about = filters['about']
  return {
    about: about !== undefined && Object.hasOwn(ABOUT_LABELS, about) ? about : undefined,
    from: dayAt('from'),
    to: dayAt('to'),
  }
}

const chipsOf = ({ about, from, to }: Filters) => [
  ...(about ? [{ key: 'about', label: `Sobre: ${ABOUT_LABELS[about] ?? about}` }] : []),
  ...(from ? [{ key: 'from', label: `Desde: ${shortDayLabel(from)}` }] : []),
  ...(to ? [{ key: 'to', label: `Hasta: ${shortDayLabel(to)}` }] : []),
]
