import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { Contract, ContractParams } from './contract.ts'
import { ASKED_CHANNELS } from './version.ts'

/** The retraction of a contract that is not in service yet (R2.26). */
export const retractionApi = api({
  retract: {
    method: 'POST',
    path: '/contract/:no/retract',
    dated: true,
    summary:
      'Registra el retracto del cliente: el contrato queda sin efecto y lo pagado se aparta para devolverlo; pide la contraseña reciente',
    personOnly: true,
    stepUp: true,
    roles: ['financial', 'client'],
    params: ContractParams,
    /** The desk says when and how the client asked for it. A client asks for itself, today, in the portal. */
    body: z.strictObject({
      asked_on: z.optional(DayText),
      asked_channel: z.optional(z.enum(ASKED_CHANNELS, { error: 'Elige por dónde lo pidió' })),
    }),
    reply: z.object({ data: Contract, message: z.string() }),
  },
})
