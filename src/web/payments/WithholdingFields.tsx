import { useState } from 'react'
import type { Day } from '#domain/core/days.ts'
import { type Money, pesosLabel, sum, toPesos, ZERO } from '#domain/core/money.ts'
import type { DeskAccount, DeskInvoice } from '#domain/payments/desk-account.ts'
import { withholdingWarnings } from '#domain/payments/withholding-check.ts'
import { Button } from '#web/ui/Button.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import type { PaymentFormFields, PaymentParts, Withholding } from './use-payment-parts.ts'

const WITHHOLDINGS = [
  { name: 'retefuente', label: 'Retefuente' },
  { name: 'reteiva', label: 'ReteIVA' },
  { name: 'reteica', label: 'ReteICA' },
] as const

type Props = { account: DeskAccount; parts: PaymentParts; form: PaymentFormFields }

/**
 * The amounts that the client withheld. For a company each field says its rule and the suggested amount, which the user takes with a
 * button: the amounts of the certificate are the valid ones (R1.12).
 */
export function WithholdingFields({ account, parts, form }: Props) {
  const rules = account.withholding_rules
  const [certifiedOn, setCertifiedOn] = useState<Day | null>(null)
  const paid = account.invoices.filter(({ id }) => (parts.amounts.get(id) ?? ZERO) > 0)
  const limits = paid.map((invoice) => invoice.limits)
  const warnings = withholdingWarnings(parts.withheld, limits, account.is_company)
  return (
    <details className="more" open={rules !== null}>
      <summary>El cliente retuvo impuestos</summary>
      <div className="form">
        <p>
          La factura se cierra con el dinero recibido más lo retenido, según su certificado.
          {rules &&
            ' Los valores sugeridos siguen la regla del día de cada factura y no se aplican solos: compáralos con el certificado.'}
        </p>
        {WITHHOLDINGS.map(({ name, label }) => (
          <WithholdingField
            key={name}
            label={label}
            {...form.field(`payment.retentions.${name}`)}
            rule={rules?.[name]}
            suggested={rules === null ? null : suggestedOf(paid, name)}
            onType={(text) => parts.onWithheld(name, text)}
          />
        ))}
        {warnings.length > 0 && (
          <div role="status">
            {warnings.map((warning) => (
              <Alert key={warning} tone="warn">
                {warning}
              </Alert>
            ))}
          </div>
        )}
        <TextField
          label="Certificado de retención"
          hint="Su número. Si aún no llega, lo agregas después desde el recibo"
          {...form.field('payment.certificate.number')}
          maxLength={40}
          autoComplete="off"
        />
        <DayField
          label="Fecha del certificado"
          {...form.field('payment.certificate.issued_on')}
          value={certifiedOn}
          onChange={setCertifiedOn}
        />
      </div>
    </details>
  )
}

/** The sum of the suggestions of the paid invoices; null without any, and when one of them has none: the sum would be a part. */
function suggestedOf(paid: readonly DeskInvoice[], name: Withholding): Money | null {
  if (paid.some(({ suggested }) => suggested === null)) return null
  const amount = sum(paid.map(({ suggested }) => suggested?.[name] ?? ZERO))
  return amount === 0 ? null : amount
}

type FieldProps = {
  label: string
  id: string
  name: string
  error: string | undefined
  rule: string | undefined
  suggested: Money | null
  onType: (text: string) => void
}

function WithholdingField({ rule, suggested, onType, ...field }: FieldProps) {
  const [taken, setTaken] = useState<{ amount: Money; times: number } | null>(null)
  const take = (amount: Money): void => {
    setTaken({ amount, times: (taken?.times ?? 0) + 1 })
    onType(String(toPesos(amount)))
  }
  return (
    <div className="withholding">
      <MoneyField
        key={taken?.times ?? 0}
        {...field}
        hint={rule}
        {...(taken === null ? {} : { initial: toPesos(taken.amount) })}
        onType={onType}
      />
      {suggested !== null && (
        <Button variant="link" size="dense" onClick={() => take(suggested)}>
          Usar {field.label} sugerida: {pesosLabel(suggested)}
        </Button>
      )}
    </div>
  )
}
