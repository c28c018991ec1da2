import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { contractBody, signatureBody } from '#test/cases/contracts.ts'
import { makePlan } from '#test/factory.ts'
import { type Company, type Person, testApp } from '#test/world.ts'
import { listBreaches } from './check.ts'
import { INVARIANTS } from './queries.ts'

const t = testApp()
let keys = 0
const idempotencyHeader = () => {
  keys += 1
  return { 'idempotency-key': `i${keys}` }
}

/** Two companies with a month of data, created over HTTP: contracts, a run, charges, payments, a reversal, a credit note, a dispute. */
beforeAll(async () => {
  t.setNow(new Date('2026-11-02T15:00:00Z'))
  for (let n = 0; n < 2; n += 1) {
    const company = await t.company()
    await billMonth(company, await company.person('financial'))
  }
}, 60_000)

afterAll(() => t.setNow(null))

async function billMonth(company: Company, financial: Person): Promise<void> {
  const planId = await makePlan(t.owner, company.id, 7_990_000)
  const [first, second] = [
    await makeContractInService(financial, planId, '10203040'),
    await makeContractInService(financial, planId, '10203041'),
  ]
  await financial.call(contractApi.suspend, { params: { no: second.no }, body: { reason: 'Mora' } })
  await financial.call(contractApi.reconnect, { params: { no: second.no } })
  const { data: run } = await financial.call(runApi.start, { body: { period: '2026-11' } })
  await runMassive(t.world, { company_id: company.id, run_id: run.id })
  const lines = [{ kind: 'technical_visit', description: 'Visita técnica', quantity: 1, price: 35_000.5 }]
  const { data: visit } = await financial.call(invoiceApi.create, {
    body: { invoice: { no_contract: first.no, lines } },
    headers: idempotencyHeader(),
  })
  const pay = async (client_id: string, amount: number) =>
    (
      await financial.call(manualPaymentApi.create, {
        body: { payment: { client_id, amount, method: 'efectivo', paid_on: '2026-11-02' } },
        headers: idempotencyHeader(),
      })
    ).data
  await pay(first.clientId, 20_000)
  await workTurn(financial, () => pay(first.clientId, 10_000))
  const reversed = await pay(second.clientId, 500_000)
  await financial.call(manualPaymentApi.reverse, {
    params: { id: reversed.id },
    body: { reason: 'Se registró en otra cuenta' },
    headers: idempotencyHeader(),
  })
  await financial.call(invoiceApi.dispute, {
    params: { id: visit.id },
    body: { amount: 5_000, reason: 'No vino nadie' },
  })
  await financial.call(invoiceApi.creditNote, {
    params: { id: visit.id },
    body: { concept: 'Visita no hecha', lines: [{ position: 1, amount: 10_000 }] },
    headers: idempotencyHeader(),
  })
}

/** A turn with a payment and an expense, which ends without a difference. */
async function workTurn(financial: Person, pay: () => Promise<unknown>): Promise<void> {
  const account = { name: 'Caja', kind: 'cash', bank: null, last_digits: null, default_for: ['efectivo'] }
  const box = await financial.call(moneyAccountApi.create, { body: { account } })
  const { data: turn } = await financial.call(cashTurnApi.open, {
    body: { turn: { account_id: box.data.id, base: 50_000 } },
  })
  await pay()
  const params = { id: turn.id }
  const movement = { kind: 'expense', amount: 5_000, reason: 'Papelería' }
  await financial.call(cashTurnApi.move, { params, body: { movement }, headers: idempotencyHeader() })
  const { data: count } = await financial.call(cashTurnApi.count, { params, body: { count: { total: 55_000 } } })
  await financial.call(cashTurnApi.close, { params, body: { closing: { count_id: count.id } } })
}

async function makeContractInService(financial: Person, planId: string, identification: string) {
  const { data: client } = await financial.call(clientApi.create, {
    body: {
      client: {
        type_identification: 'CC',
        identification,
        first_name: 'Ana',
        last_name: 'Ruiz',
        stratum: 4,
        address: 'Calle 1 # 2-3',
        department: 'Antioquia',
        city: 'Medellín',
      },
    },
  })
  const { data } = await financial.call(contractApi.create, { body: contractBody(client.id, planId) })
  const params = { no: data.no_contract }
  await financial.call(contractApi.sign, { params, body: signatureBody(identification) })
  await financial.call(contractApi.activate, { params, body: { activated_on: '2026-11-02' } })
  return { no: data.no_contract, clientId: client.id }
}

