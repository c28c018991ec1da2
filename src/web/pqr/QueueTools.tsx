import { COLOURS } from '#domain/pqr/deadlines.ts'
import { PQR_STATUS_LABELS, PQR_STATUSES } from '#domain/pqr/lifecycle.ts'
import { PQR_TYPE_LABELS, PQR_TYPES, TYPOLOGIES, TYPOLOGY_LABELS } from '#domain/pqr/topics.ts'
import { MunicipalityFilter } from '#web/contracts/MunicipalityFilter.tsx'
import type { TableState } from '#web/core/table-url.ts'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { ViewMenu } from '#web/views/ViewMenu.tsx'
import { type QueueFilters, queueChips, STATE_OPTIONS } from './queue-filters.ts'
import { COLOUR_LABELS } from './words.ts'

type Props = { url: TableState; filters: QueueFilters; people: readonly { id: string; name: string }[] }

const optionsOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))

/** The search box and the filters of the queue. */
export function QueueTools({ url, filters, people }: Props) {
  return (
    <>
      <SearchField label="Buscar por CUN, radicado, asunto, nombre o cédula" value={url.q} onSearch={url.onSearch} />
      <TableFilters>
        <SelectFilter
          label="Cuáles"
          all={null}
          options={STATE_OPTIONS}
          value={filters.state}
          onChange={(value) => url.onFilter('state', value === 'open' ? '' : value)}
        />
        <SelectFilter
          label="Vencimiento"
          options={optionsOf(COLOURS, COLOUR_LABELS)}
          value={filters.colour}
          onChange={(value) => url.onFilter('colour', value)}
        />
        <SelectFilter
          label="Responsable"
          options={[
            { value: 'me', label: 'Yo' },
            { value: 'none', label: 'Sin asignar' },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={filters.assignee}
          onChange={(value) => url.onFilter('assignee', value)}
        />
        <SelectFilter
          label="Estado"
          options={optionsOf(PQR_STATUSES, PQR_STATUS_LABELS)}
          value={filters.status}
          onChange={(value) => url.onFilter('status', value)}
        />
        <SelectFilter
          label="Tipo"
          options={optionsOf(PQR_TYPES, PQR_TYPE_LABELS)}
          value={filters.type}
          onChange={(value) => url.onFilter('type', value)}
        />
        <SelectFilter
          label="Tema"
          options={optionsOf(TYPOLOGIES, TYPOLOGY_LABELS)}
          value={filters.typology}
          onChange={(value) => url.onFilter('typology', value)}
        />
        <MunicipalityFilter
          value={filters.municipality_code}
          onChange={(value) => url.onFilter('municipality_code', value)}
        />
      </TableFilters>
      <ViewMenu list="pqr" at="narrow" />
      <FilterChips
        chips={queueChips(filters, people, undefined)}
        onRemove={(key) => url.onFilter(key, '')}
        onClear={url.onClear}
      />
    </>
  )
}
