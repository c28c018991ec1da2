import { useState } from 'react'
import { useNavigate } from 'react-router'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { reconnectionPrice } from '#domain/contracts/reconnection.ts'
import type { Reply } from '#domain/core/api.ts'
import { type Money, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { LINES_MAX, ONE_OFF_KINDS } from '#domain/invoices/invoice.ts'
import { CHARGE_KINDS } from '#domain/taxes/vat.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { ComputedMoneyField } from '#web/ui/ComputedMoneyField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { lineField, oneOffBody, oneOffFields } from './one-off-form.ts'

/** The charges with a price in the contract defaults. */
const CONFIGURED = {
  reconnection: 'reconnection_cost',
  transfer: 'transfer_cost',
  technical_visit: 'technical_visit_cost',
  additional_cable: 'additional_cable_cost',
} as const
const isConfigured = (kind: string): kind is keyof typeof CONFIGURED => kind in CONFIGURED
const PRICE_HINT = 'Con el IVA incluido, si así son tus precios'

const KINDS = ONE_OFF_KINDS.map((kind) => ({ value: kind, label: CHARGE_KINDS[kind].label }))

/** A charge outside the month: a visit, a transfer, cable. VAT is the charge's own; the server computes it. */
export function OneOffDialog({ contract = '', onClose }: { contract?: string; onClose: () => void }) {
  const navigate = useNavigate()
  const create = useChange(invoiceApi.create)
  const [key] = useState(() => crypto.randomUUID())
  const [lines, setLines] = useState(1)
  const { data: prices } = useRead(contractDefaultsApi.get, {})
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
        <LineFields key={index} index={index} errors={form.errors} prices={prices} />
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

type Prices = Reply<typeof contractDefaultsApi.get>

/** The price that the company configured for a charge, and what limits it (PLN-07). */
function configuredPrice(kind: string, prices: Prices | undefined): { amount: Money | null; hint?: string } {
  const field = isConfigured(kind) ? CONFIGURED[kind] : null
  const cost = field === null ? null : (prices?.data?.[field] ?? null)
  const cap = kind === 'reconnection' ? (prices?.meta.reconnection_cap ?? null) : null
  return {
    amount: cost === null || cost === 0 ? null : reconnectionPrice(cost, cap),
    ...(cap === null ? {} : { hint: `Máximo ${pesosLabel(cap.value)}: ${cap.legal_basis}` }),
  }
}

function LineFields({
  index,
  errors,
  prices,
}: {
  index: number
  errors: Readonly<Record<string, string>>
  prices: Prices | undefined
}) {
  const [kind, setKind] = useState('technical_visit')
  const [isTyped, setTyped] = useState(false)
  const { amount, hint = PRICE_HINT } = configuredPrice(kind, prices)
  const at = (field: Parameters<typeof lineField>[1]) => {
    const name = lineField(index, field)
    return { id: name, name, error: errors[name] }
  }
  const choose = (next: string): void => {
    setKind(next)
    setTyped(false)
  }
  return (
    <fieldset className="form invoice-line">
      <legend className="visually-hidden">Cobro {index + 1}</legend>
      <SelectField
        label="Qué se cobra"
        {...at('kind')}
        options={KINDS}
        value={kind}
        onChange={(event) => choose(event.target.value)}
      />
      <TextField label="Descripción" {...at('description')} maxLength={200} autoComplete="off" />
      <div className="form__pair">
        <TextField label="Cantidad" {...at('quantity')} inputMode="numeric" defaultValue="1" autoComplete="off" />
        <ComputedMoneyField
          key={kind}
          label="Valor unitario"
          hint={hint}
          {...at('price')}
          amount={amount}
          isTyped={isTyped}
          onType={() => setTyped(true)}
        />
      </div>
    </fieldset>
  )
}
