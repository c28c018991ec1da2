import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { bulkApi } from '#domain/bulk/api.ts'
import type { BulkAction } from '#domain/bulk/bulk.ts'
import { clientApi } from '#domain/clients/api.ts'
import { exportApi } from '#domain/exports/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { BULK_WORK } from '#server/bulk-work.ts'
import { readCsv } from '#server/files/csv-read.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { type Company, type Person, testApp } from '#test/world.ts'
import { bulkTickers, runJob, sweepJobs } from './worker.ts'

const t = testApp()
let keys = 0

type Desk = { company: Company; financial: Person }

async function desk(): Promise<Desk> {
  const company = await t.company()
  return { company, financial: await company.person('financial') }
}

/** A client with this address, and one invoice. */
async function bill({ company, financial }: Desk, email?: string) {
  keys += 1
  const client = await makeClient(t.owner, company.id, email === undefined ? {} : { email })
  const { no_contract } = await makeContract(t.owner, company.id, client.id)
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 35_000 }]
  const headers = { 'idempotency-key': `b${keys}` }
  const { data } = await financial.call(invoiceApi.create, { body: { invoice: { no_contract, lines } }, headers })
  return { ...client, invoice: data }
}

const start = async ({ financial }: Desk, action: BulkAction, query = '') =>
  (await financial.call(bulkApi.start, { body: { action, query } })).data

const run = ({ company }: Desk, id: string) => runJob(t.world, BULK_WORK, { company_id: company.id, job_id: id })

const read = async ({ financial }: Desk, id: string) => (await financial.call(bulkApi.get, { params: { id } })).data
const items = async ({ financial }: Desk, id: string, outcome?: string) =>
  (await financial.call(bulkApi.items, { params: { id }, ...(outcome && { query: { outcome } }) })).data

test('TBL-01 las facturas de un filtro se envían una vez cada una, y la que no se puede dice por qué', async () => {
  const office = await desk()
  const sent = [await bill(office, 'ana@correo.test'), await bill(office, 'luis@correo.test')]
  const without = await bill(office)
  const job = await start(office, 'send_invoices', 'balance=con_deuda&page=3')
  expect(job).toMatchObject({ status: 'queued', total: 3, done: 0, failed: 0 })
  await run(office, job.id)
  await run(office, job.id)
  expect(await read(office, job.id)).toMatchObject({ status: 'done', total: 3, done: 2, failed: 1 })
  const [failed, ...others] = await items(office, job.id, 'failed')
  expect([failed?.id, failed?.reason, others]).toEqual([
    without.invoice.id,
    expect.stringMatching(/no tiene correo: agrégalo/),
    [],
  ])
  const messages = (await office.financial.call(messageApi.list)).data
  expect(messages.map(({ to }) => to).toSorted()).toEqual(['ana@correo.test', 'luis@correo.test'])
  expect(new Set(messages.map(({ invoice_id }) => invoice_id))).toEqual(new Set(sent.map(({ invoice }) => invoice.id)))
  const events = await t.events(office.company.id)
  expect(events.filter((name) => name.startsWith('bulk.'))).toEqual(['bulk.started', 'bulk.finished'])
})

test('TBL-01 las filas elegidas a mano son un filtro de la lista, también para exportarlas', async () => {
  const office = await desk()
  const [first, second, third] = [await bill(office), await bill(office), await bill(office)]
  const ids = `ids=${first.invoice.id},${third.invoice.id}`
  const job = await start(office, 'send_invoices', `${ids}&sort=number`)
  expect((await items(office, job.id)).map(({ id }) => id)).toEqual([first.invoice.id, third.invoice.id])
  const exported = await office.financial.ask(exportApi.create, {
    body: { list: 'invoices', format: 'csv', query: ids },
  })
  const [, ...rows] = readCsv(exported.bytes)
  expect(new Set(rows.map(([number]) => number))).toEqual(new Set([first.invoice.number, third.invoice.number]))
  const found = await office.financial.call(clientApi.list, { query: { ids: `${second.id},${third.id}` } })
  expect(found.data.map(({ id }) => id).toSorted()).toEqual([second.id, third.id].toSorted())
  const many = Array.from({ length: 101 }, () => first.invoice.id).join(',')
  for (const wrong of [many, 'x', '', `${first.invoice.id},`]) {
    const answer = await office.financial.ask(invoiceApi.list, { query: { ids: wrong } })
    expect([wrong.slice(0, 9), answer.status]).toEqual([wrong.slice(0, 9), 400])
  }
})

