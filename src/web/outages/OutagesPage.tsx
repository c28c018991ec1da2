import { useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { outageApi } from '#domain/outages/api.ts'
import { durationLabel } from '#domain/outages/compensation.ts'
import {
  OUTAGE_STATE_LABELS,
  OUTAGE_STATES,
  type Outage,
  type OutageState,
  outagePlace,
} from '#domain/outages/outage.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { AnnounceDialog } from './AnnounceDialog.tsx'
import { OutageDialog } from './OutageDialog.tsx'
import { placeLabel } from './OutagePlaces.tsx'

const TONES: Readonly<Record<OutageState, Tone>> = { open: 'bad', ended: 'good', cancelled: 'quiet' }

const COLUMNS: readonly Column<Outage>[] = [
  {
    key: 'city',
    header: 'Dónde y por qué',
    card: 'title',
    cell: (outage) => (
      <span className="two-lines">
        {outage.places.length > 1 ? outagePlace(outage) : placeLabel(outage)}
        <small>{outage.cause}</small>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'Estado',
    card: 'badge',
    cell: ({ state }) => <Badge tone={TONES[state]}>{OUTAGE_STATE_LABELS[state]}</Badge>,
  },
  { key: 'started_at', header: 'Desde', cell: ({ started_at }) => instantLabel(new Date(started_at)) },
  { key: 'lasted', header: 'Duró', cell: (outage) => lastedOf(outage) },
  {
    key: 'contracts',
    header: 'Contratos',
    align: 'end',
    cell: ({ contracts }) => (contracts === 1 ? '1 contrato' : `${contracts} contratos`),
  },
]

const lastedOf = ({ started_at, ended_at }: Outage): string =>
  ended_at === null ? 'Sigue' : durationLabel(Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 60_000))

/** Fallas: where the service was down, whom it reached, and what is given back for it (SUS-07). */
export function OutagesPage() {
  const url = useTableUrl({ list: 'outages' })
  const [open, setOpen] = useState<Outage | 'new' | null>(null)
  const state = OUTAGE_STATES.find((value) => value === url.filters['state'])
  const query = { page: url.query.page, page_size: url.query.page_size, state }
  const list = useRead(outageApi.list, { query }, { keepPrevious: true })
  return (
    <Page
      title="Fallas del servicio"
      subtitle="La compensación de ley va sola en la próxima factura"
      actions={
        <Button variant="primary" onClick={() => setOpen('new')}>
          Anunciar falla
        </Button>
      }
    >
      <Table
        caption="Fallas del servicio"
        columns={COLUMNS}
        {...listProps(url, list)}
        rowKey={({ id }) => id}
        rowName={(outage) => `${outagePlace(outage)}, ${instantLabel(new Date(outage.started_at))}`}
        tools={
          <TableFilters>
            <SelectFilter
              label="Estado"
              all="Todas"
              options={OUTAGE_STATES.map((value) => ({ value, label: OUTAGE_STATE_LABELS[value] }))}
              value={state}
              onChange={(value) => url.onFilter('state', value)}
            />
          </TableFilters>
        }
        empty={
          state === undefined ? (
            <EmptyState title="No hay fallas registradas">
              Cuando uno o varios municipios o equipos se queden sin servicio, anúnciala: los clientes la ven y la
              compensación se calcula sola.
            </EmptyState>
          ) : (
            <NoMatch onClear={url.onClear}>Prueba con otro estado.</NoMatch>
          )
        }
        actions={[{ kind: 'view', onPress: setOpen }]}
      />
      {open === 'new' && <AnnounceDialog onClose={() => setOpen(null)} />}
      {open !== null && open !== 'new' && <OutageDialog id={open.id} onClose={() => setOpen(null)} />}
    </Page>
  )
}
