import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { readStatement } from '#domain/banks/statement.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import { type Money, money, toPesos } from '#domain/core/money.ts'
import { storeFile } from '#server/banks/store-file.ts'
import type { World } from '#server/core/context.ts'
import type { Scope, Tx } from '#server/core/tx.ts'
import { inDemoTransaction } from './transaction.ts'

type Debt = { number: string; identification: string; name: string; balance: Money }

/** Debts that the statement pays exactly. */
const EXACT = 8

/** Loads the statement of yesterday: most movements name their invoice, and some need a person. */
export async function loadDemoStatement(world: World, scope: Scope, today: Day): Promise<void> {
  await inDemoTransaction(world, scope, async (tx) => {
    const { id, name } = await tx
      .insertInto('money_accounts')
      .values({ name: 'Bancolombia ahorros', kind: 'bank', bank: 'Bancolombia', last_digits: '4821' })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('bank_agreements')
      .values({
        gln: '7709998000018',
        bank_code: '007',
        reference: 'invoice',
        reference_length: 10,
        amount_length: 10,
        has_due_day: true,
      })
      .execute()
    const rows = statementOf(await listDebts(tx), addDays(today, -1))
    const read = readStatement(rows, today)
    if ('problems' in read) throw new Error('the statement of the demo has problems')
    const digest = hash('sha256', JSON.stringify(rows), 'buffer')
    const account = { id, name }
    await storeFile(tx, {
      name: 'extracto-bancolombia.csv',
      digest,
      account,
      reference_kind: 'any',
      content: read.file,
      today,
    })
  })
}

/** Open invoices of clients that owe one invoice only, the newest first. */
async function listDebts(tx: Tx): Promise<Debt[]> {
  const { rows } = await sql<Debt>`
    select i.prefix || '-' || i.number as number, k.identification, k.name, i.balance
    from invoices i join clients k on k.company_id = i.company_id and k.id = i.client_id
    where i.company_id = (select current_company()) and i.balance > 0 and i.disputed_amount = 0
      and 1 = (select count(*) from invoices o where o.company_id = i.company_id and o.client_id = i.client_id and o.balance > 0)
    order by i.id desc limit ${EXACT + 4}`.execute(tx)
  return rows
}

function statementOf(debts: readonly Debt[], day: Day): string[][] {
  const row = (description: string, reference: string, amount: Money) => [
    day,
    description,
    reference,
    toPesos(amount).toFixed(2),
  ]
  const exact = debts
    .slice(0, EXACT)
    .map(({ number, identification, balance }, index) =>
      index % 2 === 0 ? row('PAGO PSE', number, balance) : row(`TRANSFERENCIA ${identification}`, '', balance),
    )
  const [part, named, other] = debts.slice(EXACT)
  return [
    ['Fecha', 'Descripción', 'Referencia', 'Valor'],
    ...exact,
    ...(part ? [row('CONSIGNACION NACIONAL', part.number, money(part.balance - 500_000))] : []),
    ...(named ? [row(`PAGO QR ${named.name.toUpperCase()}`, '', named.balance)] : []),
    ...(other ? [row('CONSIGNACION CORRESPONSAL', '', money(other.balance + 123))] : []),
    row('CUOTA DE MANEJO', '', money(-1_490_000)),
  ]
}