test('TBL-01 las facturas elegidas salen en un ZIP o en un solo PDF, en el orden de la lista', async () => {
  const office = await desk()
  const made = [await bill(office), await bill(office), await bill(office)]
  const numbers = made.map(({ invoice }) => invoice.number)
  const zip = await start(office, 'zip_invoices')
  await run(office, zip.id)
  const { file_name, ...rest } = await read(office, zip.id)
  expect([file_name, rest]).toEqual([
    expect.stringMatching(/^facturas-\d{4}-\d\d-\d\d\.zip$/),
    expect.objectContaining({ status: 'done', done: 3, failed: 0 }),
  ])
  const answer = await office.financial.ask(bulkApi.file, { params: { id: zip.id } })
  expect(answer.headers['content-type']).toBe('application/zip')
  const entries = unzipSync(answer.bytes)
  expect(Object.keys(entries).toSorted()).toEqual(numbers.map((number) => `cuenta-${number}.pdf`).toSorted())
  expect(Buffer.from(Object.values(entries)[0] ?? []).toString('latin1', 0, 5)).toBe('%PDF-')
  const merged = await start(office, 'print_invoices', 'sort=number')
  await run(office, merged.id)
  const pdf = await office.financial.ask(bulkApi.file, { params: { id: merged.id } })
  const { text } = readPdf(pdf.bytes)
  expect(text.match(/No\. [A-Z]+-\d+/g)).toEqual(numbers.map((number) => `No. ${number}`))
  const events = await t.events(office.company.id)
  expect(events.filter((name) => name === 'list.exported')).toHaveLength(2)
})

test('CLI-04 el acceso se envía a quienes faltan: no a quien ya entró, ni a quien no tiene correo', async () => {
  const office = await desk()
  const { company } = office
  const fresh = await makeClient(t.owner, company.id, { email: 'nueva@correo.test' })
  const entered = await makeClient(t.owner, company.id, { email: 'vieja@correo.test' })
  const without = await makeClient(t.owner, company.id)
  const closed = await makeClient(t.owner, company.id, { email: 'cerrada@correo.test' })
  await t.owner.query(`update users set is_first_login = id <> $2 where company_id = $1 and role = 'client'`, [
    company.id,
    entered.userId,
  ])
  await t.owner.query('update users set is_active = false where id = $1', [closed.userId])
  const job = await start(office, 'send_access')
  await run(office, job.id)
  const outcomes = new Map((await items(office, job.id)).map(({ id, reason }) => [id, reason]))
  expect(outcomes.get(fresh.id)).toBeNull()
  expect(outcomes.get(entered.id)).toMatch(/Ya entró/)
  expect(outcomes.get(without.id)).toMatch(/No tiene correo/)
  expect(outcomes.get(closed.id)).toMatch(/Activa primero/)
  const { rows } = await t.owner.query<{ user_id: string }>(
    `select payload ->> 'user_id' as user_id from graphile_worker._private_jobs where payload ->> 'company_id' = $1 and payload ->> 'user_id' is not null`,
    [company.id],
  )
  expect(rows.map(({ user_id }) => user_id)).toEqual([fresh.userId])
})

test('TBL-01 una tarea por empresa a la vez; la detenida no hace nada más', async () => {
  const [mine, other] = [await desk(), await desk()]
  await bill(mine, 'ana@correo.test')
  await bill(other, 'luis@correo.test')
  const job = await start(mine, 'send_invoices')
  const second = await mine.financial.ask(bulkApi.start, { body: { action: 'zip_invoices', query: '' } })
  expect([second.status, second.json.message]).toEqual([409, expect.stringMatching(/ya tiene una tarea en curso/)])
  await start(other, 'send_invoices')
  expect((await mine.financial.call(bulkApi.cancel, { params: { id: job.id } })).data.status).toBe('cancelled')
  await run(mine, job.id)
  expect(await read(mine, job.id)).toMatchObject({ status: 'cancelled', done: 0 })
  expect((await mine.financial.call(messageApi.list)).data).toEqual([])
  const again = await mine.financial.ask(bulkApi.cancel, { params: { id: job.id } })
  expect(again.status).toBe(409)
})

test('TBL-01 sin filas, con demasiadas o sin la contraseña reciente no empieza nada', async () => {
  const office = await desk()
  const ask = (action: string, query: string) => office.financial.ask(bulkApi.start, { body: { action, query } })
  expect((await ask('send_invoices', '')).status).toBe(409)
  expect((await ask('send_invoices', 'status=perdida')).status).toBe(400)
  await bill(office)
  await t.owner.query("update attempts set failures = 1000 where subject like 'export:%'")
  await t.owner.query(`update sessions set fresh_until = now() - interval '1 minute' where user_id = $1`, [
    office.financial.id,
  ])
  const stale = await ask('send_invoices', '')
  expect([stale.status, stale.json.code]).toEqual([422, 'STEP_UP_REQUIRED'])
})

test('TBL-01 un cliente con diez correos hoy no recibe otro, y la tarea lo dice', async () => {
  const office = await desk()
  const { invoice } = await bill(office, 'ana@correo.test')
  for (let n = 0; n < 10; n += 1) await office.financial.call(messageApi.sendInvoice, { params: { id: invoice.id } })
  const job = await start(office, 'send_invoices')
  await run(office, job.id)
  expect((await items(office, job.id))[0]?.reason).toMatch(/Hoy ya le enviaste 10 correos/)
})

