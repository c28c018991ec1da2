import { afterEach, expect, test, vi } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { bill, makeDesk, on } from '#test/billing-desk.ts'
import { makeClient } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

test('R2.6 R2.12 reconectar después de una cesión no devuelve otra vez lo que una persona devuelve a la vez al titular anterior', async () => {
  const desk = await makeDesk(t, { activeFrom: '2026-11-01' })
  const { financial, params, company, clientId } = desk
  const next = await makeClient(t.owner, company.id)
  on(t, '2026-12-01')
  await bill(t, desk, '2026-11', '2026-12')
  await financial.call(cessionApi.cession, { params, body: { client_id: next.id } })
  await financial.call(cessionApi.acceptCession, { params, body: { acceptance: 'Carta firmada' } })
  on(t, '2026-12-22')
  await financial.call(contractApi.suspend, { params, body: { reason: 'Mora' } })
  on(t, '2027-01-01')
  await applyDueChanges(t.world)
  expect((await financial.call(contractApi.get, { params })).data.client.id).toBe(next.id)
  const { data: invoices } = await financial.call(invoiceApi.list, { query: { client_id: clientId } })
  const id = invoices.find(({ period }) => period === '2026-12')?.id ?? ''
  const holder = await t.owner.connect()
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid
  /** The first one waits for the transaction that holds the account, and the second one for its turn at the row. */
  const waitForLock = (kind: 'transactionid' | 'tuple') =>
    vi.waitFor(
      async () => {
        const { rowCount } = await t.owner.query(
          `select from pg_locks where not granted and locktype = $1
             and (locktype = 'transactionid' and $2 = any (pg_blocking_pids(pid)) or relation = 'clients'::regclass
               and database = (select oid from pg_database where datname = current_database()))`,
          [kind, pid],
        )
        expect(rowCount).toBe(1)
      },
      { interval: 10, timeout: 10_000 },
    )
  try {
    await holder.query('begin')
    await holder.query('select from clients where id = $1 for update', [clientId])
    // The ten days without service, given back by a person.
    const note = { concept: 'Días sin servicio', lines: [{ position: 1, amount: 10_000 }] }
    const headers = { 'idempotency-key': 'dias-sin-servicio' }
    const noted = financial.ask(invoiceApi.creditNote, { params: { id }, body: note, headers })
    await waitForLock('transactionid')
    const reconnected = financial.ask(contractApi.reconnect, { params })
    await waitForLock('tuple')
    await holder.query('rollback')
    expect((await Promise.all([noted, reconnected])).map(({ status }) => status)).toEqual([201, 200])
  } finally {
    holder.release(true)
  }
  const { data: invoice } = await financial.call(invoiceApi.get, { params: { id } })
  expect(invoice.credit_notes.map(({ total }) => total)).toEqual([1_000_000])
  expect(invoice.balance).toBe(2_100_000)
})
