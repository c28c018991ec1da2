import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runApi } from '#domain/invoices/api.ts'
import { inTransaction } from '#server/core/tx.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { runMassive } from './run-worker.ts'

const t = testApp()

/** A company whose month was billed: a client that signed in once, and one that never did. */
async function makeBilledMonth() {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const company = await t.company()
  const financial = await company.person('financial')
  const [present, absent] = [await makeClient(t.owner, company.id), await makeClient(t.owner, company.id)]
  await t.owner.query('update users set last_login_at = now() where id = $1', [present.userId])
  for (const { id } of [present, absent]) await makeContract(t.owner, company.id, id)
  const { data: run } = await financial.call(runApi.start, { body: { period: '2026-11' } })
  await runMassive(t.world, { company_id: company.id, run_id: run.id })
  return { company, present, absent, runId: run.id }
}

test('INV-04 la base de datos no acepta un asiento de una factura a nombre de otro cliente', async () => {
  const { company, present, absent } = await makeBilledMonth()
  const post = (clientId: string) =>
    t.owner.query(
      `insert into journal (company_id, client_id, debit_account, credit_account, amount, invoice_id, posted_on)
       select company_id, $2, 'receivable', 'revenue', 100, id, '2026-11-20' from invoices where company_id = $1 and client_id = $3`,
      [company.id, clientId, present.id],
    )
  await expect(post(absent.id)).rejects.toThrow('an entry of an invoice that its client does not have')
  await expect(post(present.id)).resolves.toMatchObject({ rowCount: 1 })
})

test('INV-04 una tabla temporal de la sesión no responde por las facturas ni por el cierre del libro', async () => {
  const { company, present, absent } = await makeBilledMonth()
  await t.owner.query(
    `insert into book_closings (company_id, position, closed_through, actor_name) values ($1, 1, '2026-10-31', 'Ana')`,
    [company.id],
  )
  const scope = {
    companyId: company.id,
    actorId: null,
    actorName: 'x',
    actorRole: 'financial',
    ip: null,
    requestId: null,
  }
  const post = (clientId: string, postedOn: string) =>
    inTransaction(t.world.pool, 'enlace_app', scope, async (tx) => {
      await sql`create temporary table book_closings (like public.book_closings) on commit drop`.execute(tx)
      await sql`create temporary table invoices on commit drop as select company_id, id, ${clientId}::uuid as client_id
        from public.invoices`.execute(tx)
      await sql`insert into public.journal (client_id, debit_account, credit_account, amount, invoice_id, posted_on)
        select ${clientId}, 'receivable', 'revenue', 100, id, ${postedOn}::date from public.invoices where client_id = ${present.id}`.execute(
        tx,
      )
    })
  await expect(post(absent.id, '2026-11-20')).rejects.toThrow('an entry of an invoice that its client does not have')
  await expect(post(present.id, '2026-10-20')).rejects.toThrow('the books are closed')
  await expect(post(present.id, '2026-11-20')).resolves.toBeUndefined()
})

test('INV-04 la base de datos no acepta el renglón de una factura que no existe o es de otra empresa', async () => {
  const { company } = await makeBilledMonth()
  const other = await makeBilledMonth()
  const add = (invoiceId: string) =>
    t.owner.query(
      `insert into invoice_lines (company_id, invoice_id, position, kind, description, quantity, base, vat_treatment, vat_bps, vat, total)
       values ($1, $2, 9, 'other', 'Cable', 1, 100, 'exento', 0, 0, 100)`,
      [company.id, invoiceId],
    )
  const invoiceOf = async (companyId: string) => {
    const { rows } = await t.owner.query<{ id: string }>('select id from invoices where company_id = $1 limit 1', [
      companyId,
    ])
    return rows[0]?.id ?? ''
  }
  for (const id of ['00000000-0000-7000-8000-000000000000', await invoiceOf(other.company.id)])
    await expect(add(id)).rejects.toThrow('a line of an invoice that does not exist')
  await expect(add(await invoiceOf(company.id))).resolves.toMatchObject({ rowCount: 1 })
})

test.each([
  ['invoice_lines', 'journal'],
  ['journal', 'invoice_lines'],
])(
  'INV-04 la base de datos no borra una factura que tiene filas en %s, tampoco al deshacer una importación',
  async (_kept, removed) => {
    const { company, runId } = await makeBilledMonth()
    const client = await t.owner.connect()
    try {
      await client.query(`begin; set local app.undone_import = '${runId}'`)
      await client.query(
        `alter table ${removed} disable trigger user; delete from ${removed} where company_id = '${company.id}'`,
      )
      await expect(client.query('delete from invoices where company_id = $1', [company.id])).rejects.toThrow(
        'with lines or entries',
      )
    } finally {
      await client.query('rollback')
      client.release()
    }
  },
)

test('INV-04 la base de datos no acepta una factura de una corrida que no existe, ni deja borrar una corrida', async () => {
  const { company, runId } = await makeBilledMonth()
  const other = await makeBilledMonth()
  const copy = (run: string) =>
    t.owner.query(
      `insert into invoices (company_id, prefix, number, kind, client_id, contract_id, period, issued_on, due_on, last_payable_on, subtotal, vat,
         total, run_id, snapshot, balance)
       select company_id, 'Z', 1, 'one_off', client_id, contract_id, period, issued_on, due_on, last_payable_on, subtotal, vat, total, $2,
         snapshot, balance from invoices where company_id = $1 limit 1`,
      [company.id, run],
    )
  await expect(copy('00000000-0000-7000-8000-000000000000')).rejects.toThrow('a run that does not exist')
  await expect(copy(other.runId)).rejects.toThrow('a run that does not exist')
  await expect(copy(runId)).resolves.toMatchObject({ rowCount: 1 })
  await expect(t.owner.query('delete from runs where id = $1', [runId])).rejects.toThrow('append-only')
})

test('INV-04 al terminar la corrida se avisa a quien ya entró alguna vez; los demás la reciben por correo', async () => {
  const { company, present } = await makeBilledMonth()
  const { rows } = await t.owner.query<{ user_id: string }>(
    `select n.user_id from notifications n join events e on e.company_id = n.company_id and e.id = n.event_id
     join users u on u.company_id = n.company_id and u.id = n.user_id
     where n.company_id = $1 and e.name = 'run.finished' and u.role = 'client'`,
    [company.id],
  )
  expect(rows).toEqual([{ user_id: present.userId }])
})
