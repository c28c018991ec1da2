import { Link } from 'react-router'
import { dayLabel, dayOf, shortDayLabel } from '#domain/core/days.ts'
import { minus, pesosLabel, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import {
  DATA_REQUEST_LABELS,
  PQR_CHANNEL_LABELS,
  PQR_DECISION_LABELS,
  PQR_SERVICE_LABELS,
  PQR_TYPE_LABELS,
  RESPONSE_CHANNEL_LABELS,
  SIC_OUTCOME_LABELS,
  TYPOLOGY_LABELS,
} from '#domain/pqr/topics.ts'
import { reportAddress } from '#web/contracts/report-address.ts'
import { useSession } from '#web/core/session.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import { APPEAL_NAMES, SATISFACTION_LABELS } from './words.ts'

/** What is known of a case, with its dates. `isDesk`: with its channel and the links of the desk. */
export function CaseFacts({ pqr, isDesk = false }: { pqr: PqrCase; isDesk?: boolean }) {
  const { user } = useSession()
  return (
    <Card title="Datos del caso">
      <Facts
        facts={[
          ...aboutOf(pqr, isDesk),
          ...citedOf(pqr, user?.metadata.role === 'technical'),
          ...datesOf(pqr),
          ...appealOf(pqr),
          ...(isDesk ? ratingOf(pqr) : []),
        ]}
      />
    </Card>
  )
}

/** The rating of the user, with who of the desk asked for it (R3.12). */
function ratingOf({ satisfaction, satisfaction_by: by }: PqrCase) {
  if (satisfaction === null) return []
  const label = SATISFACTION_LABELS[satisfaction - 1]?.toLowerCase() ?? ''
  return [{ label: 'Calificación', value: `${satisfaction} de 5, ${label}${by === null ? '' : `. La preguntó ${by}`}` }]
}

function aboutOf(pqr: PqrCase, isDesk: boolean) {
  const { claim, no_contract: no, response_address: address } = pqr
  return [
    { label: pqr.is_cun ? 'CUN' : 'Radicado interno', value: <span className="figures">{pqr.reference}</span> },
    { label: 'Tipo', value: PQR_TYPE_LABELS[pqr.type] },
    { label: 'Tema', value: TYPOLOGY_LABELS[pqr.filed_typology] },
    ...(pqr.data_request === null ? [] : [{ label: 'Datos personales', value: DATA_REQUEST_LABELS[pqr.data_request] }]),
    { label: 'Servicio', value: PQR_SERVICE_LABELS[pqr.filed_service] },
    ...(pqr.typology === pqr.filed_typology && pqr.service === pqr.filed_service
      ? []
      : [
          {
            label: 'Para los reportes',
            value: `${TYPOLOGY_LABELS[pqr.typology]}, ${PQR_SERVICE_LABELS[pqr.service]}`,
          },
        ]),
    ...(no === null ? [] : [{ label: 'Contrato', value: <Link to={paths.contract(no)}>{no}</Link> }]),
    ...(claim === null
      ? []
      : [
          { label: 'Factura', value: <Link to={paths.view('invoice', claim.invoice_id)}>{claim.number}</Link> },
          ...claimFacts(claim),
        ]),
    ...(isDesk ? [{ label: 'Llegó por', value: PQR_CHANNEL_LABELS[pqr.channel] }] : []),
    {
      label: 'Respuesta por',
      value: address === null ? RESPONSE_CHANNEL_LABELS[pqr.response_channel] : `Dirección: ${address}`,
    },
  ]
}

/** The claimed money now: what was claimed, what a credit note gave back, and what is still in dispute (INV-11). */
const claimFacts = ({ amount, left, disputed, notes, linked_on }: NonNullable<PqrCase['claim']>) => [
  ...(linked_on === null ? [] : [{ label: 'Factura vinculada', value: dayLabel(linked_on) }]),
  { label: 'Se reclamó', value: pesosLabel(amount) },
  ...(notes.length === 0
    ? []
    : [{ label: 'Se devolvió', value: `${pesosLabel(minus(amount, left))}, ${notes.join(', ')}` }]),
  ...(disputed > ZERO ? [{ label: 'En reclamo, no se cobra', value: pesosLabel(disputed) }] : []),
]

/** The cited installation report, with the link of the reader: a technician opens a report from its contract. */
function citedOf({ report, no_contract: no, petitioner }: PqrCase, isTechnician: boolean) {
  if (report === null) return []
  const address =
    isTechnician && no !== null
      ? `${reportAddress(no, petitioner.identification)}?report=${report.id}`
      : paths.view('acta', report.id)
  return [
    {
      label: 'Prueba de velocidad',
      value: (
        <Link to={address}>
          Acta {report.consecutive} de {report.city}, {shortDayLabel(report.visit_on)}
        </Link>
      ),
    },
  ]
}

function datesOf({
  filed_on,
  filed_at,
  due,
  answer_by,
  extended_on,
  answered_on,
  decision,
  silence_on,
  withdrawal,
}: PqrCase) {
  const filedDay = dayOf(new Date(filed_at))
  return [
    ...(filed_on === filedDay ? [] : [{ label: 'Llegó', value: dayLabel(filed_on) }]),
    { label: 'Radicada', value: dayLabel(filedDay) },
    ...(due?.kind === 'answer' ? [{ label: 'Respuesta máxima', value: dayLabel(answer_by) }] : []),
    ...(extended_on === null ? [] : [{ label: 'Plazo ampliado', value: dayLabel(extended_on) }]),
    ...(answered_on === null ? [] : [{ label: 'Respondida', value: dayLabel(answered_on) }]),
    ...(decision === null ? [] : [{ label: 'Decisión', value: PQR_DECISION_LABELS[decision] }]),
    ...(silence_on === null ? [] : [{ label: 'Silencio positivo', value: dayLabel(silence_on) }]),
    ...(withdrawal === null
      ? []
      : [
          {
            label: 'Desistió',
            value: `${dayLabel(withdrawal.on)}, ${PQR_CHANNEL_LABELS[withdrawal.channel].toLowerCase()}`,
          },
        ]),
  ]
}

function appealOf({ appeal, sic }: PqrCase) {
  return [
    ...(appeal === null
      ? []
      : [
          { label: 'Recurso', value: `${APPEAL_NAMES[appeal.kind]}, ${dayLabel(appeal.filed_on)}` },
          ...(appeal.decision === null
            ? []
            : [{ label: 'Decisión del recurso', value: PQR_DECISION_LABELS[appeal.decision] }]),
        ]),
    ...(sic === null
      ? []
      : [
          {
            label: 'A la SIC',
            value:
              sic.transferred_on === null
                ? `A más tardar el ${dayLabel(sic.transfer_by)}`
                : `Enviado el ${dayLabel(sic.transferred_on)}`,
          },
          ...(sic.outcome === null ? [] : [{ label: 'La SIC', value: SIC_OUTCOME_LABELS[sic.outcome] }]),
        ]),
  ]
}
