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
import { refundWords } from './refund-words.ts'

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
