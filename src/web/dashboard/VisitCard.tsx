import { isOpenVisit, timeOfVisitLabel, VISIT_KIND_LABELS, type Visit } from '#domain/visits/visit.ts'
import { directionsUrl } from '#web/contracts/directions-url.ts'
import { newReportAddress } from '#web/contracts/report-address.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { stateLabel, VISIT_TONES, whenLabel } from '#web/visits/visit-words.ts'

/** `isReady`: the form of its report opens now, with the connection or with what this device has. */
type Props = { visit: Visit; isLate: boolean; isReady: boolean; onOpen: (visit: Visit) => void }

/** A visit of the technician: where, who, what to bring, and the buttons to get there, to call, and to write the report. */
export function VisitCard({ visit, isLate, isReady, onOpen }: Props) {
  const { client, plan, bring, note } = visit
  const hasReport = isOpenVisit(visit.state) && visit.kind !== 'revision'
  const open = isOpenVisit(visit.state) ? 'Ver o cambiar' : 'Ver'
  const name = `${VISIT_KIND_LABELS[visit.kind]} de ${client.name}`
  return (
    <li className="card visit-card">
      <div className="visit-card__head">
        <strong>{isLate ? whenLabel(visit) : timeOfVisitLabel(visit)}</strong>
        <Badge tone={isLate ? 'bad' : VISIT_TONES[visit.state]}>{isLate ? 'Atrasada' : stateLabel(visit)}</Badge>
      </div>
      <h4 className="visit-card__title">{name}</h4>
      <p>
        {visit.from_address !== null && 'Instala en '}
        {visit.address}, {visit.city}
      </p>
      <Facts
        facts={[
          ...(visit.from_address === null ? [] : [{ label: 'Retira en', value: visit.from_address }]),
          { label: 'Plan', value: `${plan.name}, ${plan.download_speed} / ${plan.upload_speed}` },
          { label: 'Contrato', value: visit.no_contract },
          ...(bring === null ? [] : [{ label: 'Qué llevar', value: bring }]),
          ...(note === null ? [] : [{ label: 'Nota', value: note }]),
        ]}
      />
      {hasReport && !isReady && (
        <p>Sin señal no puedes empezar su acta: este contrato no está preparado en este teléfono.</p>
      )}
      <div className="visit-card__actions">
        <a className={buttonClass()} href={directionsUrl(visit)} target="_blank" rel="noreferrer">
          Cómo llegar
        </a>
        {client.phone !== null && (
          <>
            <a className={buttonClass()} href={`tel:+57${client.phone}`} aria-label={`Llamar a ${client.name}`}>
              Llamar
            </a>
            <a
              className={buttonClass()}
              href={`https://wa.me/57${client.phone}`}
              target="_blank"
              rel="noreferrer"
              aria-label={`WhatsApp a ${client.name}`}
            >
              WhatsApp
            </a>
          </>
        )}
        {hasReport && isReady && (
          <LinkButton variant="primary" to={newReportAddress(visit.no_contract, client.identification, visit.kind)}>
            Iniciar acta
          </LinkButton>
        )}
        <Button aria-label={`${open}: ${name}`} onClick={() => onOpen(visit)}>
          {open}
        </Button>
      </div>
    </li>
  )
}
