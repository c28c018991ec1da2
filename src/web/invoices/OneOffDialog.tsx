import { useState } from 'react'
import { useNavigate } from 'react-router'
import { invoiceApi } from '#domain/invoices/api.ts'
import { LINES_MAX, ONE_OFF_KINDS } from '#domain/invoices/invoice.ts'
import { CHARGE_KINDS } from '#domain/taxes/vat.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { lineField, oneOffBody, oneOffFields } from './one-off-form.ts'

const KINDS = ONE_OFF_KINDS.map((kind) => ({ value: kind, label: CHARGE_KINDS[kind].label }))

/** A charge outside the month: a visit, a transfer, cable. VAT is the charge's own; the server computes it. */
export function OneOffDialog({ contract = '', onClose }: { contract?: string; onClose: () => void }) {
  const navigate = useNavigate()
  const create = useChange(invoiceApi.create)
  const [key] = useState(() => crypto.randomUUID())
  const [lines, setLines] = useState(1)
  const form = useForm({
    schema: invoiceApi.create.body,
    read: (typed) => oneOffBody(typed, lines),
    fields: oneOffFields(lines),
    submit: async (body) => {
      const { data, message } = await create.mutateAsync({ body, idempotencyKey: key })
      toastSuccess(message)
      onClose()
      void navigate(paths.view('invoice', data.id))
    },
  })
  return (
    <FormDialog title="Nueva factura" label="Emitir factura" busyLabel="Emitiendo…" form={form} onClose={onClose}>
      <TextField
        label="Número de contrato"
        {...form.field('invoice.no_contract')}
        hint="Por ejemplo AF-000123"
        defaultValue={contract}
        autoComplete="off"
      />
      {Array.from({ length: lines }, (_, index) => (
        <LineFields key={index} index={index} errors={form.errors} />
      ))}
      {lines < LINES_MAX && (
        <div>
          <Button size="dense" onClick={() => setLines(lines + 1)}>
            Agregar otro cobro
          </Button>
        </div>
      )}
    </FormDialog>
  )
}

function LineFields({ index, errors }: { index: number; errors: Readonly<Record<string, string>> }) {
  const at = (field: Parameters<typeof lineField>[1]) => {
    const name = lineField(index, field)
    return { id: name, name, error: errors[name] }
  }
  return (
    <fieldset className="form invoice-line">
      <legend className="visually-hidden">Cobro {index + 1}</legend>
      <SelectField label="Qué se cobra" {...at('kind')} options={KINDS} defaultValue="technical_visit" />
      <TextField label="Descripción" {...at('description')} maxLength={200} autoComplete="off" />
      <div className="form__pair">
        <TextField label="Cantidad" {...at('quantity')} inputMode="numeric" defaultValue="1" autoComplete="off" />
        <MoneyField label="Valor unitario" hint="Con el IVA incluido, si así son tus precios" {...at('price')} />
      </div>
    </fieldset>
  )
}
