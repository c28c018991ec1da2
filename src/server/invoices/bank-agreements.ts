import { notFound } from '#domain/core/refusal.ts'
import { type BankAgreement, billBarCode } from '#domain/invoices/bank-agreement.ts'
import { bankAgreementApi } from '#domain/invoices/bank-agreement-api.ts'
import { readBankQr } from '#domain/invoices/bank-qr.ts'
import { type CollectedInvoice, collectedDebts, collectedReference } from '#domain/invoices/collected.ts'
import type { BarCode } from '#domain/invoices/gs1.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { listCollected } from './collected.ts'

export const bankAgreements = implement(bankAgreementApi, {
  get: (ctx) => ctx.tx(async (tx) => replyOf(await getAgreement(tx))),

  save: (ctx, { body: { agreement } }) =>
    ctx.tx(async (tx) => {
      const before = await getAgreement(tx)
      await tx
        .insertInto('bank_agreements')
        .values(agreement)
        .onConflict((on) => on.column('company_id').doUpdateSet(agreement))
        .execute()
      await tx.record('bank_agreement.saved', { before, after: agreement })
      return { ...replyOf(agreement), message: 'Guardamos el convenio: las facturas llevan su código de barras' }
    }),

  remove: (ctx) =>
    ctx.tx(async (tx) => {
      const before = await getAgreement(tx)
      if (before === null) throw notFound('No hay un convenio guardado')
      await tx.deleteFrom('bank_agreements').execute()
      await tx.record('bank_agreement.removed', { before })
      return { data: null, message: 'Quitamos el convenio: las facturas ya no llevan código de barras' }
    }),
})

/** The agreement of the company; null without one. */
export async function getAgreement(tx: Tx): Promise<BankAgreement | null> {
  const row = await tx
    .selectFrom('bank_agreements')
    .select(['gln', 'bank_code', 'reference', 'reference_length', 'amount_length', 'has_due_day', 'qr'])
    .executeTakeFirst()
  return row ?? null
}

function replyOf(data: BankAgreement | null) {
  const payee = data?.qr ? readBankQr(data.qr) : null
  return { data, payee: payee === null || typeof payee === 'string' ? null : { name: payee.name, key: payee.key } }
}

/** What a bill carries by the agreement of the company: its bar code and the QR code of the bank. Null without an agreement. */
export type BankCodes = { barCode: BarCode | null; qr: { text: string; name: string; key: string | null } | null }

type Bill = Omit<CollectedInvoice, 'payable'>

/** The codes of a bill; null when the company has no agreement. A bill that does not fit in it, or that is paid, has no bar code. */
export async function readBankCodes(tx: Tx, bill: Bill): Promise<BankCodes | null> {
  const agreement = await getAgreement(tx)
  if (agreement === null) return null
  const barCode = await readBarCode(tx, agreement, bill)
  const payee = agreement.qr === null ? null : readBankQr(agreement.qr)
  return {
    barCode,
    qr:
      agreement.qr === null || payee === null || typeof payee === 'string'
        ? null
        : { text: agreement.qr, name: payee.name, key: payee.key },
  }
}

/** The bar code with what is owed today by the reference of the bill: the amount that the billing file has for it. */
async function readBarCode(tx: Tx, agreement: BankAgreement, bill: Bill): Promise<BarCode | null> {
  const reference = collectedReference(agreement, bill)
  const invoices = await listCollected(tx, bill.client_id)
  const own = agreement.reference === 'invoice' ? invoices.filter((one) => isSame(one, bill)) : invoices
  const debt = collectedDebts(agreement, own).find((one) => one.reference === reference)
  return debt === undefined ? null : billBarCode(agreement, { ...debt, due_on: bill.due_on })
}

const isSame = (one: Bill, bill: Bill): boolean => one.prefix === bill.prefix && one.sequence === bill.sequence
