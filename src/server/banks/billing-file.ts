import { BILLED_DEBTS_MAX, type BilledDebt, billingFile } from '#domain/banks/billing-file.ts'
import { billingFileApi } from '#domain/banks/billing-file-api.ts'
import { ZONE } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { BankAgreement } from '#domain/invoices/bank-agreement.ts'
import { collectedDebts } from '#domain/invoices/collected.ts'
import { implement } from '#server/core/verb.ts'
import { getAgreement } from '#server/invoices/bank-agreements.ts'
import { type CollectedRow, listCollected } from '#server/invoices/collected.ts'

export const billingFiles = implement(billingFileApi, {
  download: (ctx) =>
    ctx.tx(async (tx) => {
      const agreement = await getAgreement(tx)
      if (agreement === null)
        throw new Refusal('conflict', 'Guarda primero el convenio de recaudo, en Contabilidad: el archivo lleva su GLN')
      const debts = billedDebts(agreement, await listCollected(tx))
      if (debts.length === 0) throw new Refusal('conflict', 'Hoy nadie debe: no hay nada que enviar al banco')
      if (debts.length > BILLED_DEBTS_MAX)
        throw new Refusal('conflict', `Son más de ${BILLED_DEBTS_MAX} deudas: pide al banco recibirlas por partes`)
      const { nit, name } = await tx
        .selectFrom('companies')
        .select(['nit', 'name'])
        .where('id', '=', ctx.companyId)
        .executeTakeFirstOrThrow()
      const text = billingFile({ ...agreement, nit, description: name, day: ctx.today, time: timeOf(ctx.now) }, debts)
      const file = {
        name: `facturacion-${ctx.today}.txt`,
        type: 'text/plain; charset=us-ascii',
        bytes: Buffer.from(text),
      }
      return { file, rows: debts.length }
    }),
})

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' })

/** '0800' in Bogotá. */
const timeOf = (now: Date): string => clock.format(now).replace(':', '')

/** One debt for each reference of the agreement, the oldest first. */
function billedDebts(agreement: BankAgreement, invoices: readonly CollectedRow[]): BilledDebt[] {
  const open = new Map<string, number>()
  for (const { client_id } of invoices) open.set(client_id, (open.get(client_id) ?? 0) + 1)
  return collectedDebts(agreement, invoices).map(({ reference, amount, first }) => ({
    reference,
    document: `${first.type_identification}${first.identification.replace(/\D/g, '')}`,
    name: first.name,
    amount,
    due_on: first.due_on,
    periods: open.get(first.client_id) ?? 1,
  }))
}
