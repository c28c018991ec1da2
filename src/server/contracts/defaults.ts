import { type ContractDefaults, isSameDefaults, reconnectionWarning } from '#domain/contracts/defaults.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { pesosLabel, toPesos } from '#domain/core/money.ts'
import { implement } from '#server/core/verb.ts'
import { reconnectionCapOn } from '#server/parameters/parameters.ts'
import { findContract } from './contract-change.ts'
import { readCharges } from './contract-charges.ts'
import { getContractDefaults, insertContractDefaults } from './defaults-queries.ts'

export const contractDefaults = implement(contractDefaultsApi, {
  get: (ctx, { query: { no_contract } }) =>
    ctx.tx(async (tx) => {
      const defaults = (await getContractDefaults(tx)) ?? null
      const charges =
        defaults === null || no_contract === undefined
          ? null
          : await readCharges(tx, (await findContract(tx, ctx, no_contract)).id)
      return {
        data: defaults && { ...defaults, ...charges },
        meta: { reconnection_cap: await reconnectionCapOn(tx, ctx.today) },
      }
    }),

  save: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      await tx.lock('contract_defaults')
      const before = await getContractDefaults(tx)
      const warning = reconnectionWarning(
        body.billing_config.reconnection_cost,
        await reconnectionCapOn(tx, ctx.today),
        pesosLabel,
      )
      const warnings = warning === null ? [] : [warning]
      if (before && isSameDefaults(before, body.billing_config)) {
        return { data: before, message: 'No se detectaron cambios en los valores', warnings }
      }
      const after = await insertContractDefaults(tx, body.billing_config)
      await tx.record('contract_defaults.saved', {
        before: before && defaultsEventData(before),
        after: defaultsEventData(after),
      })
      const message = before
        ? 'Datos por defecto actualizados exitosamente'
        : 'Datos por defecto guardados exitosamente'
      return { data: after, message, warnings }
    }),
})

/** The fields that the audit log keeps: money in pesos. */
const defaultsEventData = ({ billing_cut_day, ...costs }: ContractDefaults) => ({
  billing_cut_day,
  ...Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, toPesos(cost)])),
})
