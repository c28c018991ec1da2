import { type EquipmentValues, isSameValues, valuedKinds } from '#domain/contracts/equipment-values.ts'
import { equipmentValuesApi } from '#domain/contracts/equipment-values-api.ts'
import { toPesos } from '#domain/core/money.ts'
import { implement } from '#server/core/verb.ts'
import { companyIncludesVat, getEquipmentValues, saveEquipmentValues } from './equipment-values-queries.ts'

export const equipmentValues = implement(equipmentValuesApi, {
  get: (ctx) =>
    ctx.tx(async (tx) => ({
      data: await getEquipmentValues(tx),
      meta: { prices_include_vat: await companyIncludesVat(tx) },
    })),

  save: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      await tx.lock('equipment_values')
      const before = await getEquipmentValues(tx)
      const after = body.equipment_values
      if (isSameValues(before, after)) return { data: before, message: 'No se detectaron cambios en los valores' }
      await saveEquipmentValues(tx, after)
      await tx.record('equipment_values.saved', { before: inPesos(before), after: inPesos(after) })
      return { data: after, message: 'Valores guardados: los tendrán los contratos que se firmen desde ahora' }
    }),
})

/** The values as the audit log keeps them, in pesos. */
const inPesos = (values: EquipmentValues) =>
  Object.fromEntries(valuedKinds(values).map(({ kind, value }) => [kind, toPesos(value)]))
