import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { PesosSum } from '#domain/core/money.ts'
import { lineOfText } from '#domain/core/text.ts'
import { CededPrice } from './cession.ts'
import { Contract, ContractParams } from './contract.ts'

const roles = ['financial'] as const
const client_id = z.uuid({ error: 'Elige quién recibe el contrato' })
const ChangedReply = z.object({ data: Contract, message: z.string() })

export const cessionApi = api({
  cessionPreview: {
    method: 'POST',
    path: '/contract/:no/cession/preview',
    summary: 'Qué pasaría al ceder un contrato: la deuda que queda con su titular y desde cuándo paga el nuevo',
    roles,
    params: ContractParams,
    readOnly: true,
    body: z.strictObject({ client_id, requested_on: z.optional(DayText) }),
    reply: z.object({
      data: z.object({
        /** What the holder owes of this contract, which stays with the holder. */
        debt: PesosSum,
        /** What waits for an invoice and belongs to the holder, VAT included: charged and given back to the holder on `effective_on`. */
        waiting_charges: PesosSum,
        waiting_refunds: PesosSum,
        answer_by: DayText,
        /** The first day that the new holder pays, if it is accepted today. */
        effective_on: DayText,
        ...CededPrice.shape,
        /** The last day of the permanence clause, which continues. Null without one in force on `effective_on`. */
        permanence_ends_on: z.nullable(DayText),
      }),
    }),
  },
  cession: {
    method: 'POST',
    path: '/contract/:no/cession',
    summary: 'Registra que el titular pidió ceder el contrato a otro cliente; corre el plazo para responder',
    roles,
    params: ContractParams,
    body: z.strictObject({ client_id, requested_on: z.optional(DayText) }),
    reply: ChangedReply,
  },
  acceptCession: {
    method: 'POST',
    path: '/contract/:no/cession/accept',
    dated: true,
    summary:
      'Acepta la cesión: desde el período que sigue, el contrato es del nuevo titular; una clave de la API no la acepta',
    personOnly: true,
    roles,
    params: ContractParams,
    body: z.strictObject({ acceptance: lineOfText('Escribe cómo aceptó por escrito el nuevo titular', 300) }),
    reply: ChangedReply,
  },
  refuseCession: {
    method: 'POST',
    path: '/contract/:no/cession/refuse',
    summary: 'Rechaza la cesión con su motivo: el contrato sigue con su titular',
    roles,
    params: ContractParams,
    body: z.strictObject({ reason: lineOfText('Escribe el motivo', 300) }),
    reply: ChangedReply,
  },
})
