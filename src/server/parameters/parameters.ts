import { type Day, dayLabel } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { parameterApi } from '#domain/parameters/api.ts'
import { changeOf, type ParameterChange, storedValue } from '#domain/parameters/new-value.ts'
import {
  historiesOn,
  type Parameter,
  parameterInForce,
  parameterOf,
  parameterOn,
  valueLabel,
} from '#domain/parameters/parameter.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { listParameters, writeParameter } from './queries.ts'

export const parameters = implement(parameterApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => ({ data: historiesOn(await listParameters(tx), query.on ?? ctx.today) })),

  // The table is the same for every company: only the platform role writes it.
  add: (ctx, { body: { parameter: wanted } }) =>
    ctx.platform(async (tx) => {
      const { key } = wanted
      await tx.lock('parameters')
      const values = (await listParameters(tx)).filter((one) => one.key === key)
      const [known] = values
      if (!known) throw new Error(`${key} has no row`)
      const change = changeOf(wanted, values, ctx.today)
      const { label, unit } = known
      const { valid_from, valid_to, legal_basis, certainty, note = '' } = wanted
      const value = storedValue(unit, wanted.value)
      const after = { key, valid_from, valid_to, value, unit, label, legal_basis, certainty, note }
      await writeParameter(tx, after, change)
      await tx.record('parameter.added', {
        before: change.replaced && eventDataOf(change.replaced),
        after: { ...eventDataOf(parameterOf(after)), note, ...endOf(change) },
      })
      const [data] = historiesOn(
        (await listParameters(tx)).filter((one) => one.key === key),
        ctx.today,
      )
      if (!data) throw new Error('a parameter that was just written does not exist')
      return {
        data,
        message: `Registramos ${label}: ${valueLabel(parameterOf(after))} desde el ${dayLabel(valid_from)}`,
      }
    }),
})

/** What the audit log keeps of a value. */
const eventDataOf = (parameter: Parameter) => {
  const { key, label, valid_from, valid_to, legal_basis, certainty } = parameter
  return { key, label, value: valueLabel(parameter), valid_from, valid_to, legal_basis, certainty }
}

/** The value before it, which ends now. */
const endOf = ({ shortened }: ParameterChange) =>
  shortened === null ? {} : { previous: { valid_from: shortened.parameter.valid_from, valid_to: shortened.valid_to } }

/** Every regulated parameter with its validity dates, for the rules of other features (`valueOn`, `moneyOn`). */
export const readParameters = (tx: Tx): Promise<Parameter[]> => listParameters(tx)

/** The maximum reconnection cost on a day, with its legal basis (Ley 2485 de 2025). Null before the cap was in force. */
export async function reconnectionCapOn(tx: Tx, today: Day): Promise<{ value: Money; legal_basis: string } | null> {
  return capOf(parameterOn(await listParameters(tx), CAP, today))
}

/** reconnectionCapOn for a charge: throws Refusal when the last cap has ended, because a charge without a limit would be a guess. */
export async function reconnectionCapInForce(
  tx: Tx,
  today: Day,
): Promise<{ value: Money; legal_basis: string } | null> {
  const all = await listParameters(tx)
  const isBeforeFirst = !all.some(({ key, valid_from }) => key === CAP && valid_from <= today)
  return isBeforeFirst ? null : capOf(parameterInForce(all, CAP, today))
}

const CAP = 'service.reconnection_cap'

const capOf = (cap: Parameter | null): { value: Money; legal_basis: string } | null =>
  cap?.unit === 'pesos' ? { value: cap.value, legal_basis: cap.legal_basis } : null
