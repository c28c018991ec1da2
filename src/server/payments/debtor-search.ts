import { sql } from 'kysely'
import { notFound } from '#domain/core/refusal.ts'
import type { DebtorSearch, PayableLink } from '#domain/payments/link-payment-api.ts'
import { assertLookup, countLookup } from '#server/auth/lookups.ts'
import { inOwnTransaction } from '#server/auth/throttle.ts'
import { type PublicCtx, SYSTEM } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { publicUrlOf } from '#server/invoices/document.ts'
import { getLinkGeneration } from '#server/invoices/link-queries.ts'
import { readDebts } from './debts.ts'
import { shortNameOf } from './link.ts'

const ABSENT_COPY =
  'No encontramos un contrato con esos datos. Revisa el número del contrato y el del documento: los dos están en tu factura.'

/** The invoices of a list at most: the oldest. */
const LINKS_MAX = 12

/**
 * The invoices to pay of the client with this contract and this document, the oldest first; none when nothing is owed. The same Refusal
 * 'not_found' for an unknown contract and for another document. Wrong searches of a contract from a network wait longer each time, and
 * those of a contract or a document from all networks have a limit for a day.
 */
export async function searchPayable(ctx: PublicCtx, search: DebtorSearch): Promise<PayableLink[]> {
  const subjects = [`contract ${search.contract}`, `document ${search.document}`]
  const lookup = { kind: 'debtor', subjects } as const
  const debtors = await inOwnTransaction(ctx, async (tx) => {
    await assertLookup(tx, ctx, lookup)
    const found = await findDebtors(tx, search)
    if (found.length === 0) await countLookup(tx, ctx, lookup)
    return found
  })
  if (debtors.length === 0) throw notFound(ABSENT_COPY)
  const links = await Promise.all(
    debtors.map((debtor) => {
      const scope = { ...SYSTEM, companyId: debtor.company_id, isReadOnly: true }
      return inTransaction(ctx.world.pool, 'enlace_app', scope, (tx) => listPayable(ctx, tx, debtor))
    }),
  )
  return links.flat()
}

type Debtor = { company_id: string; client_id: string }

/** The client, or more than one when several companies number their contracts with the same prefix. */
async function findDebtors(tx: Tx, { contract, document }: DebtorSearch): Promise<Debtor[]> {
  const { rows } = await sql<Debtor>`
    select company_id, client_id from find_debtor(${contract}, ${document}) limit 3`.execute(tx)
  return rows
}

async function listPayable(ctx: PublicCtx, tx: Tx, { company_id, client_id }: Debtor): Promise<PayableLink[]> {
  const { user_id } = await tx
    .selectFrom('clients')
    .select('user_id')
    .where('id', '=', client_id)
    .executeTakeFirstOrThrow()
  const { payer, invoices, desk } = await readDebts(tx, user_id, { now: ctx.now, today: ctx.today, isByLink: true })
  const links = await Promise.all(
    invoices
      .filter((invoice) => invoice.payable > 0)
      .slice(0, LINKS_MAX)
      .map(async (debt) => ({ ...debt, ...(await getLinkData(tx, debt.id)) })),
  )
  return links.map((invoice) => ({
    company: desk.name,
    client: shortNameOf(payer.name),
    number: invoice.number,
    due_on: invoice.due_on,
    payable: invoice.payable,
    url: publicUrlOf(ctx.world, company_id, invoice),
  }))
}

/** What the link of an invoice is made of. */
async function getLinkData(tx: Tx, id: string) {
  const [invoice, link_generation] = await Promise.all([
    tx.selectFrom('invoices').select(['kind', 'issued_on']).where('id', '=', id).executeTakeFirstOrThrow(),
    getLinkGeneration(tx, id),
  ])
  return { ...invoice, link_generation }
}
