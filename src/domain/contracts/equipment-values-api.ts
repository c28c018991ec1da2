import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { EquipmentValues, NewEquipmentValues } from './equipment-values.ts'

export const equipmentValuesApi = api({
  get: {
    method: 'GET',
    path: '/equipment-values',
    summary:
      'El valor de cada tipo de equipo en comodato que no se devuelve, y si los precios de la empresa incluyen el IVA',
    roles: ['financial'],
    reply: z.object({ data: EquipmentValues, meta: z.object({ prices_include_vat: z.boolean() }) }),
  },
  save: {
    method: 'PUT',
    path: '/equipment-values',
    summary: 'Guarda el valor de cada tipo de equipo en comodato; null lo deja sin valor',
    roles: ['financial'],
    body: z.strictObject({ equipment_values: NewEquipmentValues }),
    reply: z.object({ data: EquipmentValues, message: z.string() }),
  },
})
