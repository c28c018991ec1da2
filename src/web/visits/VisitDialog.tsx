import { useState } from 'react'
import { Link } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { visitApi } from '#domain/visits/api.ts'
import { VISIT_KIND_LABELS, type Visit, visitLifecycle } from '#domain/visits/visit.ts'
import { Directions } from '#web/contracts/Directions.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { useForm } from '#web/core/use-form.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { MoveVisitDialog } from './VisitForm.tsx'
import { stateLabel, VISIT_TONES, whenLabel } from './visit-words.ts'
import './visits.css'

type Props = { visit: Visit; onClose: () => void }

/** One visit: what it is, what can be done with it, and all that happened to it. */
export function VisitDialog({ visit, onClose }: Props) {
  const [open, setOpen] = useState<'move' | 'cancel' | 'miss' | null>(null)
  if (open === 'move') return <MoveVisitDialog visit={visit} onClose={onClose} />
  if (open !== null) return <ReasonDialog visit={visit} action={open} onClose={onClose} />
  return (
    <Dialog
      title={`${VISIT_KIND_LABELS[visit.kind]}, ${visit.no_contract}`}
      onClose={onClose}
      footer={<Actions visit={visit} onOpen={setOpen} onClose={onClose} />}
    >
      <Badge tone={VISIT_TONES[visit.state]}>{stateLabel(visit)}</Badge>
      <Facts facts={factsOf(visit)} />
      <History id={visit.id} />
    </Dialog>
  )
}

const factsOf = (visit: Visit) => [
  { label: 'Cuándo', value: whenLabel(visit) },
  { label: 'Técnico', value: visit.technician?.name ?? 'Por asignar' },
  { label: 'Contrato', value: <Link to={paths.contract(visit.no_contract)}>{visit.no_contract}</Link> },
  { label: 'Cliente', value: `${visit.client.name}${visit.client.phone === null ? '' : ` · ${visit.client.phone}`}` },
  ...(visit.from_address === null ? [] : [{ label: 'Retira en', value: visit.from_address }]),
  { label: visit.from_address === null ? 'Dirección' : 'Instala en', value: `${visit.address}, ${visit.city}` },
  { label: 'Ubicación', value: <Directions contract={visit} /> },
  { label: 'Plan', value: visit.plan.name },
  ...(visit.bring === null ? [] : [{ label: 'Qué llevar', value: visit.bring }]),
  ...(visit.note === null ? [] : [{ label: 'Nota', value: visit.note }]),
  ...(visit.reason === null ? [] : [{ label: 'Motivo', value: visit.reason }]),
]

type ActionsProps = Props & { onOpen: (action: 'move' | 'cancel' | 'miss') => void }

/** The actions that the state of the visit allows. An installation is finished by its report or by the activation. */
function Actions({ visit, onOpen, onClose }: ActionsProps) {
  const finish = useChange(visitApi.finish)
  const [busy, run] = useBusy<'finish'>()
  const can = (action: 'move' | 'cancel' | 'miss' | 'finish'): boolean => visitLifecycle.can(visit.state, action)
  const markDone = (): void =>
    void run('finish', async () => {
      toastSuccess((await finish.mutateAsync({ params: { id: visit.id } })).message)
      onClose()
    })
  return (
    <>
      {can('cancel') && (
        <Button variant="danger" onClick={() => onOpen('cancel')}>
          Cancelar visita
        </Button>
      )}
      {can('miss') && visit.day !== null && <Button onClick={() => onOpen('miss')}>No se hizo</Button>}
      {can('finish') && visit.kind !== 'instalacion' && (
        <Button busy={busy === 'finish' ? 'Guardando…' : undefined} onClick={markDone}>
          Ya se hizo
        </Button>
      )}
      {can('move') && (
        <Button variant="primary" onClick={() => onOpen('move')}>
          {visit.day === null ? 'Programar' : 'Cambiar'}
        </Button>
      )}
    </>
  )
}

const REASONS = {
  cancel: { title: 'Cancelar la visita', hint: 'Lo lee el cliente en el correo' },
  miss: { title: 'La visita no se hizo', hint: 'Por ejemplo: no había nadie' },
} as const

function ReasonDialog({ visit, action, onClose }: Props & { action: keyof typeof REASONS }) {
  const change = useChange(visitApi[action])
  const { title, hint } = REASONS[action]
  const form = useForm({
    schema: visitApi[action].body,
    fields: ['reason'],
    submit: async (body) => {
      toastSuccess((await change.mutateAsync({ params: { id: visit.id }, body })).message)
      onClose()
    },
  })
  return (
    <FormDialog title={title} label={title} tone="danger" form={form} onClose={onClose}>
      <TextField label="Motivo" hint={hint} {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}

function History({ id }: { id: string }) {
  const { data } = useRead(visitApi.get, { params: { id } })
  if (!data) return null
  return (
    <section>
      <h3 className="visit-history__title">Qué ha pasado</h3>
      <RowList label="Historia de la visita">
        {data.data.changes.map((change, index) => (
          <li key={index}>
            <span className="two-lines">
              {stateLabel(change)}: {whenLabel(change)}
              <small>
                {change.actor}, {instantLabel(new Date(change.at))}
                {change.technician !== null && `. Técnico: ${change.technician}`}
                {change.reason !== null && `. Motivo: ${change.reason}`}
              </small>
            </span>
          </li>
        ))}
      </RowList>
    </section>
  )
}
