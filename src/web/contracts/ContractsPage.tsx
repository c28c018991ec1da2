import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { CONTRACT_SORTS, contractApi, SERVICE_FILTERS, type ServiceFilter, WAITING } from '#domain/contracts/api.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import { actionProblem, CONTRACT_STATUS_LABELS, CONTRACT_STATUSES } from '#domain/contracts/lifecycle.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { RowLink } from '#web/core/RowLink.tsx'
import { useSession } from '#web/core/session.ts'
import { type TableState, useTableUrl } from '#web/core/table-url.ts'
import { useDownloadAction } from '#web/core/use-download-action.ts'
import { useOpened } from '#web/core/use-opened.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { MenuPlace } from '#web/ui/LazyMenu.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { Alert, EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import type { RowAction } from '#web/ui/table-actions.ts'
import { NARROW, useMedia } from '#web/ui/use-media.ts'
import { ContractDialog } from './ContractDialog.tsx'
import { ContractStatus } from './ContractStatus.tsx'
import { reportAddress } from './report-address.ts'
import { serviceDayChips, serviceDays } from './service-days.ts'
import './contracts.css'

// The portal of the client does not load it.
const MunicipalityFilter = lazy(() =>
  import('./MunicipalityFilter.tsx').then((file) => ({ default: file.MunicipalityFilter })),
)
const ViewMenu = lazy(() => import('#web/views/ViewMenu.tsx').then((file) => ({ default: file.ViewMenu })))

const NUMBER: Column<Contract> = {
  key: 'no_contract',
  header: 'No. contrato',
  cell: (contract) => (
    <RowLink className="contract-number" to={paths.contract(contract.no_contract)}>
      {contract.no_contract}
    </RowLink>
  ),
  sortable: true,
}
const CLIENT: Column<Contract> = {
  key: 'client',
  header: 'Cliente',
  cell: ({ client }) => (
    <span className="two-lines">
      {client.name}
      <small>{client.identification}</small>
    </span>
  ),
  card: 'title',
  sortable: true,
}
/** The same for a role that may open the page of a client. */
const LINKED_CLIENT: Column<Contract> = {
  ...CLIENT,
  cell: ({ client }) => (
    <span className="two-lines">
      <RowLink to={paths.client(client.id)}>{client.name}</RowLink>
      <small>{client.identification}</small>
    </span>
  ),
}
const REST: readonly Column<Contract>[] = [
  { key: 'plan', header: 'Plan', cell: (contract) => contract.plan.name },
  {
    key: 'address',
    header: 'Dirección',
    cell: (contract) => (
      <span className="two-lines">
        {contract.address}
        <small>
          {contract.city}, {contract.department}
        </small>
      </span>
    ),
  },
  {
    key: 'date_contract',
    header: 'Inicio',
    cell: (contract) => shortDayLabel(contract.date_contract),
    card: 'hidden',
    sortable: true,
  },
  {
    key: 'status',
    header: 'Estado',
    cell: ({ status }) => <ContractStatus status={status} />,
    card: 'badge',
    sortable: true,
  },
]

/** A client has only its own contracts: their number is the title of the card. */
const columnsOf = (role: Role): readonly Column<Contract>[] =>
  role === 'client'
    ? [{ ...NUMBER, card: 'title' }, ...REST]
    : [NUMBER, role === 'financial' ? LINKED_CLIENT : CLIENT, ...REST]

/** Contratos (CON-01): all contracts of the company for its staff; for a client, the client's own. */
export function ContractsPage() {
  const { user } = useSession()
  const role = user?.metadata.role ?? 'client'
  const isClient = role === 'client'
  const url = useTableUrl({ list: 'contracts', sorts: CONTRACT_SORTS })
  // '?new=' opens the dialog from any page.
  const [opened, setOpened] = useOpened()
  const filters = readFilters(url.filters)
  const query = { ...url.query, ...filters, ...serviceDays(url.filters) }
  const list = useRead(contractApi.list, { query }, { keepPrevious: true })
  const actions = useRowActions(role)
  const isFiltered = url.q !== '' || Object.keys(url.filters).length > 0
  return (
    <Page
      title={isClient ? 'Mis contratos' : 'Contratos'}
      subtitle={
        list.data?.meta && `${count(list.data.meta.total)} ${list.data.meta.total === 1 ? 'contrato' : 'contratos'}`
      }
      actions={
        <>
          {!isClient && (
            <>
              <Suspense>
                <ViewMenu list="contracts" at="wide" />
              </Suspense>
              <ExportMenu list="contracts" filters={query} />
            </>
          )}
          {role === 'financial' && (
            <Button variant="primary" onClick={() => setOpened('')}>
              Crear contrato
            </Button>
          )}
        </>
      }
    >
      {list.error?.status === 0 && (role === 'technical' || role === 'financial') && (
        <Alert>
          Sin conexión puedes seguir con lo que guardaste en{' '}
          <Link to={paths.deviceReports}>Actas en este teléfono</Link>.
        </Alert>
      )}
      <Table
        caption={isClient ? 'Tus contratos' : 'Contratos de la empresa'}
        columns={columnsOf(role)}
        {...listProps(url, list)}
        rowKey={(contract) => contract.id}
        rowName={(contract) => contract.no_contract}
        tools={<Tools url={url} filters={filters} isClient={isClient} />}
        empty={<NoContracts isFiltered={isFiltered} role={role} onClear={url.onClear} onCreate={() => setOpened('')} />}
        actions={actions}
      />
      {role === 'financial' && opened !== null && <ContractDialog onClose={() => setOpened(null)} />}
    </Page>
  )
}

