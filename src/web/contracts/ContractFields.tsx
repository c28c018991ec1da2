import { useState } from 'react'
import type { Contract } from '#domain/contracts/contract.ts'
import { readAmount } from '#domain/core/amount.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { type Money, pesosLabel, planPriceLabel, toPesos } from '#domain/core/money.ts'
import { SEGMENT_LABELS, SEGMENTS, type Segment } from '#domain/core/segment.ts'
import type { Plan } from '#domain/plans/plan.ts'
import { CoordinateFields } from '#web/places/CoordinateFields.tsx'
import { PlaceFields } from '#web/places/PlaceFields.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { DayOfMonthField, MoneyField } from '#web/ui/MoneyField.tsx'
import { CheckboxField, SelectField, TextField } from '#web/ui/TextField.tsx'
import type { CONTRACT_FIELDS } from './contract-form.ts'
import { OtherUse } from './OtherUse.tsx'

/** The initial values of the form: those of an existing contract, or the known values of a new one. */
export type InitialContract = Pick<Contract, 'address' | 'department' | 'city' | 'segment' | 'stratum'> &
  Partial<Pick<Contract, 'latitude' | 'longitude' | 'date_contract' | 'accepts_permanence'>> & {
    plan_id?: string
    /** The use of the holder of a new contract: a business has no home. */
    holder?: Segment
  } & { [name in 'connection_cost' | 'discounted_value' | 'billing_cut_day']: Contract[name] | null }

const USES = SEGMENTS.map((value) => ({ value, label: SEGMENT_LABELS[value] }))
export const STRATA = [
  { value: '', label: 'Sin estrato' },
  ...['1', '2', '3', '4', '5', '6'].map((value) => ({ value, label: value })),
]

type Props = { errors: Readonly<Record<string, string>>; start: InitialContract; plans: readonly Plan[] }

/** The data of a contract, in groups: the plan, the address, the days, the amounts. */
export function ContractFields({ errors, start, plans }: Props) {
  const at = atOf(errors)
  const [from, setFrom] = useState<Day | null>(() => start.date_contract ?? dayOf(new Date()))
  const [planId, setPlanId] = useState(start.plan_id ?? '')
  const [use, setUse] = useState(start.segment)
  const offered = plans.filter((plan) => plan.is_active || plan.id === start.plan_id)
  const chosen = offered.find(({ id }) => id === planId)
  return (
    <>
      <SelectField
        label="Plan"
        {...at('contract.plan_id')}
        defaultValue={start.plan_id ?? ''}
        options={[
          { value: '', label: 'Elige' },
          ...offered.map((plan) => ({ value: plan.id, label: `${plan.name} · ${planPriceLabel(plan.price)}` })),
        ]}
        onChange={({ target }) => setPlanId(target.value)}
      />
      <OtherUse plan={chosen} use={use} />
      <PlaceFields of="contract" errors={errors} place={start} />
      <TextField
        label="Dirección del servicio"
        {...at('contract.address')}
        maxLength={160}
        defaultValue={start.address}
        autoComplete="off"
      />
      <div className="form__pair">
        <UseField of={at('contract.segment')} start={start} onUse={setUse} />
        <SelectField
          label="Estrato"
          hint="El de la dirección del servicio. Decide el IVA"
          {...at('contract.stratum')}
          options={STRATA}
          defaultValue={String(start.stratum ?? '')}
        />
      </div>
      <CoordinateFields of="contract." errors={errors} start={start} isOptional />
      <div className="form__pair">
        <DayField label="Fecha de contrato" {...at('contract.date_contract')} value={from} onChange={setFrom} />
        <DayOfMonthField
          label="Día de corte"
          hint="El último día del período que se cobra"
          {...at('contract.billing_cut_day')}
          initial={start.billing_cut_day ?? undefined}
        />
      </div>
      <Charges errors={errors} start={start} />
    </>
  )
}

/** The use of the service, which decides the VAT: only that of a business for one (R1.4). */
function UseField({
  of,
  start,
  onUse,
}: {
  of: ReturnType<ReturnType<typeof atOf>>
  start: InitialContract
  onUse: (use: Segment) => void
}) {
  const isBusiness = start.holder === 'business'
  return (
    <SelectField
      label="Uso del servicio"
      hint={isBusiness ? 'El cliente es empresarial: su servicio lleva IVA en cualquier estrato' : undefined}
      {...of}
      options={isBusiness ? USES.filter(({ value }) => value === 'business') : USES}
      defaultValue={start.segment}
      onChange={({ target }) => onUse(SEGMENTS.find((segment) => segment === target.value) ?? start.segment)}
    />
  )
}

/** The name of a control and its error. */
const atOf = (errors: Props['errors']) => (field: (typeof CONTRACT_FIELDS)[number]) => ({
  id: field,
  name: field,
  error: errors[field],
})

/** The connection cost, the clause, and what is discounted for it: without the clause nothing is (R2.8). */
function Charges({ errors, start }: Omit<Props, 'plans'>) {
  const at = atOf(errors)
  const [hasClause, setHasClause] = useState(start.accepts_permanence ?? true)
  const [cost, setCost] = useState('')
  const reading = readAmount(cost)
  const known = cost === '' ? start.connection_cost : reading.kind === 'amount' ? reading.amount : null
  return (
    <>
      <div className="form__pair">
        <MoneyField
          label="Cargo de conexión"
          {...at('contract.connection_cost')}
          initial={inPesos(start.connection_cost)}
          onType={setCost}
        />
        {hasClause && (
          <MoneyField
            label="Valor descontado"
            hint="Lo que el cliente no paga por quedarse"
            {...at('contract.discounted_value')}
            initial={inPesos(start.discounted_value)}
          />
        )}
      </div>
      <CheckboxField
        label="Ofrecer la cláusula de permanencia mínima. El cliente decide al firmar si la acepta"
        {...at('contract.accepts_permanence')}
        checked={hasClause}
        onChange={({ target }) => setHasClause(target.checked)}
      />
      <p className="field__hint" role="status">
        {hasClause
          ? 'El descuento es a cambio de la cláusula: si al firmar no la acepta, el cliente paga todo el cargo de conexión.'
          : `Sin la cláusula no hay descuento: el cliente paga todo el cargo de conexión${known === null ? '' : `, ${pesosLabel(known)}`}.`}
      </p>
    </>
  )
}

const inPesos = (amount: Money | null): number | undefined => (amount === null ? undefined : toPesos(amount))