test('TBL-01 una tarea cuyo proceso murió la termina otro, sin repetir lo hecho', async () => {
  const office = await desk()
  for (let n = 0; n < 3; n += 1) await bill(office, `c${n}@correo.test`)
  const job = await start(office, 'send_invoices')
  await t.owner.query(
    `update bulk_jobs set status = 'running', heartbeat_at = now() - interval '2 minutes' where id = $1`,
    [job.id],
  )
  await t.owner.query(`update bulk_items set outcome = 'done' where job_id = $1 and position = 1`, [job.id])
  await t.owner.query('delete from graphile_worker._private_jobs')
  for (const { tick } of bulkTickers) await tick(t.world)
  const { rows: resumed } = await t.owner.query('select payload from graphile_worker._private_jobs')
  expect(resumed).toEqual([{ payload: { company_id: office.company.id, job_id: job.id } }])
  await run(office, job.id)
  expect(await read(office, job.id)).toMatchObject({ status: 'done', done: 3 })
  expect((await office.financial.call(messageApi.list)).data).toHaveLength(2)
})

test('TBL-01 una tarea que acaba con cada proceso que la toma se da por fallida, y la que avanza no', async () => {
  const office = await desk()
  await bill(office, 'ana@correo.test')
  const killed = (id: string, tries: number) =>
    t.owner.query(
      `update bulk_jobs set status = 'running', tries = $2, heartbeat_at = now() - interval '2 minutes' where id = $1`,
      [id, tries],
    )
  const poison = await start(office, 'zip_invoices')
  await killed(poison.id, 8)
  await run(office, poison.id)
  expect(await read(office, poison.id)).toMatchObject({ status: 'failed', done: 0 })
  const sound = await start(office, 'send_invoices')
  await killed(sound.id, 7)
  await run(office, sound.id)
  expect(await read(office, sound.id)).toMatchObject({ status: 'done', done: 1 })
  const { rows } = await t.owner.query('select tries from bulk_jobs where id = $1', [sound.id])
  expect(rows).toEqual([{ tries: 0 }])
})

test('TBL-01 una tarea vieja se borra con su archivo', async () => {
  const office = await desk()
  await bill(office)
  const job = await start(office, 'zip_invoices')
  await run(office, job.id)
  await t.owner.query(`update bulk_jobs set created_at = now() - interval '8 days' where id = $1`, [job.id])
  await sweepJobs(t.world)
  expect((await office.financial.call(bulkApi.list)).data).toEqual([])
  expect((await office.financial.ask(bulkApi.file, { params: { id: job.id } })).status).toBe(404)
})

test('TBL-01 SUS-05 recordar muchas facturas escribe un correo por cliente, una vez al día, y se deshace lo que no ha salido', async () => {
  const office = await desk()
  const [ana, luis] = [await bill(office, 'ana@correo.test'), await bill(office, 'luis@correo.test')]
  await bill(office)
  const first = await start(office, 'remind_invoices')
  expect((await office.financial.ask(bulkApi.undo, { params: { id: first.id } })).status).toBe(409)
  await run(office, first.id)
  expect(await read(office, first.id)).toMatchObject({ done: 2, failed: 1, undone: null })
  // The e-mail to Ana has left.
  await t.owner.query(
    "update messages set status = 'sent', sent_at = now(), next_try_at = null where invoice_id = $1",
    [ana.invoice.id],
  )
  const { data, message } = await office.financial.call(bulkApi.undo, { params: { id: first.id } })
  expect([data.undone, message]).toEqual([1, '1 correo no sale; 1 ya había salido'])
  expect((await office.financial.ask(bulkApi.undo, { params: { id: first.id } })).status).toBe(409)
  const messages = (await office.financial.call(messageApi.list)).data
  expect(messages.map(({ to, status, problem }) => [to, status, problem?.replace(/ .*/, '')])).toEqual(
    expect.arrayContaining([
      ['ana@correo.test', 'sent', undefined],
      ['luis@correo.test', 'dropped', 'Lo'],
    ]),
  )
  expect(messages).toHaveLength(2)
  // What was undone may be written again; what left may not today.
  const again = await start(office, 'remind_invoices', `ids=${ana.invoice.id},${luis.invoice.id}`)
  await run(office, again.id)
  const [failed, ...others] = await items(office, again.id, 'failed')
  expect([failed?.id, failed?.reason, others]).toEqual([
    ana.invoice.id,
    expect.stringMatching(/^Hoy ya se recordó/),
    [],
  ])
  expect((await t.events(office.company.id)).filter((name) => name === 'bulk.undone')).toHaveLength(1)
  // Only what was sent had left: the e-mail to Luis failed.
  await t.owner.query(
    "update messages set status = 'failed', problem = 'Rebotó', next_try_at = null where bulk_job_id = $1",
    [again.id],
  )
  const late = await office.financial.call(bulkApi.undo, { params: { id: again.id } })
  expect([late.data.undone, late.message]).toEqual([0, 'No quedó nada por deshacer'])
  // A file is not undone.
  const zip = await start(office, 'zip_invoices')
  await run(office, zip.id)
  expect((await office.financial.ask(bulkApi.undo, { params: { id: zip.id } })).status).toBe(409)
})
