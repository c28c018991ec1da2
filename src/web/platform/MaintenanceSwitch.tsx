import { type FormEvent, useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { MINUTE_MS } from '#domain/core/durations.ts'
import { platformApi } from '#domain/platform/api.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import './maintenance.css'

const MESSAGE_MAX = 300
const DURATIONS = [
  { value: '', label: 'Sin hora anunciada' },
  { value: '30', label: '30 minutos' },
  { value: '60', label: '1 hora' },
  { value: '120', label: '2 horas' },
  { value: '240', label: '4 horas' },
]

type MaintenanceForm = { message: string; minutes: string }

/** Closes the platform to every user except the superadmin, with a reason and an expected end, and opens it again (RTE-10). */
export function MaintenanceSwitch() {
  const read = useRead(platformApi.maintenance, {})
  const [requested, setRequested] = useState<MaintenanceForm | null>(null)
  const switchMaintenance = useChange(platformApi.switchMaintenance)
  const state = read.data?.data

  const change = (active: boolean, { message, minutes }: MaintenanceForm): void => {
    const until = minutes === '' ? null : new Date(Date.now() + Number(minutes) * MINUTE_MS).toISOString()
    switchMaintenance.mutate(
      { body: { active, message, until } },
      {
        onSuccess: (reply) => toastSuccess(reply.message),
        onError: (failure) => toastFailure(failure, 'No pudimos cambiar el modo de mantenimiento'),
        onSettled: () => setRequested(null),
      },
    )
  }
  return (
    <Card
      title="Modo de mantenimiento"
      actions={state && (state.active ? <Badge tone="warn">Activo</Badge> : <Badge tone="good">Apagado</Badge>)}
    >
      {!state && <ReadState of={read} lines={2} />}
      {state?.active && (
        <div className="maintenance">
          <p>{state.message || 'Todos ven la página de mantenimiento, menos tú.'}</p>
          {state.until && <p className="maintenance__quiet">Fin esperado: {instantLabel(new Date(state.until))}</p>}
          <Button
            variant="primary"
            busy={switchMaintenance.isPending ? 'Abriendo…' : undefined}
            onClick={() => change(false, EMPTY_FORM)}
          >
            Abrir la plataforma
          </Button>
        </div>
      )}
      {state && !state.active && <CloseForm onSubmit={setRequested} />}
      {requested && (
        <ConfirmDialog
          title="¿Activar el mantenimiento?"
          confirm="Activar mantenimiento"
          tone="danger"
          busy={switchMaintenance.isPending ? 'Activando…' : undefined}
          onConfirm={() => change(true, requested)}
          onCancel={() => setRequested(null)}
        >
          <p>Todas las personas de todas las empresas verán la página de mantenimiento hasta que lo apagues.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

const EMPTY_FORM: MaintenanceForm = { message: '', minutes: '' }

function CloseForm({ onSubmit }: { onSubmit: (requested: MaintenanceForm) => void }) {
  const [typed, setTyped] = useState(EMPTY_FORM)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit({ ...typed, message: typed.message.trim() })
  }
  return (
    <form className="maintenance" onSubmit={submit}>
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
          options={DURATIONS}
          value={typed.minutes}
          onChange={(event) => setTyped({ ...typed, minutes: event.target.value })}
        />
      </div>
      <Button type="submit">Activar mantenimiento</Button>
    </form>
  )
}
