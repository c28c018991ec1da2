import { useState } from 'react'
import { EQUIPMENT_KIND_LABELS, EQUIPMENT_KINDS } from '#domain/core/equipment-kind.ts'
import { paths } from '#domain/core/paths.ts'
import { equipmentApi } from '#domain/equipment/api.ts'
import { EQUIPMENT_STATE_LABELS, EQUIPMENT_STATES, type Equipment } from '#domain/equipment/equipment.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { RowLink } from '#web/core/RowLink.tsx'
import { useSession } from '#web/core/session.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { EquipmentDialog } from './EquipmentDialog.tsx'
import { EquipmentValuesDialog } from './EquipmentValuesDialog.tsx'
import { EQUIPMENT_TONES } from './equipment-words.ts'
import { NewEquipmentDialog } from './NewEquipmentDialog.tsx'
import { ScanButton } from './ScanButton.tsx'

const COLUMNS: readonly Column<Equipment>[] = [
  {
    key: 'serial',
    header: 'Equipo',
    card: 'title',
    cell: ({ kind, brand, model, serial, mac }) => (
      <span className="two-lines">
        {serial ?? 'Sin serial'}
        <small>
          {EQUIPMENT_KIND_LABELS[kind]} {brand} {model} {mac !== null && `· ${mac}`}
        </small>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'Estado',
    card: 'badge',
    cell: ({ state }) => <Badge tone={EQUIPMENT_TONES[state]}>{EQUIPMENT_STATE_LABELS[state]}</Badge>,
  },
  {
    key: 'place',
    header: 'Quién lo tiene',
    cell: ({ technician, no_contract }) =>
      no_contract === null ? (
        (technician?.name ?? 'La empresa')
      ) : (
        <RowLink to={paths.contract(no_contract)}>{no_contract}</RowLink>
      ),
  },
]

/** Equipos: the stock by serial, where each piece is, and all that happened to it (ACT-12). The filters are in the address. */
export function EquipmentPage() {
  const url = useTableUrl({ list: 'equipment' })
  const { user } = useSession()
  const [open, setOpen] = useState<Equipment | 'new' | 'values' | null>(null)
  const filters = readFilters(url.filters)
  const query = { page: url.query.page, page_size: url.query.page_size, q: url.query.q, ...filters }
  const list = useRead(equipmentApi.list, { query }, { keepPrevious: true })
  const isFiltered = url.q !== '' || Object.values(filters).some((value) => value !== undefined)
  const isStore = user !== null && user.metadata.role !== 'technical'
  return (
    <Page
      title="Equipos"
      subtitle="Cada ONU, router o antena por su serial, y dónde está"
      actions={
        <>
          <ExportMenu list="equipment" filters={query} />
          {user?.metadata.role === 'financial' && (
            <Button onClick={() => setOpen('values')}>Valores en comodato</Button>
          )}
          {isStore && (
            <Button variant="primary" onClick={() => setOpen('new')}>
              Agregar equipos
            </Button>
          )}
        </>
      }
    >
      <Table
        caption="Equipos de la empresa"
        columns={COLUMNS}
        {...listProps(url, list)}
        rowKey={({ id }) => id}
        rowName={({ serial, brand }) => serial ?? brand}
        tools={
          <>
            <SearchField label="Buscar por serial, MAC o marca" value={url.q} onSearch={url.onSearch} />
            <ScanButton onCode={url.onSearch} hasHint={false} />
            <Filters filters={filters} onFilters={url.onFilters} />
            <FilterChips chips={chipsOf(filters)} onRemove={(key) => url.onFilter(key, '')} onClear={url.onClear} />
          </>
        }
        empty={<NoEquipment isFiltered={isFiltered} onClear={url.onClear} />}
        actions={[{ kind: 'view', onPress: setOpen }]}
      />
      {open === 'new' && <NewEquipmentDialog onClose={() => setOpen(null)} />}
      {open === 'values' && <EquipmentValuesDialog onClose={() => setOpen(null)} />}
      {open !== null && typeof open !== 'string' && <EquipmentDialog id={open.id} onClose={() => setOpen(null)} />}
    </Page>
  )
}

type Filtered = ReturnType<typeof readFilters>

type FilterProps = { filters: Filtered; onFilters: (changes: Readonly<Record<string, string>>) => void }

function Filters({ filters, onFilters }: FilterProps) {
  const missing = filters.without_serial ? 'without_serial' : filters.to_pick_up ? 'to_pick_up' : undefined
  return (
    <TableFilters>
      <SelectFilter
        label="Estado"
        options={EQUIPMENT_STATES.map((value) => ({ value, label: EQUIPMENT_STATE_LABELS[value] }))}
        value={filters.state}
        onChange={(value) => onFilters({ state: value })}
      />
      <SelectFilter
        label="Tipo"
        options={EQUIPMENT_KINDS.map((value) => ({ value, label: EQUIPMENT_KIND_LABELS[value] }))}
        value={filters.kind}
        onChange={(value) => onFilters({ kind: value })}
      />
      <SelectFilter
        label="Falta"
        options={[
          { value: 'without_serial', label: 'Sin serial' },
          { value: 'to_pick_up', label: 'Por recoger' },
        ]}
        value={missing}
        onChange={(value) => onFilters({ without_serial: '', to_pick_up: '', ...(value && { [value]: 'true' }) })}
      />
    </TableFilters>
  )
}

function readFilters(filters: Readonly<Record<string, string>>) {
  const flag = (name: string) => (filters[name] === 'true' ? ('true' as const) : undefined)
  return {
    state: EQUIPMENT_STATES.find((value) => value === filters['state']),
    kind: EQUIPMENT_KINDS.find((value) => value === filters['kind']),
    without_serial: flag('without_serial'),
    to_pick_up: flag('to_pick_up'),
    no_contract: /^[A-Z]{1,4}-\d{6}$/.test(filters['no_contract'] ?? '') ? filters['no_contract'] : undefined,
  }
}

const chipsOf = ({ state, kind, without_serial, to_pick_up, no_contract }: Filtered) => [
  ...(state ? [{ key: 'state', label: EQUIPMENT_STATE_LABELS[state] }] : []),
  ...(kind ? [{ key: 'kind', label: EQUIPMENT_KIND_LABELS[kind] }] : []),
  ...(without_serial ? [{ key: 'without_serial', label: 'Sin serial' }] : []),
  ...(to_pick_up ? [{ key: 'to_pick_up', label: 'Por recoger de un retiro' }] : []),
  ...(no_contract ? [{ key: 'no_contract', label: `Contrato ${no_contract}` }] : []),
]

const NoEquipment = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <NoMatch onClear={onClear}>Revisa el serial o prueba con otro estado.</NoMatch>
  ) : (
    <EmptyState title="Aún no hay equipos">
      Se agregan uno por uno o pegando una lista de seriales, y cuando un acta dice qué se instaló.
    </EmptyState>
  )
