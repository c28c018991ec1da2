import { sql } from 'kysely'
import { BILLED_DEBTS_MAX, type BilledDebt, billingFile } from '#domain/banks/billing-file.ts'
import { billingFileApi } from '#domain/banks/billing-file-api.ts'
import { type Day, ZONE } from '#domain/core/days.ts'
import { type Money, plus } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { type BankAgreement, billReference } from '#domain/invoices/bank-agreement.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { getAgreement } from '#server/invoices/bank-agreements.ts'

export const billingFiles = implement(billingFileApi, {
  download: (ctx) =>
    ctx.tx(async (tx) => {
      const agreement = await getAgreement(tx)
      if (agreement === null)
        throw new Refusal('conflict', 'Guarda primero el convenio de recaudo, en Contabilidad: el archivo lleva su GLN')
      const debts = billedDebts(agreement, await listOpenInvoices(tx))
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

type OpenInvoice = {
  prefix: string
  sequence: number
  no_contract: string | null
  client_id: string
  type_identification: string
  identification: string
  name: string
  payable: Money
  due_on: Day
}

/** The open invoices that may be collected: without what is in dispute (R2.15). */
async function listOpenInvoices(tx: Tx): Promise<OpenInvoice[]> {
  const { rows } = await sql<OpenInvoice>`${REPLAN_EACH_TIME}
    select i.prefix, i.number as sequence, c.no_contract, i.client_id, k.type_identification, k.identification, k.name,
      i.balance - i.disputed_amount as payable, i.due_on
    from invoices i
    cross join lateral (select * from clients k where k.company_id = i.company_id and k.id = i.client_id offset 0) k
    left join lateral (select no_contract from contracts c where c.company_id = i.company_id and c.id = i.contract_id offset 0) c on true
    where i.company_id = (select current_company()) and i.balance > i.disputed_amount and i.balance > 0
    order by i.due_on, i.id`.execute(tx)
  return rows
}

/** One debt for each reference of the agreement, the oldest first: by invoice, or all of a contract or client together. */
function billedDebts(
  { reference: kind, reference_length }: BankAgreement,
  invoices: readonly OpenInvoice[],
): BilledDebt[] {
  const debts = new Map<string, BilledDebt>()
  const open = new Map<string, number>()
  for (const { client_id } of invoices) open.set(client_id, (open.get(client_id) ?? 0) + 1)
  for (const invoice of invoices) {
    const { prefix, sequence, no_contract, identification, type_identification, name, payable, due_on } = invoice
    const texts = { invoice: invoiceNumber(prefix, sequence), contract: no_contract ?? '', document: identification }
    const reference = billReference(texts[kind])
    if (reference === null || reference.length > reference_length) continue
    const key = kind === 'invoice' ? texts.invoice : reference
    const same = debts.get(key)
    debts.set(key, {
      reference,
      document: `${type_identification}${identification.replace(/\D/g, '')}`,
      name,
      amount: same === undefined ? payable : plus(same.amount, payable),
      due_on: same?.due_on ?? due_on,
      periods: open.get(invoice.client_id) ?? 1,
    })
  }
  return [...debts.values()]
}
