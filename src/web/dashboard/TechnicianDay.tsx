import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { atTimeLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { type TechnicianDay as Day, dashboardApi } from '#domain/dashboard/api.ts'
import type { Visit } from '#domain/visits/visit.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { useRead } from '#web/core/queries.ts'
import { useOnline } from '#web/core/use-online.ts'
import { keepCodeSoon } from '#web/installations/keep-code.ts'
import { PrepareButton } from '#web/installations/PrepareButton.tsx'
import { usePrepared } from '#web/installations/use-prepared.ts'
import { Alert, EmptyState, ErrorState, Skeleton } from '#web/ui/States.tsx'
import { savedDay } from './saved-day.ts'
import { VisitCard } from './VisitCard.tsx'
import '#web/visits/visits.css'

const VisitDialog = lazy(() => import('#web/visits/VisitDialog.tsx').then((file) => ({ default: file.VisitDialog })))

/** Tu día (DSH-04): the visits of the technician in order. What was seen last can be read without a connection. */
export function TechnicianDay() {
  const { data, error, refetch } = useRead(dashboardApi.get, {}, { background: true })
  const [saved] = useState(() => savedDay.read())
  const [open, setOpen] = useState<Visit | null>(null)
  const read = data?.data.day
  useEffect(() => {
    if (read !== undefined) savedDay.save(read, new Date())
  }, [read])
  const isRead = read !== undefined
  useEffect(() => {
    // A technician who saw the day goes to the field with it: the form has to open there.
    if (isRead) void keepCodeSoon()
  }, [isRead])
  const day = read ?? saved?.day
  if (day === undefined) {
    if (error) return <ErrorState message={error.message} code={error.code} onRetry={() => void refetch()} />
    return <Skeleton lines={4} height={64} />
  }
  return (
    <>
      {read === undefined && saved && (
        <Alert>Lo último que viste, {atTimeLabel(new Date(saved.at))} Se actualiza al volver la conexión.</Alert>
      )}
      <DayContent day={day} onOpen={setOpen} />
      {open && (
        <Suspense>
          <VisitDialog key={open.id} visit={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

function DayContent({ day, onOpen }: { day: Day; onOpen: (visit: Visit) => void }) {
  const { visits, late, tomorrow } = day
  const prepared = usePrepared()
  const isOnline = useOnline()
  const isReady = ({ no_contract }: Visit): boolean => isOnline || prepared === null || prepared.has(no_contract)
  return (
    <section aria-labelledby="tu-dia" className="technician-day">
      <div className="technician-day__head">
        <h2 id="tu-dia">Tu día</h2>
        <Link to={paths.visits}>{tomorrowLabel(tomorrow)}</Link>
        {(late.length > 0 || visits.length > 0) && <PrepareButton />}
      </div>
      {late.length > 0 && (
        <>
          <h3>Atrasadas ({late.length})</h3>
          <ul role="list" className="technician-day__list" aria-label="Visitas atrasadas">
            {late.map((visit) => (
              <VisitCard key={visit.id} visit={visit} isLate isReady={isReady(visit)} onOpen={onOpen} />
            ))}
          </ul>
          <h3>Hoy ({visits.length})</h3>
        </>
      )}
      {visits.length === 0 ? (
        <EmptyState
          title="No tienes visitas para hoy"
          action={
            <LinkButton variant="primary" to={paths.visits}>
              Ver las visitas por programar
            </LinkButton>
          }
        />
      ) : (
        <ul role="list" className="technician-day__list" aria-label="Visitas de hoy">
          {visits.map((visit) => (
            <VisitCard key={visit.id} visit={visit} isLate={false} isReady={isReady(visit)} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </section>
  )
}

const tomorrowLabel = (count: number): string =>
  count === 0 ? 'Mañana no tienes visitas' : `Mañana: ${count} ${count === 1 ? 'visita' : 'visitas'}`
