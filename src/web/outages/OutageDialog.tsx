import { useState } from 'react'
import { Link } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { outageApi } from '#domain/outages/api.ts'
import { canOutage, OUTAGE_STATE_LABELS, type OutageDetail, outagePlace } from '#domain/outages/outage.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { inputOf, instantOf } from './instant-input.ts'

type Props = { id: string; onClose: () => void }

/** One outage: what it reached, what is given back for it, and what can be done with it. */
export function OutageDialog({ id, onClose }: Props) {
  const read = useRead(outageApi.get, { params: { id } })
  const [open, setOpen] = useState<'end' | 'correct' | 'cancel' | null>(null)
  const outage = read.data?.data
  if (outage && open === 'end') return <EndDialog outage={outage} onClose={onClose} />
  if (outage && open === 'correct') return <CorrectDialog outage={outage} onClose={onClose} />
  if (outage && open === 'cancel') return <CancelDialog outage={outage} onClose={onClose} />
  return (
    <Dialog
      title={outage ? `Falla de ${outagePlace(outage)}` : 'Falla del servicio'}
      onClose={onClose}
      footer={outage && <Actions outage={outage} onOpen={setOpen} />}
    >
      <Query of={read} lines={6} height={28}>
        {({ data }) => (
          <>
            <Facts facts={factsOf(data)} />
            <p>
              <Link to={paths.outageContracts(data.id)}>Ver cada contrato</Link>
            </p>
          </>
        )}
      </Query>
    </Dialog>
  )
}

const labelOf = (instant: string | null): string =>
  instant === null ? 'Sin registrar' : instantLabel(new Date(instant))

const factsOf = ({ compensation, ...outage }: OutageDetail) => [
  { label: 'Estado', value: OUTAGE_STATE_LABELS[outage.state] },
  { label: 'Dónde', value: outage.device ? `Equipo ${outage.device.name}` : `${outage.city}, ${outage.department}` },
  { label: 'Causa', value: outage.cause },
  { label: 'Empezó', value: labelOf(outage.started_at) },
  { label: 'Se espera que vuelva', value: labelOf(outage.expected_end_at) },
  { label: 'Volvió', value: labelOf(outage.ended_at) },
  ...(outage.reason === null ? [] : [{ label: 'Motivo del cambio', value: outage.reason }]),
  { label: 'Contratos sin servicio', value: String(outage.contracts) },
  { label: 'Contratos que se compensan', value: String(compensation.contracts) },
  { label: 'Va en la próxima factura', value: pesosLabel(compensation.waiting) },
  { label: 'Ya en facturas', value: pesosLabel(compensation.billed) },
  { label: 'Anunciada por', value: outage.created_by },
]

type ActionsProps = { outage: OutageDetail; onOpen: (action: 'end' | 'correct' | 'cancel') => void }

function Actions({ outage, onOpen }: ActionsProps) {
  const isFinancial = useSession().user?.metadata.role === 'financial'
  return (
    <>
      {isFinancial && canOutage('cancel', outage.state) && (
        <Button variant="danger" onClick={() => onOpen('cancel')}>
          Anular
        </Button>
      )}
      {isFinancial && canOutage('correct', outage.state) && (
        <Button onClick={() => onOpen('correct')}>Corregir horas</Button>
      )}
      {canOutage('end', outage.state) && (
        <Button variant="primary" onClick={() => onOpen('end')}>
          Ya volvió el servicio
        </Button>
      )}
    </>
  )
}

type FormProps = { outage: OutageDetail; onClose: () => void }

function EndDialog({ outage, onClose }: FormProps) {
  const end = useChange(outageApi.end)
  const [now] = useState(() => inputOf(new Date()))
  const form = useForm({
    schema: outageApi.end.body,
    read: (typed) => ({ ended_at: instantOf(typed['ended_at']) }),
    fields: ['ended_at'],
    submit: async (body) => {
      toastSuccess((await end.mutateAsync({ params: { id: outage.id }, body })).message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Terminó la falla de ${outagePlace(outage)}`}
      label="Registrar el final"
      form={form}
      onClose={onClose}
    >
      <TextField label="Volvió" {...form.field('ended_at')} type="datetime-local" defaultValue={now} />
    </FormDialog>
  )
}

function CorrectDialog({ outage, onClose }: FormProps) {
  const correct = useChange(outageApi.correct)
  const form = useForm({
    schema: outageApi.correct.body,
    read: (typed) => ({
      started_at: instantOf(typed['started_at']),
      ended_at: instantOf(typed['ended_at']),
      reason: typed['reason'],
    }),
    fields: ['started_at', 'ended_at', 'reason'],
    submit: async (body) => {
      toastSuccess((await correct.mutateAsync({ params: { id: outage.id }, body })).message)
      onClose()
    },
  })
  const value = (instant: string | null): string => (instant === null ? '' : inputOf(new Date(instant)))
  return (
    <FormDialog title="Corregir las horas" label="Corregir" form={form} onClose={onClose}>
      <p>Lo que falte por compensar va en la próxima factura. Lo que ya está en una factura no se cobra de nuevo.</p>
      <div className="form__pair">
        <TextField
          label="Empezó"
          {...form.field('started_at')}
          type="datetime-local"
          defaultValue={value(outage.started_at)}
        />
        <TextField
          label="Volvió"
          {...form.field('ended_at')}
          type="datetime-local"
          defaultValue={value(outage.ended_at)}
        />
      </div>
      <TextField label="Motivo" {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}

function CancelDialog({ outage, onClose }: FormProps) {
  const cancel = useChange(outageApi.cancel)
  const form = useForm({
    schema: outageApi.cancel.body,
    fields: ['reason'],
    submit: async (body) => {
      toastSuccess((await cancel.mutateAsync({ params: { id: outage.id }, body })).message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Anular la falla de ${outagePlace(outage)}`}
      label="Anular"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      <TextField
        label="Motivo"
        hint="Por ejemplo: era otro municipio u otro equipo"
        {...form.field('reason')}
        maxLength={300}
      />
    </FormDialog>
  )
}
