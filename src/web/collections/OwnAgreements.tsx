import type { ReactNode } from 'react'
import type { PaymentAgreement } from '#domain/collections/promise.ts'
import { dayLabel } from '#domain/core/days.ts'
import { minus, pesosLabel } from '#domain/core/money.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Page.tsx'
import {
  AGREEMENT_LABELS,
  agreementSentence,
  IF_NOT_KEPT,
  INSTALMENT_LABELS,
  INSTALMENT_TONES,
} from './agreement-words.ts'
import { PROMISE_TONES } from './promise-tones.ts'

type Props = {
  agreements: readonly PaymentAgreement[]
  /** What the client may do with one, by its id. */
  actionOf?: (id: string) => ReactNode
}

/** The payment agreements of the client, each with its instalments (SUS-04). Nothing without one. */
export const OwnAgreements = ({ agreements, actionOf }: Props) =>
  agreements.map((agreement) => (
    <AgreementCard key={agreement.id} agreement={agreement} action={actionOf?.(agreement.id)} />
  ))

function AgreementCard({ agreement, action }: { agreement: PaymentAgreement; action: ReactNode }) {
  const { no_contract, made_on, amount, paid, disputed, outcome, instalments } = agreement
  return (
    <Card
      title="Tu acuerdo de pago"
      actions={<Badge tone={PROMISE_TONES[outcome ?? 'open']}>{AGREEMENT_LABELS[outcome ?? 'open']}</Badge>}
    >
      <div className="debt">
        <p>{agreementSentence(agreement)}</p>
        {action}
        <p className="debt__about">
          Contrato {no_contract}, acordado el {dayLabel(made_on)}. {paidLabel(agreement)}
          {disputed > 0 && ` En reclamo, no se cobra mientras se resuelve: ${pesosLabel(disputed)}.`}
        </p>
        <ol className="payments-list" aria-label={`Cuotas del acuerdo de ${pesosLabel(amount)}`}>
          {instalments.map((one, index) => (
            <Instalment key={one.due_on} number={index + 1} instalment={one} />
          ))}
        </ol>
        {outcome === null && paid < amount && <p className="debt__about">{IF_NOT_KEPT}</p>}
      </div>
    </Card>
  )
}

const paidLabel = ({ amount, paid, outcome }: PaymentAgreement): string =>
  outcome === null
    ? `Pagaste ${pesosLabel(paid)} de ${pesosLabel(amount)} y te faltan ${pesosLabel(minus(amount, paid))}.`
    : `Pagaste ${pesosLabel(paid)} de ${pesosLabel(amount)}.`

type InstalmentProps = { number: number; instalment: PaymentAgreement['instalments'][number] }

function Instalment({ number, instalment }: InstalmentProps) {
  const { due_on, payable_until, amount, paid, state } = instalment
  return (
    <li className="payments-list__one">
      <span>
        <strong>
          Cuota {number}: {pesosLabel(amount)}
        </strong>
        <br />
        <span className="debt__about">
          {dayLabel(due_on)}
          {payable_until > due_on && `, puedes pagarla hasta el ${dayLabel(payable_until)}`}
          {paid > 0 && paid < amount && `. Pagaste ${pesosLabel(paid)}`}
        </span>
      </span>
      <Badge tone={INSTALMENT_TONES[state]}>{INSTALMENT_LABELS[state]}</Badge>
    </li>
  )
}
