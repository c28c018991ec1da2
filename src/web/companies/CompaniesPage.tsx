import { useState } from 'react'
import { Link } from 'react-router'
import { COMPANY_SORTS, companyApi } from '#domain/companies/api.ts'
import {
  COMPANY_STATUS_LABELS,
  COMPANY_STATUSES,
  type CompanyRow,
  type CompanyStatus,
} from '#domain/companies/company.ts'
import { nitLabel } from '#domain/core/identity.ts'
import { paths } from '#domain/core/paths.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { useOpened } from '#web/core/use-opened.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { CompanyBadge } from './CompanyBadge.tsx'
import './companies.css'
import { NewCompanyDialog } from './NewCompanyDialog.tsx'
import { StatusDialog } from './StatusDialog.tsx'

const columns: readonly Column<CompanyRow>[] = [
  {
    key: 'name',
    header: 'Empresa',
    cell: (company) => (
      <span className="two-lines">
        <Link to={paths.company(company.id)}>{company.name}</Link>
        <small className="company-nit in-card">NIT {nitLabel(company.nit)}</small>
        {company.city !== null && <small>{company.city}</small>}
      </span>
    ),
    card: 'title',
    sortable: true,
  },
  { key: 'city', header: 'Ciudad', cell: (company) => company.city ?? '—', sortable: true },
  {
    key: 'clients',
    header: 'Clientes',
    cell: (company) => count(company.clients),
    align: 'end',
    cardLabel: 'clientes:',
  },
  {
    key: 'invoices',
    header: 'Facturas mes',
    cell: (company) => count(company.invoices_this_month),
    align: 'end',
    card: 'hidden',
  },
  {
    key: 'integrations',
    header: 'Integraciones',
    cell: (company) =>
      [...(company.is_wompi_integration ? ['Wompi'] : []), ...(company.is_factus_integration ? ['Factus'] : [])].join(
        ', ',
      ) || 'Ninguna',
  },
  {
    key: 'status',
    header: 'Estado',
    cell: ({ status }) => <CompanyBadge status={status} />,
    card: 'badge',
    sortable: true,
  },
]

/** Gestión de empresas (COM-01). */
export function CompaniesPage() {
  const url = useTableUrl({ list: 'companies', sorts: COMPANY_SORTS })
  const [opened, setOpened] = useOpened()
  const [changing, setChanging] = useState<{ company: CompanyRow; status: CompanyStatus } | null>(null)
  const status = COMPANY_STATUSES.find((known) => known === url.filters['status'])
  const query = { ...url.query, status }
  const list = useRead(companyApi.listFiles, { query }, { keepPrevious: true })
  const isFiltered = url.q !== '' || status !== undefined
  return (
    <Page
      title="Gestión de empresas"
      subtitle={
        list.data?.meta && `${count(list.data.meta.total)} ${list.data.meta.total === 1 ? 'empresa' : 'empresas'}`
      }
      actions={
        <>
          <ExportMenu list="companies" filters={query} />
          <Button variant="primary" onClick={() => setOpened('')}>
            Crear empresa
          </Button>
        </>
      }
    >
      <Table
        caption="Empresas de la plataforma"
        columns={columns}
        {...listProps(url, list)}
        rowKey={(company) => company.id}
        rowName={(company) => company.name}
        actions={[
          {
            kind: 'suspend',
            isShown: (company) => company.status === 'active',
            onPress: (company) => setChanging({ company, status: 'suspended' }),
          },
          {
            kind: 'activate',
            isShown: (company) => company.status !== 'active',
            onPress: (company) => setChanging({ company, status: 'active' }),
          },
        ]}
        tools={<Tools url={url} status={status} />}
        empty={<NoCompanies isFiltered={isFiltered} onClear={url.onClear} onCreate={() => setOpened('')} />}
      />
      {opened !== null && <NewCompanyDialog onClose={() => setOpened(null)} />}
      {changing && <StatusDialog {...changing} onClose={() => setChanging(null)} />}
    </Page>
  )
}

type ToolsProps = { url: ReturnType<typeof useTableUrl>; status: CompanyStatus | undefined }

const Tools = ({ url, status }: ToolsProps) => (
  <>
    <SearchField label="Buscar por nombre o NIT" value={url.q} onSearch={url.onSearch} />
    <TableFilters>
      <SelectFilter
        label="Estado"
        all="Todas"
        options={COMPANY_STATUSES.map((value) => ({ value, label: COMPANY_STATUS_LABELS[value] }))}
        value={status}
        onChange={(value) => url.onFilter('status', value)}
      />
    </TableFilters>
    <FilterChips
      chips={status ? [{ key: 'status', label: `Estado: ${COMPANY_STATUS_LABELS[status]}` }] : []}
      onRemove={(key) => url.onFilter(key, '')}
      onClear={url.onClear}
    />
  </>
)

type NoneProps = { isFiltered: boolean; onClear: () => void; onCreate: () => void }

function NoCompanies({ isFiltered, onClear, onCreate }: NoneProps) {
  if (isFiltered) return <NoMatch onClear={onClear}>Prueba con parte del nombre o con el NIT.</NoMatch>
  return (
    <EmptyState
      title="Aún no hay empresas"
      action={
        <Button variant="primary" onClick={onCreate}>
          Crear la primera empresa
        </Button>
      }
    >
      Con su NIT, sus datos y el correo de su administrador ya puede empezar.
    </EmptyState>
  )
}

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)
