import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { notFound } from '#domain/core/refusal.ts'
import { type BankAgreement, billBarCode, billReference } from '#domain/invoices/bank-agreement.ts'
import { bankAgreementApi } from '#domain/invoices/bank-agreement-api.ts'
import { readBankQr } from '#domain/invoices/bank-qr.ts'
import type { BarCode } from '#domain/invoices/gs1.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'

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

type Bill = { number: string; no_contract: string | null; identification: string; amount: Money; due_on: Day }

/** The codes of a bill; null when the company has no agreement. A bill that does not fit in it has no bar code. */
export async function readBankCodes(tx: Tx, bill: Bill): Promise<BankCodes | null> {
  const agreement = await getAgreement(tx)
  if (agreement === null) return null
  const texts = { invoice: bill.number, contract: bill.no_contract ?? '', document: bill.identification }
  const reference = billReference(texts[agreement.reference])
  const payee = agreement.qr === null ? null : readBankQr(agreement.qr)
  return {
    barCode: reference === null ? null : billBarCode(agreement, { ...bill, reference }),
    qr:
      agreement.qr === null || payee === null || typeof payee === 'string'
        ? null
        : { text: agreement.qr, name: payee.name, key: payee.key },
  }
}
