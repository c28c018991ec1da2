import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { contractApi } from '#domain/contracts/api.ts'
import { addDays, type Day, dayLabel, dayOf, isDay, shortDayLabel, weekdayOf } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { visitApi } from '#domain/visits/api.ts'
import { VISIT_KIND_LABELS, VISIT_KINDS, VISIT_STATE_LABELS, VISIT_STATES, type Visit } from '#domain/visits/visit.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Settled } from '#web/core/Settled.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { VisitDialog } from './VisitDialog.tsx'
import { MoveVisitDialog, NewVisitDialog } from './VisitForm.tsx'
import { dueMark } from './visit-words.ts'
import { WeekBoard } from './WeekBoard.tsx'
import './visits.css'

const mondayOf = (day: Day): Day => addDays(day, -((weekdayOf(day) + 6) % 7))

const NEW_KINDS = VISIT_KINDS

/**
 * Visitas: those to plan first, and the week of each technician (DSH-04). The week and the filters are in the address. `children`:
 * the cards of other modules.
 */
export function VisitsPage({ children }: { children: ReactNode }) {
  const [today] = useState(() => dayOf(new Date()))
  const [search, setSearch] = useSearchParams()
  const [open, setOpen] = useState<Visit | 'new' | null>(null)
  const asked = search.get('semana') ?? ''
  const monday = mondayOf(isDay(asked) ? asked : today)
  const set = (name: string, value: string): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      if (value === '') next.delete(name)
      else next.set(name, value)
      return next
    })
  const filters = {
    technician_id: search.get('technician_id') ?? undefined,
    state: VISIT_STATES.find((value) => value === search.get('state')),
    kind: VISIT_KINDS.find((value) => value === search.get('kind')),
  }
  const week = useRead(
    visitApi.list,
    { query: { ...filters, from: monday, to: addDays(monday, 6) } },
    { keepPrevious: true },
  )
  const toPlan = useRead(visitApi.list, { query: { to_plan: 'true' } })
  return (
    <Page
      title="Visitas"
      subtitle={`Semana del ${dayLabel(monday)}`}
      actions={
        <>
          <Button onClick={() => set('semana', addDays(monday, -7))}>Semana anterior</Button>
          <Button onClick={() => set('semana', '')}>Hoy</Button>
          <Button onClick={() => set('semana', addDays(monday, 7))}>Semana siguiente</Button>
          <Button variant="primary" onClick={() => setOpen('new')}>
            Nueva visita
          </Button>
        </>
      }
    >
      <Settled reads={[week, toPlan]}>
        <ToPlan list={toPlan} today={today} onOpen={setOpen} />
        <Card title="La semana">
          <Filters filters={filters} onFilter={set} />
          <Query of={week} lines={6} height={40}>
            {({ data }) => <WeekBoard visits={data} monday={monday} today={today} onOpen={setOpen} />}
          </Query>
        </Card>
        {children}
      </Settled>
      {open === 'new' && <NewVisitDialog kinds={NEW_KINDS} no_contract={null} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'new' && <VisitDialog key={open.id} visit={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

type FilterProps = {
  filters: { technician_id: string | undefined; state: string | undefined; kind: string | undefined }
  onFilter: (name: string, value: string) => void
}

function Filters({ filters, onFilter }: FilterProps) {
  const { data: technicians } = useRead(contractApi.technicians, {})
  return (
    <TableFilters>
      <SelectFilter
        label="Técnico"
        options={technicians?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={filters.technician_id}
        onChange={(value) => onFilter('technician_id', value)}
      />
      <SelectFilter
        label="Tipo"
        options={VISIT_KINDS.map((value) => ({ value, label: VISIT_KIND_LABELS[value] }))}
        value={filters.kind}
        onChange={(value) => onFilter('kind', value)}
      />
      <SelectFilter
        label="Estado"
        all="Todas"
        options={VISIT_STATES.map((value) => ({ value, label: VISIT_STATE_LABELS[value] }))}
        value={filters.state}
        onChange={(value) => onFilter('state', value)}
      />
    </TableFilters>
  )
}

const SHOWN = 8

type ToPlanProps = {
  list: ReturnType<typeof useRead<typeof visitApi.list>>
  today: Day
  onOpen: (visit: Visit) => void
}

/** What waits for a day or a technician: first the installations whose legal term ends first (R2.14). */
function ToPlan({ list, today, onOpen }: ToPlanProps) {
  const [isAll, setAll] = useState(false)
  const [moving, setMoving] = useState<Visit | null>(null)
  return (
    <Card title={list.data ? `Por programar (${list.data.data.length})` : 'Por programar'}>
      <Query of={list} lines={3} height={40}>
        {({ data }) => {
          const visits = data.toSorted((one, other) => (one.due_on ?? '9999').localeCompare(other.due_on ?? '9999'))
          if (visits.length === 0) return <EmptyState title="Ninguna visita espera día ni técnico" />
          return (
            <>
              <RowList label="Visitas por programar">
                {(isAll ? visits : visits.slice(0, SHOWN)).map((visit) => (
                  <li key={visit.id}>
                    <ToPlanRow visit={visit} today={today} onMove={setMoving} onOpen={onOpen} />
                  </li>
                ))}
              </RowList>
              {!isAll && visits.length > SHOWN && (
                <Button variant="link" onClick={() => setAll(true)}>{`Ver las ${visits.length}`}</Button>
              )}
            </>
          )
        }}
      </Query>
      {moving && <MoveVisitDialog visit={moving} onClose={() => setMoving(null)} />}
    </Card>
  )
}

/** Why a visit with a day waits: it was not made, its day has passed, or it has no technician. */
function waitsLabel({ day, state, reason }: Visit, today: Day): string {
  if (day === null) return ''
  if (state === 'missed') return ` · No se hizo el ${shortDayLabel(day)}: ${reason}`
  return ` · ${shortDayLabel(day)}, ${day < today ? 'ya pasó y nadie la cerró' : 'sin técnico'}`
}

type RowProps = { visit: Visit; today: Day; onMove: (visit: Visit) => void; onOpen: (visit: Visit) => void }

function ToPlanRow({ visit, today, onMove, onOpen }: RowProps) {
  const mark = dueMark(visit, today)
  const name = `${VISIT_KIND_LABELS[visit.kind]} de ${visit.no_contract}`
  return (
    <>
      <span className="two-lines">
        <span>
          {VISIT_KIND_LABELS[visit.kind]} · <Link to={paths.contract(visit.no_contract)}>{visit.no_contract}</Link>
        </span>
        <small>
          {visit.client.name}, {visit.address}, {visit.city}
          {waitsLabel(visit, today)}
        </small>
      </span>
      {mark && <Badge tone={mark.tone}>{mark.text}</Badge>}
      <span className="visit-actions">
        <Button size="dense" aria-label={`Ver: ${name}`} onClick={() => onOpen(visit)}>
          Ver
        </Button>
        <Button size="dense" variant="primary" aria-label={`Programar: ${name}`} onClick={() => onMove(visit)}>
          Programar
        </Button>
      </span>
    </>
  )
}
