import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { contractApi } from '#domain/contracts/api.ts'
import type { Contract, ContractDetail as Detail } from '#domain/contracts/contract.ts'
import { paidConnection, paidLabel, totalLabel } from '#domain/contracts/paid.ts'
import { addDays, addMonths, dayLabel } from '#domain/core/days.ts'
import { multiply, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'
import { SEGMENT_LABELS } from '#domain/core/segment.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { Facts, Figure } from '#web/ui/Facts.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { CancelledNotice } from './CancelledNotice.tsx'
import { ContractActions, type ContractStep } from './ContractActions.tsx'
import { ContractStatus } from './ContractStatus.tsx'
import { Directions } from './Directions.tsx'
import { RetractionNotice } from './RetractionNotice.tsx'
import { SigningLinkNotice } from './SigningLinkNotice.tsx'
import { StepDialog } from './StepDialog.tsx'
import './contracts.css'

/** The parts of other modules. `cards`: their cards about the contract, for a role. `schedule`: the dialog that plans the installation. */
type Props = {
  cards: (contract: Contract, role: Role) => ReactNode
  schedule: (contract: Contract, onClose: () => void) => ReactNode
}

/** One contract: its terms, its status and its actions (CON-01). */
export function ContractPage(parts: Props) {
  const { no_contract: no = '' } = useParams()
  const { user } = useSession()
  const read = useRead(contractApi.get, { params: { no } })
  if (read.data) return <ContractDetail contract={read.data.data} role={user?.metadata.role ?? 'client'} {...parts} />
  return (
    <Page title={`Contrato ${no}`}>
      <ReadState
        of={read}
        lines={8}
        height={28}
        missing={
          <EmptyState title="No encontramos ese contrato" action={<Link to={paths.contracts}>Ver los contratos</Link>}>
            Puede que el número esté incompleto: se ve como AF-000123.
          </EmptyState>
        }
      />
    </Page>
  )
}

function ContractDetail({ contract, role, cards, schedule }: { contract: Detail; role: Role } & Props) {
  const [open, setOpen] = useState<ContractStep | null>(null)
  return (
    <Page
      title={`Contrato ${contract.no_contract}`}
      subtitle={<ContractStatus status={contract.status} />}
      actions={<ContractActions contract={contract} role={role} onOpen={setOpen} />}
    >
      <div className="figures-row">
        <Figure label="Precio del mes" value={pesosLabel(contract.price)} note={vatNote(contract)} />
        <Figure label="Plan" value={contract.plan.name} note={`Corte el día ${contract.billing_cut_day} de cada mes`} />
        <Figure label="Servicio" value={serviceOf(contract)} note={serviceNote(contract)} />
      </div>
      <Notices contract={contract} isDesk={role === 'financial'} />
      <RetractionNotice contract={contract} role={role} />
      <CancelledNotice contract={contract} role={role} />
      {role === 'financial' && contract.status === 'draft' && (
        <SigningLinkNotice contract={contract} onSend={() => setOpen('send')} />
      )}
      <div className="card-pair">
        <Card title="Datos del contrato">
          <Facts facts={factsOf(contract, role)} />
        </Card>
        <Card title="Cargo de conexión y permanencia">
          <Facts facts={permanenceOf(contract)} />
        </Card>
        {contract.pending_charges.length > 0 && <PendingCharges contract={contract} />}
        {cards(contract, role)}
      </div>
      {open === 'schedule' && schedule(contract, () => setOpen(null))}
      {open !== null && open !== 'schedule' && (
        <StepDialog open={open} contract={contract} onClose={() => setOpen(null)} />
      )}
    </Page>
  )
}

/** What the next invoice of the contract charges or gives back besides the plan: a reconnection, an adjustment, an early exit. */
const PendingCharges = ({ contract: { pending_charges, price_includes_vat } }: { contract: Detail }) => (
  <Card title="Va en la próxima factura">
    <RowList label="Cargos por facturar">
      {pending_charges.map(({ description, quantity, price }, index) => (
        <li key={index}>
          <span className="two-lines">
            {description}
            <small>
              {quantity > 1 && `${quantity} por ${pesosLabel(price)}. `}
              {price_includes_vat ? 'Con el IVA incluido, si lo causa' : 'Sin el IVA, si lo causa'}
            </small>
          </span>
          <strong className="figures">{pesosLabel(multiply(price, quantity))}</strong>
        </li>
      ))}
    </RowList>
  </Card>
)

function Notices({ contract, isDesk }: { contract: Detail; isDesk: boolean }) {
  const {
    cession,
    upcoming_transfer: move,
    upcoming_terms: next,
    suspended_from,
    removed_from,
    pause,
    active_to,
    status,
    termination_reason,
  } = contract
  return (
    <>
      {next && (
        <Alert>
          Desde el {dayLabel(next.from_on)} pasa a {next.plan.name} por {paidLabel(next.price, contract)} al mes.
        </Alert>
      )}
      {suspended_from && suspended_from !== removed_from && (
        <Alert tone="warn">Sin servicio desde el {dayLabel(suspended_from)}.</Alert>
      )}
      {removed_from && (
        <Alert tone="warn">
          Los equipos se retiraron: desde el {dayLabel(removed_from)} no hay servicio y esos días no se cobran.
          {active_to === null && ' El contrato sigue: el servicio vuelve con el acta de la reinstalación.'}
        </Alert>
      )}
      {pause && (
        <Alert>
          Pausa a pedido del cliente del {dayLabel(pause.from_on)} al {dayLabel(pause.to_on)}. Esos días no se cobran y
          después el servicio vuelve solo.
        </Alert>
      )}
      {move && (
        <Alert>
          El {dayLabel(move.moves_on)} se traslada a {move.address}, {move.city}.
        </Alert>
      )}
      {cession && (
        <Alert tone={cession.effective_on === null ? 'warn' : 'info'}>
          {cession.effective_on === null
            ? `El titular pidió ceder el contrato a ${cession.client.name} el ${dayLabel(cession.requested_on)}. Respóndela a más tardar el ${dayLabel(cession.answer_by)}.`
            : `Desde el ${dayLabel(cession.effective_on)} el contrato es de ${cession.client.name}.`}
        </Alert>
      )}
      <RenewalNotice contract={contract} isDesk={isDesk} />
      {active_to && status !== 'terminated' && (
        <Alert tone="warn">
          Retiro registrado: el último día de servicio es el {dayLabel(active_to)}. Después no se factura más.
        </Alert>
      )}
      {termination_reason && contract.retraction.made === null && <Alert>Motivo: {termination_reason}</Alert>}
    </>
  )
}

/** The term of a contract whose client did not accept that it renews by itself: a month of service (R2.19). */
function RenewalNotice({ contract, isDesk }: { contract: Contract; isDesk: boolean }) {
  const { accepts_renewal, active_from, active_to, status } = contract
  if (accepts_renewal || active_from === null || active_to !== null || status === 'cancelled') return null
  const last = addDays(addMonths(active_from, 1), -1)
  return (
    <Alert tone="warn">
      {isDesk
        ? `El cliente no aceptó que el contrato se renueve solo: la vigencia va hasta el ${dayLabel(last)}. Para seguir, acuérdalo con él; si no sigue, registra el retiro.`
        : `No aceptaste que el contrato se renueve solo: la vigencia va hasta el ${dayLabel(last)}. Escríbenos si quieres seguir o terminarlo.`}
    </Alert>
  )
}

const TREATMENTS = { exento: 'Exento de IVA', excluido: 'Excluido de IVA', gravado: 'Con IVA' } as const

function vatNote({ vat, price_includes_vat: isIncluded }: Contract): string {
  if (vat === null) return 'Falta el estrato para saber el IVA'
  if (vat.treatment !== 'gravado') return TREATMENTS[vat.treatment]
  return `IVA del ${vat.rate_bps / 100} % ${isIncluded ? 'incluido' : 'por sumar'}`
}

function serviceOf({ active_from, active_to, status }: Contract): string {
  if (active_from === null) return status === 'cancelled' ? 'Sin instalar' : 'Por instalar'
  return active_to !== null && status === 'terminated' ? 'Terminado' : 'Instalado'
}

function serviceNote(contract: Contract): string {
  if (contract.status === 'cancelled') return 'El contrato se anuló'
  if (contract.active_to !== null) return `Hasta el ${dayLabel(contract.active_to)}`
  if (contract.active_from !== null) return `Desde el ${dayLabel(contract.active_from)}`
  if (contract.scheduled_on !== null) {
    return `Visita el ${dayLabel(contract.scheduled_on)}${contract.technician ? `, ${contract.technician.name}` : ''}`
  }
  if (contract.installation_due_on !== null) return `Hay plazo hasta el ${dayLabel(contract.installation_due_on)}`
  return 'Se instala después de la firma'
}

function factsOf(contract: Contract, role: Role) {
  const { client } = contract
  const name = role === 'financial' ? <Link to={paths.client(client.id)}>{client.name}</Link> : client.name
  return [
    { label: 'Cliente', value: name },
    { label: 'Identificación', value: client.identification },
    { label: 'Dirección', value: contract.address },
    { label: 'Municipio', value: `${contract.city}, ${contract.department} (${contract.municipality_code})` },
    { label: 'Uso', value: SEGMENT_LABELS[contract.segment] },
    { label: 'Estrato', value: contract.stratum ?? 'Sin estrato' },
    { label: 'Ubicación', value: <Directions contract={contract} /> },
    { label: 'Fecha de contrato', value: dayLabel(contract.date_contract) },
    { label: 'Firma', value: contract.signed_at === null ? 'Sin firmar' : 'Firmado' },
    ...(contract.signed_at === null
      ? []
      : [{ label: 'Renovación', value: contract.accepts_renewal ? 'Automática' : 'No la aceptó' }]),
    ...(role === 'financial' || role === 'client'
      ? [{ label: 'Documento', value: <Link to={paths.view('contract', contract.no_contract)}>Leer el contrato</Link> }]
      : []),
  ]
}

function permanenceOf(contract: Contract) {
  const { permanence } = contract
  const { cost, discounted } = paidConnection(contract, contract)
  const charge = [
    { label: 'Cargo de conexión', value: totalLabel(cost, contract) },
    { label: 'Valor descontado', value: totalLabel(discounted, contract) },
  ]
  if (permanence === null) {
    const offered = contract.status === 'draft' && contract.accepts_permanence && contract.discounted_value > 0
    return [...charge, { label: 'Permanencia', value: offered ? 'Se ofrece al firmar' : 'Sin cláusula' }]
  }
  return [
    ...charge,
    { label: 'Permanencia', value: `${permanence.months} meses, hasta el ${dayLabel(permanence.ends_on)}` },
    { label: 'Terminar hoy cuesta', value: paidLabel(permanence.exit_value_today, contract) },
  ]
}
