import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { lineOfText } from '#domain/core/text.ts'
import { addressFields, Contract, ContractParams } from './contract.ts'
import { Correction } from './correction.ts'
import { AmountWithVat, MonthAtAddress } from './transfer.ts'

const roles = ['financial'] as const
/** Absent segment: the one of the contract, or 'business' when its holder is one. */
const TransferRequest = z.strictObject({ ...addressFields, on: DayText })
export type TransferRequest = z.output<typeof TransferRequest>
const ChangedReply = z.object({ data: Contract, message: z.string() })
const CorrectedReply = z.object({ data: z.extend(Contract, { corrections: z.array(Correction) }), message: z.string() })

export const transferApi = api({
  transferPreview: {
    method: 'POST',
    path: '/contract/:no/transfer/preview',
    summary: 'Qué costaría trasladar el servicio a otra dirección y cómo cambia el precio del mes',
    roles,
    params: ContractParams,
    readOnly: true,
    body: TransferRequest,
    reply: z.object({
      data: z.object({
        moves_on: DayText,
        /** The first day that is billed with the VAT of the new address: of a period that is not billed yet. */
        vat_from_on: DayText,
        /** Null when the company charges nothing for a move. */
        charge: z.nullable(AmountWithVat),
        /** The plan on that day: a change of plan that is planned counts from its own. */
        plan: z.string(),
        /** The month from that day on, without the move and with it. */
        before: z.nullable(MonthAtAddress),
        after: z.nullable(MonthAtAddress),
      }),
    }),
  },
  transfer: {
    method: 'POST',
    path: '/contract/:no/transfer',
    dated: true,
    summary: 'Programa el traslado del servicio; el de hoy queda hecho',
    roles,
    params: ContractParams,
    body: TransferRequest,
    reply: ChangedReply,
  },
  cancelTransferPreview: {
    method: 'GET',
    path: '/contract/:no/transfer/cancel/preview',
    summary: 'Qué se corregiría de lo facturado al anular el traslado',
    roles,
    params: ContractParams,
    reply: z.object({ data: z.object({ corrections: z.array(Correction) }) }),
  },
  cancelTransfer: {
    method: 'POST',
    path: '/contract/:no/transfer/cancel',
    summary: 'Anula un traslado que no se ha hecho y corrige lo que se facturó con él',
    roles,
    params: ContractParams,
    body: z.strictObject({ reason: lineOfText('Escribe el motivo', 300) }),
    reply: CorrectedReply,
  },
})
