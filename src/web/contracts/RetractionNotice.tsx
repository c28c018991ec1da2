import { useState } from 'react'
import { Link } from 'react-router'
import type { ContractDetail } from '#domain/contracts/contract.ts'
import { RETRACTION_CHANNEL_LABELS } from '#domain/contracts/retraction.ts'
import { dayLabel, dayOf } from '#domain/core/days.ts'
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
        {channelWords(made.channel)}.{' '}
        {role === 'client'
          ? `Si pagaste algo, te lo devuelve la empresa a más tardar el ${dayLabel(made.refund_by)}.`
          : `Lo que haya pagado se le devuelve completo a más tardar el ${dayLabel(made.refund_by)}.`}{' '}
        {role === 'financial' && <Link to={paths.client(contract.client.id)}>Ver su saldo a favor</Link>}
      </Alert>
    )
  if (role !== 'client' || open === null || !open.is_distance || today > open.until) return null
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
