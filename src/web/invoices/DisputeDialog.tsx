import { useState } from 'react'
import { addBusinessDays } from '#domain/core/calendar.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { pesosLabel, toPesos, ZERO } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { DECISIONS, OUTCOME_LABELS, openOf, REFERENCE_MAX } from '#domain/invoices/dispute.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { useChange } from '#web/core/queries.ts'
import { useDraft } from '#web/core/use-draft.ts'
import { useForm } from '#web/core/use-form.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { decisionBody, disputeBody } from './desk-forms.ts'

type Props = { invoice: Invoice; onClose: () => void }

/** INV-11: the disputed amount is not charged while the dispute is open. */
export function DisputeDialog({ invoice, onClose }: Props) {
  const open = useChange(invoiceApi.dispute)
  const title = `Reclamo sobre ${invoice.number}`
  const form = useForm({
    draft: useDraft(`dispute/${invoice.id}`, title),
    schema: invoiceApi.dispute.body,
    read: disputeBody,
    fields: ['amount', 'reason', 'reference'],
    submit: async (body) => {
      const { message } = await open.mutateAsync({ params: { id: invoice.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title={title} label="Abrir reclamo" form={form} onClose={onClose}>
      <MoneyField label="Valor en reclamo" {...form.field('amount')} initial={toPesos(invoice.payable)} />
      <TextField label="Qué reclama el cliente" {...form.field('reason')} maxLength={500} />
      <TextField
        label="Radicado de la PQR"
        hint="Si el cliente la presentó"
        {...form.field('reference')}
        maxLength={REFERENCE_MAX}
        autoComplete="off"
      />
    </FormDialog>
  )
}

/** Business days from today to the suggested due day of what is owed after the decision, as for a new invoice. */
const NOTICE_DAYS = 5

type Choice = (typeof DECISIONS)[number]

/** The decision on a dispute: a credit note for what is returned, and a new due day for what is owed. */
export function ResolveDialog({ invoice, onClose }: Props) {
  const resolve = useChange(invoiceApi.resolveDispute)
  const [outcome, setOutcome] = useState<Choice>('a_favor')
  const open = openOf(invoice.disputes)
  const [disputeId, setDisputeId] = useState(open[0]?.id ?? '')
  const [dueOn, setDueOn] = useState<Day | null>(() => addBusinessDays(dayOf(new Date()), NOTICE_DAYS))
  const title = `Decidir el reclamo de ${invoice.number}`
  const form = useForm({
    draft: useDraft(`dispute-decision/${invoice.id}`, title),
    schema: invoiceApi.resolveDispute.body,
    read: (typed) => decisionBody(typed, { outcome, disputeId }),
    fields: ['dispute_id', 'resolution', 'amount', 'due_on'],
    submit: async (body) => {
      const { message } = await resolve.mutateAsync({ params: { id: invoice.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  const disputed = pesosLabel(open.find(({ id }) => id === disputeId)?.disputed_amount ?? ZERO)
  return (
    <FormDialog title={title} label="Cerrar reclamo" form={form} onClose={onClose}>
      {open.length > 1 && (
        <SelectField
          label="Reclamo"
          hint="Cada uno se decide aparte"
          {...form.field('dispute_id')}
          value={disputeId}
          onChange={({ target }) => setDisputeId(target.value)}
          options={open.map(({ id, disputed_amount, reason }) => ({
            value: id,
            label: `${pesosLabel(disputed_amount)}: ${reason}`,
          }))}
        />
      )}
      <fieldset className="choices">
        <legend>Decisión sobre {disputed}</legend>
        {DECISIONS.map((choice) => (
          <label key={choice} className="check">
            <input type="radio" checked={outcome === choice} onChange={() => setOutcome(choice)} />
            <span>{OUTCOME_LABELS[choice]}</span>
          </label>
        ))}
      </fieldset>
      {outcome === 'parcial' && (
        <MoneyField label="Valor que se devuelve" hint="Con su IVA" {...form.field('amount')} />
      )}
      {outcome !== 'a_favor' && (
        <DayField label="Nuevo vencimiento" {...form.field('due_on')} value={dueOn} onChange={setDueOn} />
      )}
      <p>{CONSEQUENCES[outcome]}</p>
      <TextField label="Respuesta al cliente" {...form.field('resolution')} maxLength={500} />
    </FormDialog>
  )
}

const CONSEQUENCES: Readonly<Record<Choice, string>> = {
  a_favor: 'Emitimos una nota crédito por todo lo reclamado.',
  parcial: 'Emitimos una nota crédito por esa parte; el resto se vuelve a cobrar y no se vence antes de ese día.',
  en_contra: 'El valor se vuelve a cobrar y no se vence antes de ese día.',
}
