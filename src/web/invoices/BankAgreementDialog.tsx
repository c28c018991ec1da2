import type { Reply } from '#domain/core/api.ts'
import { BILL_REFERENCE_LABELS, BILL_REFERENCES } from '#domain/invoices/bank-agreement.ts'
import { bankAgreementApi } from '#domain/invoices/bank-agreement-api.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

type Props = { agreement: Reply<typeof bankAgreementApi.get>['data']; onClose: () => void }

const FIELDS = ['gln', 'bank_code', 'reference', 'reference_length', 'amount_length', 'has_due_day', 'qr'] as const
const at = (name: (typeof FIELDS)[number]): string => `agreement.${name}`

const even = (from: number, to: number) =>
  Array.from({ length: (to - from) / 2 + 1 }, (_, index) => String(from + index * 2)).map((value) => ({
    value,
    label: `${value} dígitos`,
  }))
const REFERENCES = BILL_REFERENCES.map((value) => ({ value, label: BILL_REFERENCE_LABELS[value] }))
const AMOUNTS = [{ value: '', label: 'Sin valor: el cliente paga lo que quiera' }, ...even(6, 14)]
const DAYS = [
  { value: 'yes', label: 'Con fecha límite de pago' },
  { value: 'no', label: 'Sin fecha' },
]

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const bodyOf = (typed: Readonly<Record<string, unknown>>) => ({
  agreement: {
    gln: textOf(typed[at('gln')]),
    bank_code: textOf(typed[at('bank_code')]),
    reference: textOf(typed[at('reference')]),
    reference_length: Number(typed[at('reference_length')]),
    amount_length: textOf(typed[at('amount_length')]) === '' ? null : Number(typed[at('amount_length')]),
    has_due_day: typed[at('has_due_day')] === 'yes',
    qr: textOf(typed[at('qr')]) || null,
  },
})

/** The fields of the agreement, as the bank gave them. */
export function BankAgreementDialog({ agreement, onClose }: Props) {
  const save = useChange(bankAgreementApi.save)
  const form = useForm({
    schema: bankAgreementApi.save.body,
    read: bodyOf,
    fields: FIELDS.map(at),
    submit: async (body) => {
      const { message } = await save.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Convenio de recaudo" label="Guardar" form={form} onClose={onClose}>
      <p>Copia estos datos del convenio que firmaste. Antes de usarlo, lleva una factura de prueba al banco.</p>
      <div className="form__pair">
        <TextField
          label="GLN"
          {...form.field(at('gln'))}
          defaultValue={agreement?.gln}
          inputMode="numeric"
          maxLength={13}
        />
        <TextField
          label="Código del banco"
          {...form.field(at('bank_code'))}
          defaultValue={agreement?.bank_code}
          inputMode="numeric"
          maxLength={3}
        />
      </div>
      <SelectField
        label="Qué es la referencia"
        {...form.field(at('reference'))}
        options={REFERENCES}
        defaultValue={agreement?.reference}
      />
      <div className="form__pair">
        <SelectField
          label="Dígitos de la referencia"
          {...form.field(at('reference_length'))}
          options={even(4, 24)}
          defaultValue={String(agreement?.reference_length ?? 10)}
        />
        <SelectField
          label="Dígitos del valor"
          {...form.field(at('amount_length'))}
          options={AMOUNTS}
          defaultValue={agreement === null ? '10' : String(agreement.amount_length ?? '')}
        />
      </div>
      <DayAndQr agreement={agreement} form={form} />
    </FormDialog>
  )
}

function DayAndQr({ agreement, form }: Pick<Props, 'agreement'> & { form: Pick<ReturnType<typeof useForm>, 'field'> }) {
  return (
    <>
      <SelectField
        label="Fecha"
        {...form.field(at('has_due_day'))}
        options={DAYS}
        defaultValue={agreement?.has_due_day === false ? 'no' : 'yes'}
      />
      <TextAreaField
        label="Contenido del QR del banco (opcional)"
        hint="El texto que te dio el banco o que lee un lector de QR. Comprobamos su código de control."
        {...form.field(at('qr'))}
        defaultValue={agreement?.qr ?? ''}
        maxLength={512}
      />
    </>
  )
}
