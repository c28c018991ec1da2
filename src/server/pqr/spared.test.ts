import { afterEach, expect, test } from 'vitest'
import { collectionApi } from '#domain/collections/api.ts'
import { addDays, day } from '#domain/core/days.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { bill, makeDebtor, nine, putPolicy, runAt, statusOf } from '#test/arrears.ts'
import { morningOf, newCase } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const TOTAL = 60_000

/** A debtor who was notified on Friday 11 December 2026 of an invoice that could be paid until the 10th, and may be cut from Wednesday 16. */
async function notified() {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id)
  const one = await makeDebtor(t, company, await company.person('financial'))
  const invoice_id = await bill(one, TOTAL)
  await runAt(t, nine('2026-12-11'))
  const user = { id: one.userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  /** Runs the cut of each day until one. */
  const runDays = async (from: string, to: string) => {
    for (let on = day(from); on <= day(to); on = addDays(on, 1)) await runAt(t, nine(on))
    return statusOf(one)
  }
  /** What the run of a day would do, or why it would not. */
  const previewOn = async (on: string) => {
    const [decision] = (await one.financial.call(collectionApi.preview, { query: { on } })).data
    return decision?.action === 'none' ? decision.reason : decision?.action
  }
  return { ...one, client, invoice_id, runDays, previewOn }
}

test('PQR-01 PQR-07 SUS-02 R2.3 con la factura en una PQR no hay corte, tampoco mientras se decide el recurso, y después sí', async () => {
  const { financial, client, invoice_id, runDays, previewOn } = await notified()
  t.setNow(morningOf('2026-12-14'))
  const claim = { ...newCase('Esa visita no se hizo'), typology: 'facturacion', invoice_id, response_channel: 'portal' }
  const { data: filed } = await client.call(pqrApi.create, { body: { pqr: claim } })
  const params = { id: filed.id }
  expect(await previewOn('2026-12-16')).toBe('disputed')
  expect(await runDays('2026-12-15', '2026-12-18')).toBe('active')

  t.setNow(morningOf('2026-12-21'))
  const answer = (text: string) => financial.call(pqrApi.answer, { params, body: { text, decision: 'contra' } })
  await answer('La visita se hizo el 3.')
  // What the answer charges again has a complete term: until Tuesday 29. Nothing is paid, and the next cut would be that of 5 January.
  expect(await runDays('2026-12-22', '2027-01-04')).toBe('active')
  t.setNow(morningOf('2027-01-04'))
  expect(await previewOn('2027-01-05')).toBe('cut')
  await client.call(pqrApi.appeal, { params, body: { kind: 'reposicion', text: 'Nadie vino' } })
  expect(await previewOn('2027-01-05')).toBe('disputed')
  expect(await runDays('2027-01-05', '2027-01-15')).toBe('active')

  t.setNow(morningOf('2027-01-18'))
  await answer('El acta tiene su firma.')
  expect(await runDays('2027-01-19', '2027-02-10')).toBe('suspended')
})

test('PQR-01 SUS-02 R2.3 el reclamo de una parte no impide el corte por lo que no se reclama', async () => {
  const { client, invoice_id, runDays } = await notified()
  t.setNow(morningOf('2026-12-14'))
  const claim = { ...newCase('Una parte'), typology: 'facturacion', invoice_id, amount: 10_000 }
  await client.call(pqrApi.create, { body: { pqr: claim } })
  expect(await runDays('2026-12-15', '2026-12-16')).toBe('suspended')
})
