import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { Pesos } from '#domain/core/money.ts'
import { patternText } from '#domain/core/text.ts'
import { ContractDefaults, NewContractDefaults } from './defaults.ts'

/** The legal cap of the reconnection cost in force on the day of the reply. */
const ReconnectionCap = z.object({ value: Pesos, legal_basis: z.string() })

export const contractDefaultsApi = api({
  get: {
    method: 'GET',
    path: '/admin/billing-config',
    summary: 'Los datos por defecto de los contratos; null antes de guardarlos por primera vez',
    roles: ['financial', 'admin'],
    /** With a contract, its charges are those that it may be charged: at most the signed ones. */
    query: z.strictObject({
      no_contract: z.optional(patternText(20, /^[A-Za-z0-9-]{1,20}$/, 'Escribe un número como AF-000123')),
    }),
    reply: z.object({
      data: z.nullable(ContractDefaults),
      meta: z.object({ reconnection_cap: z.nullable(ReconnectionCap) }),
    }),
  },
  save: {
    method: 'PATCH',
    path: '/admin/billing-config',
    summary: 'Guarda los siete datos por defecto de los contratos',
    roles: ['financial'],
    body: z.strictObject({ billing_config: NewContractDefaults }),
    reply: z.object({ data: ContractDefaults, message: z.string(), warnings: z.array(z.string()) }),
  },
})
