import { type FormEvent, useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { platformApi } from '#domain/platform/api.ts'
import { messageOf } from '#web/core/failure.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { ErrorState, Skeleton } from '#web/ui/States.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import './maintenance.css'

const MESSAGE_MAX = 300
const MINUTE_MS = 60_000
const LENGTHS = [
  { value: '', label: 'Sin hora anunciada' },
  { value: '30', label: '30 minutos' },
  { value: '60', label: '1 hora' },
  { value: '120', label: '2 horas' },
  { value: '240', label: '4 horas' },
]

type Wanted = { message: string; minutes: string }

/** Closes the platform to everybody but the superadmin, with a reason and an expected end, and opens it again (RTE-10). */
export function MaintenanceSwitch() {
  const { data, error, refetch } = useRead(platformApi.maintenance, {})
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const turn = useChange(platformApi.switchMaintenance)
  const state = data?.data

  const change = (active: boolean, { message, minutes }: Wanted): void => {
    const until = minutes === '' ? null : new Date(Date.now() + Number(minutes) * MINUTE_MS).toISOString()
    turn.mutate(
      { body: { active, message, until } },
      {
        onSuccess: (reply) => toastSuccess(reply.message),
        onError: (failure) => toastError(messageOf(failure, 'No pudimos cambiar el modo de mantenimiento')),
        onSettled: () => setWanted(null),
      },
    )
  }
  return (
    <Card
      title="Modo de mantenimiento"
      actions={state && (state.active ? <Badge tone="warn">Activo</Badge> : <Badge tone="good">Apagado</Badge>)}
    >
      {error && !state && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !state && <Skeleton lines={2} />}
      {state?.active && (
        <div className="maintenance">
          <p>{state.message || 'Todos ven la página de mantenimiento, menos tú.'}</p>
          {state.until && <p className="maintenance__quiet">Fin esperado: {instantLabel(new Date(state.until))}</p>}
          <Button
            variant="primary"
            busy={turn.isPending ? 'Abriendo…' : undefined}
            onClick={() => change(false, NOTHING)}
          >
            Abrir la plataforma
          </Button>
        </div>
      )}
      {state && !state.active && <CloseForm onAsk={setWanted} />}
      {wanted && (
        <ConfirmDialog
          title="¿Activar el mantenimiento?"
          confirm="Activar mantenimiento"
          tone="danger"
          busy={turn.isPending ? 'Activando…' : undefined}
          onConfirm={() => change(true, wanted)}
          onCancel={() => setWanted(null)}
        >
          <p>Todas las personas de todas las empresas verán la página de mantenimiento hasta que lo apagues.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

const NOTHING: Wanted = { message: '', minutes: '' }

function CloseForm({ onAsk }: { onAsk: (wanted: Wanted) => void }) {
  const [typed, setTyped] = useState(NOTHING)
  const ask = (event: FormEvent): void => {
    event.preventDefault()
    onAsk({ ...typed, message: typed.message.trim() })
  }
  return (
    <form className="maintenance" onSubmit={ask}>
      <p className="maintenance__quiet">Cierra la plataforma para todos, menos para ti, mientras haces cambios.</p>
      <div className="form__pair">
        <TextField
          label="Qué pasa (opcional)"
          hint="Lo lee todo el mundo, por ejemplo: Estamos mejorando los pagos."
          maxLength={MESSAGE_MAX}
          value={typed.message}
          onChange={(event) => setTyped({ ...typed, message: event.target.value })}
        />
        <SelectField
          label="Cuánto va a durar"
          hint="Se anuncia como hora de regreso; no lo apaga solo."
          options={LENGTHS}
          value={typed.minutes}
          onChange={(event) => setTyped({ ...typed, minutes: event.target.value })}
        />
      </div>
      <Button type="submit">Activar mantenimiento</Button>
    </form>
  )
}
