import { useState } from 'react'
import { Link } from 'react-router'
import type { ContractDetail } from '#domain/contracts/contract.ts'
import { type MadeRetraction, RETRACTION_CHANNEL_LABELS } from '#domain/contracts/retraction.ts'
import { dayLabel, dayOf } from '#domain/core/days.ts'
import { minus, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'
import { Button } from '#web/ui/Button.tsx'
import { Alert } from '#web/ui/States.tsx'
import { OwnRetractDialog } from './RetractDialog.tsx'

/** That the client may still retract, or that it did and until when its money is returned (R2.26). */
export function RetractionNotice({ contract, role }: { contract: ContractDetail; role: Role }) {
  const [isOpen, setOpen] = useState(false)
  const [today] = useState(() => dayOf(new Date()))
  const { open, made } = contract.retraction
  if (made)
    return (
      <Alert tone="warn">
        {role === 'client' ? 'Te retractaste' : 'El cliente se retractó'} el {dayLabel(made.retracted_on)}{' '}
        {channelWords(made.channel)}. {refundWords(made, role === 'client')}{' '}
        {role === 'financial' && made.refund !== null && (
          <Link to={paths.client(contract.client.id)}>Ver su saldo a favor</Link>
        )}
      </Alert>
    )
  if (role !== 'client' || open === null || !open.is_distance || open.began_on !== null || today > open.until)
    return null
  return (
    <Alert>
      <p>
        Si cambias de opinión, puedes retractarte sin costo hasta el {dayLabel(open.until)}, mientras no te instalemos
        el servicio.
      </p>
      <Button onClick={() => setOpen(true)}>Retractarme</Button>
      {isOpen && <OwnRetractDialog contract={contract} onClose={() => setOpen(false)} />}
    </Alert>
  )
}

const channelWords = (channel: keyof typeof RETRACTION_CHANNEL_LABELS): string =>
  RETRACTION_CHANNEL_LABELS[channel].replace(/^./, (first) => first.toLowerCase())

/** What is paid back of the contract, and what was. */
function refundWords({ refund, refund_by }: MadeRetraction, isOwn: boolean): string {
  if (refund === null) return isOwn ? 'No tienes pagos por devolver.' : 'No tiene pagos por devolver.'
  const left = minus(refund.amount, refund.returned)
  if (left === 0 && refund.closed_on !== null)
    return refund.returned === 0
      ? 'El pago se reversó: no hay nada por devolver.'
      : `${isOwn ? 'Te devolvimos' : 'Se le devolvieron'} ${pesosLabel(refund.returned)}: la última parte, el ${dayLabel(refund.closed_on)}.`
  const by = `${pesosLabel(left)} a más tardar el ${dayLabel(refund_by)}`
  return isOwn ? `La empresa te devuelve ${by}.` : `Se le devuelven ${by}: ese saldo a favor no paga otras facturas.`
}
