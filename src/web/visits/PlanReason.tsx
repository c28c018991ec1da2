import { useState } from 'react'
import { type Day, dayOf } from '#domain/core/days.ts'
import { lateInstallationCopy } from '#domain/visits/late-installation.ts'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type Props = { id: string; name: string; error: string | undefined; isMove: boolean; late: Day | null }

/**
 * Why a visit changes, or why an installation is after its last legal day, `late`: null for a day within its term. The error of the server
 * says what follows too.
 */
export function PlanReason({ isMove, late, ...field }: Props) {
  const [today] = useState(() => dayOf(new Date()))
  const [isAsked, setAsked] = useState(false)
  // The server asked for it: the field remains while its value is corrected.
  if (field.error !== undefined && !isAsked) setAsked(true)
  const isForLate = late !== null || isAsked
  return (
    <>
      {late !== null && field.error === undefined && <Alert tone="warn">{lateInstallationCopy(late, today)}.</Alert>}
      {(isMove || isForLate) && (
        <TextField
          label={isMove ? 'Por qué cambia' : 'Por qué va después del plazo'}
          hint={
            isForLate ? 'Si el cliente pidió ese día, escríbelo: lo lee en el correo' : 'Lo lee el cliente en el correo'
          }
          {...field}
          maxLength={300}
        />
      )}
    </>
  )
}
