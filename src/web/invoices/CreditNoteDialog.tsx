import { useState } from 'react'
import { pesosLabel } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { creditNoteApi } from '#domain/invoices/credit-note-api.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { creditBody, creditField } from './desk-forms.ts'

/** A credit note, the only way to correct an issued invoice: of the whole remaining amount, or of an amount of some lines (INV-10). */
export function CreditNoteDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const create = useChange(invoiceApi.creditNote)
  const [key] = useState(() => crypto.randomUUID())
  const [isWhole, setWhole] = useState(true)
  const concepts = useRead(creditNoteApi.concepts, {}).data?.data ?? []
  const positions = invoice.lines.map((_, index) => index + 1)
  const form = useForm({
    schema: invoiceApi.creditNote.body,
    read: (typed) => creditBody(typed, positions, isWhole),
    fields: ['concept', 'concept_code', 'lines', ...positions.map(creditField)],
    submit: async (body) => {
      const { message } = await create.mutateAsync({ params: { id: invoice.id }, body, idempotencyKey: key })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Nota crédito de ${invoice.number}`}
      label="Emitir nota crédito"
      busyLabel="Emitiendo…"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      <TextField
        label="Motivo"
        hint="Se imprime en la nota"
        {...form.field('concept')}
        maxLength={200}
        autoComplete="off"
      />
      <SelectField
        label="Concepto para la DIAN"
        {...form.field('concept_code')}
        options={[
          { value: '', label: isWhole ? 'El de una anulación' : 'El de una devolución parcial' },
          ...concepts.map(({ code, name }) => ({ value: code, label: `${code}. ${name}` })),
        ]}
      />
      <ScopeChoice isWhole={isWhole} onChange={setWhole} />
      {!isWhole &&
        invoice.lines.map((line, index) => (
          <MoneyField
            key={index}
            label={line.description}
            hint={`De ${pesosLabel(line.total)}, con su IVA`}
            id={creditField(index + 1)}
            name={creditField(index + 1)}
            error={form.errors[creditField(index + 1)] ?? (index === 0 ? form.errors['lines'] : undefined)}
          />
        ))}
    </FormDialog>
  )
}

function ScopeChoice({ isWhole, onChange }: { isWhole: boolean; onChange: (isWhole: boolean) => void }) {
  return (
    <fieldset className="choices">
      <legend>Qué se devuelve</legend>
      <label className="check">
        <input type="radio" checked={isWhole} onChange={() => onChange(true)} />
        <span>Todo lo que queda de la factura</span>
      </label>
      <label className="check">
        <input type="radio" checked={!isWhole} onChange={() => onChange(false)} />
        <span>Una parte</span>
      </label>
    </fieldset>
  )
}
