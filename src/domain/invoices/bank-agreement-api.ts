import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { BankAgreement } from './bank-agreement.ts'

const roles = ['financial', 'admin'] as const

/** `payee`: whom the QR code of the agreement pays, to compare before and after it is saved. */
const AgreementReply = z.object({
  data: z.nullable(BankAgreement),
  payee: z.nullable(z.object({ name: z.string(), key: z.nullable(z.string()) })),
})

export const bankAgreementApi = api({
  get: {
    method: 'GET',
    path: '/bank/agreement',
    summary: 'El convenio de recaudo con el banco: el código de barras y el QR de las facturas; null sin convenio',
    roles,
    reply: AgreementReply,
  },
  save: {
    method: 'PUT',
    path: '/bank/agreement',
    summary: 'Guarda el convenio de recaudo; desde entonces las facturas llevan su código de barras',
    roles,
    body: z.strictObject({ agreement: BankAgreement }),
    reply: z.extend(AgreementReply, { message: z.string() }),
  },
  remove: {
    method: 'DELETE',
    path: '/bank/agreement',
    summary: 'Quita el convenio: las facturas ya no llevan código de barras ni QR del banco',
    roles,
    reply: z.object({ data: z.null(), message: z.string() }),
  },
})