/** The ids of the invariants that `corruption` breaks. The corruption is rolled back. */
async function listBroken(corruption: string): Promise<string[]> {
  const client = await t.owner.connect()
  try {
    await client.query('begin')
    await client.query(corruption)
    return [...new Set((await listBreaches(client)).map(({ id }) => id))]
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('I1 a I32: después de un mes vivido por HTTP todo cuadra', async () => {
  expect(await listBroken('select 1')).toEqual([])
})

/** Inserts a payment attempt. `values`: its status, its next check and its end. */
function attemptSql(values: string, { age = '1 day', transaction = `'t-1'` } = {}): string {
  return `insert into payment_attempts (company_id, client_id, user_id, key, request_hash, method, environment, reference, amount, payer,
      accepted, created_at, transaction_id, status, next_check_at, settled_at)
    select company_id, id, user_id, 'x', decode('00', 'hex'), 'nequi', 'test', 'AF-1-x', 100, '{}', '{}', now() - interval '${age}',
      ${transaction}, ${values} from clients limit 1`
}

/** A closed balance without its entry and without its event. */
const CLOSING_WITHOUT_ENTRY = `
  with closing as (
    insert into balance_closings (company_id, posted_on, limit_amount, count, amount, registered_by)
    select company_id, issued_on, 100, 1, 100, 'Ana' from invoices limit 1 returning *)
  insert into balance_adjustments (company_id, closing_id, client_id, invoice_id, amount, posted_on)
  select c.company_id, c.id, i.client_id, i.id, c.amount, c.posted_on from closing c join invoices i using (company_id) limit 1`

/**
 * An outage of the hours given with three places: one from 8 to 10, one from 9 to 11, and one that was removed and has the minutes given.
 */
function outageSql({ started_at, ended_at }: { started_at: string; ended_at: string | null }, minutes = 0): string {
  return `
    with outage as (
      insert into outages (company_id, cause, started_at, ended_at, is_notified, created_by)
      select company_id, 'Corte de fibra', '${started_at}', ${ended_at === null ? 'null' : `'${ended_at}'`}, false, 'Ana' from contracts limit 1 returning *
    ),
    place as (
      insert into outage_places (company_id, outage_id, position, municipality_code, department, city, started_at, ended_at, removed_at,
        remove_reason, created_by)
      select o.company_id, o.id, p.position, '05001', 'Antioquia', 'Medellín', p.started_at::timestamptz, p.ended_at::timestamptz,
        p.removed_at::timestamptz, case when p.removed_at is not null then 'No tuvo la falla' end, 'Ana'
      from outage o cross join (values (1, '2026-11-01 08:00', '2026-11-01 10:00', null), (2, '2026-11-01 09:00', '2026-11-01 11:00', null),
        (3, '2026-11-01 07:00', '2026-11-01 12:00', '2026-11-02 08:00')) p (position, started_at, ended_at, removed_at)
      returning *
    )
    insert into outage_contracts (company_id, outage_id, place_id, contract_id, month, from_on, minutes)
    select p.company_id, p.outage_id, p.id, c.id, '2026-11', '2026-11-01', ${minutes} from place p
    join lateral (select id from contracts c where c.company_id = p.company_id limit 1) c on p.position = 3`
}

/** One corruption for each invariant, made as the database's owner with the constraint or trigger removed. */
const CORRUPTIONS: Readonly<Record<string, string>> = {
  I1: `alter table journal drop constraint journal_amount_check;
    insert into journal (company_id, client_id, debit_account, credit_account, amount, posted_on)
    select company_id, client_id, 'cash', 'credit', 0, posted_on from journal limit 1`,
  I2: `alter table invoice_lines disable trigger user;
    update invoice_lines set base = base + 1, total = total + 1 where position = 1`,
  I3: `alter table invoices disable trigger user; update invoices set number = number + 100 where kind = 'one_off'`,
  I4: `update invoices set balance = balance - 1 where balance > 0`,
  I5: `insert into journal (company_id, client_id, debit_account, credit_account, amount, payment_id, posted_on)
    select company_id, client_id, 'cash', 'credit', amount, id, paid_on from payments limit 1`,
  I6: `drop index invoices_once;
    insert into invoices (company_id, prefix, number, kind, client_id, contract_id, period, issued_on, due_on, last_payable_on, subtotal, vat, total, snapshot, balance)
    select company_id, prefix, 900, kind, client_id, contract_id, period, issued_on, due_on, last_payable_on, subtotal, vat, total, snapshot, balance
    from invoices where kind = 'period' limit 1`,
  I7: `alter table invoices drop constraint invoices_balance_within_total, drop constraint invoices_disputed_amount_within_balance;
    update invoices set balance = -1 where kind = 'one_off'`,
  I8: `insert into credit_notes (company_id, number, invoice_id, concept, issued_on, subtotal, vat, total, lines)
    select company_id, 900, id, 'De más', issued_on, subtotal, vat, total, '[]' from invoices where kind = 'one_off' limit 1`,
  I9: 'alter table invoices disable trigger posted_update',
  I10: `update contracts set status = 'suspended' where status = 'active'`,
  I11: `alter table idempotency_keys drop constraint idempotency_keys_pkey;
    insert into idempotency_keys select * from idempotency_keys limit 1`,
  I12: `insert into provider_events (company_id, provider, environment, digest, body, verdict, received_at)
    select id, 'wompi', 'test', decode(repeat('00', 32), 'hex'), '{}', 'authentic', now() - interval '2 hours' from companies limit 1`,
  I13: `delete from notifications; alter table events disable trigger user; delete from events where name = 'payment.registered'`,
  I15: attemptSql(`'pending', null, null`),
  I16: `alter table journal disable trigger user;
    update journal j set client_id = k.id from clients k where k.company_id = j.company_id and k.id <> j.client_id and j.invoice_id is null`,
  I17: attemptSql(`'approved', null, now()`),
  I18: 'update day_totals set amount = amount + 1',
  I19: `insert into journal (company_id, client_id, debit_account, credit_account, amount, posted_on)
    select company_id, client_id, 'opening', 'credit', 100, issued_on from invoices where balance > disputed_amount limit 1`,
  I20: `alter table invoices disable trigger user;
    update invoices set credited = total - balance + 1 where balance > 0 and kind = 'one_off'`,
  I21: `insert into journal (company_id, client_id, debit_account, credit_account, amount, invoice_id, payment_id, posted_on)
    select j.company_id, j.client_id, 'cash', 'receivable', 100, j.invoice_id, j.payment_id, j.posted_on
    from journal j join payment_reversals r on r.payment_id = j.payment_id where j.invoice_id is not null limit 1`,
  I22: `with refunded as (
      insert into credit_refunds (company_id, number, client_id, amount, method, paid_on, reason)
      select company_id, 1, id, 100, 'efectivo', '2026-11-02', 'De más' from clients limit 1 returning *)
    insert into journal (company_id, client_id, debit_account, credit_account, amount, refund_id, posted_on)
    select company_id, client_id, 'credit', 'cash', amount, id, paid_on from refunded`,
  I23: CLOSING_WITHOUT_ENTRY,
  I24: CLOSING_WITHOUT_ENTRY,
  I32: 'update invoices set written_off = 100 where id = (select id from invoices limit 1)',
  I25: `alter table journal disable trigger user;
    update journal set posted_on = posted_on - 40 where credit_account = 'revenue'`,
  I26: 'update billed_totals set base = base + 1',
  I27: `alter table cash_turns disable trigger user; update cash_turns set expected = expected - 100, reason = 'x'`,
  I28: `alter table events disable trigger user; update events set actor_id = uuid_v7() where name = 'payment.registered'`,
  I29: `update invoices set disputed_amount = 1 where balance > 0 and kind = 'one_off'`,
  I30: 'insert into stored_totals (company_id, files, bytes) select id, 1, 1 from companies limit 1',
  I31: outageSql({ started_at: '2026-11-01 08:30', ended_at: '2026-11-01 11:00' }),
}

test.each(INVARIANTS.map(({ id, rule }) => [id, rule]))('%s se encuentra cuando se rompe: %s', async (id) => {
  expect(await listBroken(CORRUPTIONS[id] ?? '')).toContain(id)
})

test('I9 un permiso de más para quien usa la aplicación se encuentra', async () => {
  expect(await listBroken('grant delete on payments to enlace_app')).toEqual(['I9'])
})

test('I10 un paso que la vida del contrato no permite se encuentra en su historia', async () => {
  const skipped = `insert into events (company_id, name, entity_id, before, actor_name, actor_role)
    select company_id, 'contract.reconnected', id::text, '{"status": "active"}', 'x', 'system' from contracts limit 1`
  expect(await listBroken(skipped)).toEqual(['I10'])
})

test('I10 un contrato suspendido que termina por retiro no rompe la comprobación', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const { no } = await makeContractInService(financial, await makePlan(t.owner, company.id, 7_990_000), '10203042')
  await financial.call(contractApi.suspend, { params: { no }, body: { reason: 'Mora' } })
  await financial.call(contractApi.terminate, {
    params: { no },
    body: { requested_on: '2026-11-02', reason: 'Se muda' },
  })
  t.setNow(new Date('2027-01-05T15:00:00Z'))
  await applyDueChanges(t.world)
  t.setNow(new Date('2026-11-02T15:00:00Z'))
  const { data } = await financial.call(contractApi.get, { params: { no } })
  expect(data.status).toBe('terminated')
  expect(await listBroken('select 1')).toEqual([])
})

/** An attempt of each kind that is half done, and the same one as it should be. */
const HALF_DONE: [string, broken: string, right: string][] = [
  ['uno abierto que no se pregunta', attemptSql(`'pending', null, null`), attemptSql(`'pending', now(), null`)],
  ['uno rechazado que se pregunta', attemptSql(`'declined', now(), now()`), attemptSql(`'declined', null, now()`)],
  [
    'uno reemplazado que se pregunta después de nueve días',
    attemptSql(`'expired', now(), now()`, { age: '10 days' }),
    attemptSql(`'expired', now(), now()`),
  ],
  ['uno abierto que terminó', attemptSql(`'pending', now(), now()`), attemptSql(`'pending', now(), null`)],
  ['uno que terminó sin su hora', attemptSql(`'declined', null, null`), attemptSql(`'declined', null, now()`)],
  [
    'uno sin enviar con una transacción',
    attemptSql(`'created', now(), null`),
    attemptSql(`'created', now(), null`, { transaction: 'null' }),
  ],
]

test.each(HALF_DONE)('I15 %s se encuentra, y como debe ser no', async (_, broken, right) => {
  expect(await listBroken(broken)).toContain('I15')
  expect(await listBroken(right)).not.toContain('I15')
})

test('I15 un pago que terminó sin liberar su factura se encuentra', async () => {
  const withInvoice = (isOpen: boolean): string => `
    with attempt as (${attemptSql(`'declined', null, now()`)} returning company_id, id, client_id)
    insert into payment_attempt_invoices (company_id, attempt_id, invoice_id, amount, is_open)
    select a.company_id, a.id, i.id, 100, ${isOpen} from attempt a join invoices i using (company_id, client_id) limit 1`
  expect(await listBroken(withInvoice(true))).toContain('I15')
  expect(await listBroken(withInvoice(false))).not.toContain('I15')
})

test('I31 las horas de una falla que no son las de sus lugares se encuentran, y las que sí lo son no', async () => {
  const hours = { started_at: '2026-11-01 08:00', ended_at: '2026-11-01 11:00' }
  expect(await listBroken(outageSql(hours))).toEqual([])
  expect(await listBroken(outageSql({ ...hours, ended_at: '2026-11-01 10:00' }))).toEqual(['I31'])
  expect(await listBroken(outageSql({ ...hours, ended_at: null }))).toEqual(['I31'])
  expect(await listBroken(outageSql({ ...hours, started_at: '2026-11-01 07:00' }))).toEqual(['I31'])
  expect(await listBroken(outageSql(hours, 30))).toEqual(['I31'])
})

test('I16 una llave foránea sin la empresa se encuentra', async () => {
  const loose = `create table loose (company_id uuid, id uuid unique);
    create table loose_child (company_id uuid, loose_id uuid references loose (id))`
  expect(await listBroken(loose)).toEqual(['I16'])
})

test('I29 un reclamo abierto por menos de lo que no se cobra se encuentra, y uno por más que el saldo no', async () => {
  const opened = (amount: string) => `
    with invoice as (update invoices set disputed_amount = balance where balance > 1 and kind = 'one_off' returning *)
    insert into disputes (company_id, invoice_id, amount, reason, opened_by)
    select company_id, id, ${amount}, 'No lo pidió', 'Ana' from invoice`
  expect(await listBroken(opened('balance - 1'))).toEqual(['I29'])
  expect(await listBroken(opened('balance + 1'))).toEqual([])
})