/** The row actions of the specification; each is shown to the roles that may open its page. */
function useRowActions(role: Role): readonly RowAction<Contract>[] {
  const navigate = useNavigate()
  const pdf = useDownloadAction({ endpoint: contractApi.pdf, inputOf: pdfOf, keyOf: numberOf })
  const [actions] = useState<readonly (RowAction<Contract> & { roles: readonly Role[] })[]>(() => [
    {
      kind: 'view',
      roles: ['financial', 'technical', 'network', 'client'],
      onPress: (contract) => void navigate(paths.contract(contract.no_contract)),
    },
    {
      kind: 'completeContract',
      roles: ['financial', 'client'],
      isShown: (contract) => role === 'financial' || contract.status === 'draft',
      disabledReason: (contract) => actionProblem('sign', contract.status) ?? undefined,
      onPress: (contract) => void navigate(paths.completeContract(contract.no_contract)),
    },
    {
      kind: 'certificate',
      roles: ['financial', 'technical', 'network'],
      onPress: (contract) => void navigate(reportAddress(contract.no_contract, contract.client.identification)),
    },
    {
      kind: 'anexar',
      roles: ['financial', 'client'],
      onPress: (contract) => void navigate(paths.contractDocuments(contract.no_contract)),
    },
  ])
  return [...actions.filter((action) => action.roles.includes(role)), pdf]
}

type Waiting = (typeof WAITING)[number]
const numberOf = ({ no_contract }: Contract): string => no_contract
const pdfOf = (contract: Contract) => ({ params: { no: numberOf(contract) } })

const WAITING_LABELS: Readonly<Record<Waiting, string>> = {
  late_installation: 'Instalación vencida',
  near_installation: 'Instalación por vencer',
  cession: 'Cesión por responder',
  renewal: 'Vigencia por terminar',
}

const SERVICE_LABELS: Readonly<Record<ServiceFilter, string>> = {
  por_reconectar: 'Por reconectar',
  instalado_hoy: 'Instalados hoy',
}

const readFilters = (filters: Readonly<Record<string, string>>) => ({
  status: CONTRACT_STATUSES.find((known) => known === filters['status']),
  waiting: WAITING.find((known) => known === filters['waiting']),
  service: SERVICE_FILTERS.find((known) => known === filters['service']),
  municipality_code: /^\d{5}$/.test(filters['municipality_code'] ?? '') ? filters['municipality_code'] : undefined,
})

type ToolsProps = { url: TableState; filters: ReturnType<typeof readFilters>; isClient: boolean }

function Tools({ url, filters: { status, waiting, service, municipality_code }, isClient }: ToolsProps) {
  const isNarrow = useMedia(NARROW)
  return (
    <>
      <SearchField
        label={isClient ? 'Buscar por contrato o dirección' : 'Buscar por nombre, cédula o contrato'}
        value={url.q}
        onSearch={url.onSearch}
      />
      <TableFilters>
        <SelectFilter
          label="Estado"
          options={CONTRACT_STATUSES.map((value) => ({ value, label: CONTRACT_STATUS_LABELS[value] }))}
          value={status}
          onChange={(value) => url.onFilter('status', value)}
        />
        {!isClient && (
          <>
            <SelectFilter
              label="Pendiente"
              options={WAITING.map((value) => ({ value, label: WAITING_LABELS[value] }))}
              value={waiting}
              onChange={(value) => url.onFilter('waiting', value)}
            />
            <SelectFilter
              label="Servicio"
              options={SERVICE_FILTERS.map((value) => ({ value, label: SERVICE_LABELS[value] }))}
              value={service}
              onChange={(value) => url.onFilter('service', value)}
            />
            <Suspense>
              <MunicipalityFilter
                value={municipality_code}
                onChange={(value) => url.onFilter('municipality_code', value)}
              />
            </Suspense>
          </>
        )}
      </TableFilters>
      {!isClient && (
        <Suspense fallback={isNarrow && <MenuPlace face="Vistas" />}>
          <ViewMenu list="contracts" at="narrow" />
        </Suspense>
      )}
      <FilterChips
        chips={[
          ...(status ? [{ key: 'status', label: `Estado: ${CONTRACT_STATUS_LABELS[status]}` }] : []),
          ...(waiting ? [{ key: 'waiting', label: WAITING_LABELS[waiting] }] : []),
          ...(municipality_code ? [{ key: 'municipality_code', label: `Municipio ${municipality_code}` }] : []),
          ...(service ? [{ key: 'service', label: SERVICE_LABELS[service] }] : []),
          ...serviceDayChips(url.filters),
        ]}
        onRemove={(key) => url.onFilter(key, '')}
        onClear={url.onClear}
      />
    </>
  )
}

type NoneProps = { isFiltered: boolean; role: Role; onClear: () => void; onCreate: () => void }

function NoContracts({ isFiltered, role, onClear, onCreate }: NoneProps) {
  if (isFiltered)
    return <NoMatch onClear={onClear}>Prueba con parte del nombre, con la cédula o con el número del contrato.</NoMatch>
  if (role !== 'financial') return <EmptyState title="No hay contratos para mostrar" />
  return (
    <EmptyState
      title="Aún no hay contratos"
      action={
        <Button variant="primary" onClick={onCreate}>
          Crear el primer contrato
        </Button>
      }
    >
      Si vienes de otro sistema, importa tus clientes: los contratos se crean con ellos.
    </EmptyState>
  )
}

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)
