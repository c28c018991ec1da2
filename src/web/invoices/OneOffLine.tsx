import { useState } from 'react'
import type { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { reconnectionPrice } from '#domain/contracts/reconnection.ts'
import type { Reply } from '#domain/core/api.ts'
import { type Money, pesosLabel } from '#domain/core/money.ts'
import { ONE_OFF_KINDS } from '#domain/invoices/invoice.ts'
import { CHARGE_KINDS } from '#domain/taxes/charge.ts'
import { ComputedMoneyField } from '#web/ui/ComputedMoneyField.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { lineField } from './one-off-form.ts'

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
const labelOf = (kind: string): string => KINDS.find(({ value }) => value === kind)?.label ?? ''

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

type Props = { index: number; errors: Readonly<Record<string, string>>; prices: Prices | undefined }

/** One charge: its kind, which fills the description and the configured price until the user types them, and its quantity. */
export function OneOffLine({ index, errors, prices }: Props) {
  const [kind, setKind] = useState('technical_visit')
  const [isTyped, setTyped] = useState(false)
  const [description, setDescription] = useState<string | null>(null)
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
      <TextField
        label="Descripción"
        hint="Así sale en la factura"
        {...at('description')}
        maxLength={200}
        autoComplete="off"
        value={description ?? labelOf(kind)}
        onChange={(event) => setDescription(event.target.value)}
      />
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
