import { addDays, type Day, dayLabel, shortDayLabel } from '#domain/core/days.ts'
import { isAtSameTime, isOpenVisit, timeOfVisitLabel, VISIT_KIND_LABELS, type Visit } from '#domain/visits/visit.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { dueMark, stateLabel, VISIT_TONES, weekdayLabel } from './visit-words.ts'

type Props = { visits: readonly Visit[]; monday: Day; today: Day; onOpen: (visit: Visit) => void }

/** The seven days of the table do not fit beside the menu. */
const NARROW = '(width < 1280px)'
const UNASSIGNED = 'Sin técnico'

/** The week of each technician, those without a technician first: a table, and where its seven days do not fit a list of each day. */
export function WeekBoard({ visits, monday, today, onOpen }: Props) {
  const isNarrow = useMedia(NARROW)
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
  if (visits.length === 0) return <p className="week__none">No hay visitas en esta semana con estos filtros.</p>
  const button = (visit: Visit, withName: boolean) => (
    <VisitButton key={visit.id} visit={visit} visits={visits} today={today} withName={withName} onOpen={onOpen} />
  )
  if (isNarrow) {
    return days.map((day) => {
      const ofDay = visits.filter((visit) => visit.day === day)
      return (
        <section key={day} className="week__day">
          <h3 className="week__day-title">{dayTitle(day, today)}</h3>
          {ofDay.length === 0 ? <p className="week__none">Sin visitas</p> : ofDay.map((visit) => button(visit, true))}
        </section>
      )
    })
  }
  return (
    // A region that scrolls is reached by keyboard.
    <div className="week__scroll" role="region" aria-label="Semana por técnico" tabIndex={0}>
      <table className="week">
        <caption className="visually-hidden">Las visitas de la semana del {dayLabel(monday)}, por técnico</caption>
        <thead>
          <tr>
            <th scope="col">Técnico</th>
            {days.map((day) => (
              <th key={day} scope="col" className={day === today ? 'week__today' : undefined}>
                {dayTitle(day, today)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {techniciansOf(visits).map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {days.map((day) => (
                <td key={day} className={day === today ? 'week__today' : undefined}>
                  {visits
                    .filter((visit) => visit.day === day && nameOf(visit) === name)
                    .map((visit) => button(visit, false))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const nameOf = ({ technician }: Visit): string => technician?.name ?? UNASSIGNED

const techniciansOf = (visits: readonly Visit[]): string[] => {
  const names = [...new Set(visits.map(nameOf))].filter((name) => name !== UNASSIGNED).toSorted()
  return visits.some(({ technician }) => technician === null) ? [UNASSIGNED, ...names] : names
}

const dayTitle = (day: Day, today: Day): string =>
  `${weekdayLabel(day)} ${shortDayLabel(day).slice(0, 5)}${day === today ? ', hoy' : ''}`

type ButtonProps = {
  visit: Visit
  visits: readonly Visit[]
  today: Day
  withName: boolean
  onOpen: (visit: Visit) => void
}

/** A visit on the board. Another visit of the technician at the same time, and the end of a legal term, are marked. */
function VisitButton({ visit, visits, today, withName, onOpen }: ButtonProps) {
  const mark = dueMark(visit, today)
  // As in the technician's day: its day is over and it was not closed.
  const isLate = isOpenVisit(visit.state) && visit.day !== null && visit.day < today
  return (
    <button type="button" className={`week__visit week__visit--${visit.state}`} onClick={() => onOpen(visit)}>
      <strong>{timeOfVisitLabel(visit)}</strong>
      <span>
        {VISIT_KIND_LABELS[visit.kind]} · <span className="week__number">{visit.no_contract}</span>
      </span>
      <small>
        {visit.client.name}, {visit.city}
        {withName && ` · ${nameOf(visit)}`}
      </small>
      <span className="week__marks">
        <Badge tone={isLate ? 'bad' : VISIT_TONES[visit.state]}>{isLate ? 'Atrasada' : stateLabel(visit)}</Badge>
        {visits.some((other) => isInConflict(visit, other)) && <Badge tone="warn">Se cruza con otra</Badge>}
        {mark && <Badge tone={mark.tone}>{mark.text}</Badge>}
      </span>
    </button>
  )
}

const isInConflict = (visit: Visit, other: Visit): boolean =>
  visit.id !== other.id &&
  visit.day === other.day &&
  visit.technician !== null &&
  visit.technician.id === other.technician?.id &&
  isOpenVisit(visit.state) &&
  isOpenVisit(other.state) &&
  isAtSameTime(visit, other)
