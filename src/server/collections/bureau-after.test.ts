import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { writeOffApi } from '#domain/accounting/write-off-api.ts'
import { bureauApi } from '#domain/collections/bureau-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { bill, nine, pay } from '#test/arrears.ts'
import {
  type BureauDebtor,
  bureauAt,
  bureauDebtor,
  consent,
  firstCase,
  putBureauPolicy,
  stateOf,
} from '#test/bureau.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const once = () => ({ 'idempotency-key': randomUUID() })
const at = (on: string): void => t.setNow(new Date(nine(on)))

/** A debtor of $ 1.000.000, overdue since November 11. */
async function debtor(): Promise<BureauDebtor> {
  const company = await t.company()
  await putBureauPolicy(t, company.id)
  return bureauDebtor(t, company, await company.person('financial'), { price: 1_000_000 })
}

/** Notices on November 20 and 23, of which a debt that is not small needs one. Returns the id of the case. */
async function notified(one: BureauDebtor): Promise<string> {
  await bureauAt(t, nine('2026-11-20'))
  await bureauAt(t, nine('2026-11-23'))
  return (await firstCase(one))?.id ?? ''
}

const payOn = async (one: BureauDebtor, amount: number, on: string) => {
  at(on)
  return (await pay(one, amount, on)).data.id
}

/** Pays another invoice and keeps 1,000,000 as an advance. */
async function keepAdvance(one: BureauDebtor, on: string): Promise<void> {
  at(on)
  const small = await bill(one, 10_000)
  const payment = { client_id: one.clientId, amount: 1_010_000, method: 'transferencia' as const, paid_on: on }
  await one.financial.call(manualPaymentApi.create, {
    body: { payment: { ...payment, keeps_advance: true, invoice_ids: [small] } },
    headers: once(),
  })
}

const report = async (one: BureauDebtor, id: string, reported_on: string) => {
  const { status, json } = await one.financial.ask(bureauApi.report, { body: { report: { ids: [id], reported_on } } })
  return [status, json.errors?.[0]?.message ?? json.message]
}

const dispute = (one: BureauDebtor, amount: number) =>
  one.financial.call(invoiceApi.dispute, { params: { id: one.invoiceId }, body: { amount, reason: 'No vinieron' } })

const update = async (one: BureauDebtor, id: string, updated_on: string) =>
  (await one.financial.call(bureauApi.update, { params: { id }, body: { updated_on } })).message

test('SUS-09 R2.16 lo que se debe otra vez después del aviso no se reporta sin otro aviso que lo nombre', async () => {
  const one = await debtor()
  const payment = await payOn(one, 970_000, '2026-11-12')
  const id = await notified(one)
  expect((await firstCase(one))?.notices.map(({ debt }) => debt)).toEqual([3_000_000, 3_000_000])
  at('2026-12-02')
  await one.financial.call(manualPaymentApi.reverse, {
    params: { id: payment },
    body: { reason: 'El cheque no tenía fondos' },
    headers: once(),
  })
  at('2026-12-14')
  expect(await stateOf(one)).toBe('notice')
  expect((await report(one, id, '2026-12-14'))[0]).toBe(409)
  await bureauAt(t, nine('2026-12-14'))
  await bureauAt(t, nine('2026-12-15'))
  expect(await firstCase(one)).toMatchObject({ debt: 100_000_000, notices: { length: 4 } })
  expect(await stateOf(one)).toBe('waiting 2027-01-04')
})

test('SUS-09 R2.16 el saldo a favor que cubre lo vencido detiene el aviso y el reporte, como detiene un corte', async () => {
  const one = await debtor()
  const id = await notified(one)
  await keepAdvance(one, '2026-12-01')
  at('2026-12-14')
  expect(await firstCase(one)).toMatchObject({ state: 'held', hold: 'credit' })
  expect((await report(one, id, '2026-12-14'))[0]).toBe(409)
  expect(await report(one, id, '2026-12-13')).toEqual([
    422,
    expect.stringContaining('no se podía reportar ese día: Su saldo a favor cubre lo vencido'),
  ])
  const other = await bureauDebtor(t, one.company, one.financial, { price: 1_000_000 })
  await keepAdvance(other, '2026-11-12')
  await bureauAt(t, nine('2026-12-15'))
  expect((await other.financial.call(bureauApi.ofClient, { query: { client_id: other.clientId } })).data).toEqual([])
})

test('SUS-09 R2.16 un reporte se marca después con el día en que se hizo: lo que se pagó mientras tanto queda por actualizar', async () => {
  const paid = await debtor()
  const part = await bureauDebtor(t, paid.company, paid.financial, { price: 1_000_000 })
  await notified(paid)
  const [paidCase, partCase] = await Promise.all(
    [paid, part].map(async ({ clientId }) => {
      const { data } = await paid.financial.call(bureauApi.ofClient, { query: { client_id: clientId } })
      return data[0]?.id ?? ''
    }),
  )
  await payOn(paid, 1_000_000, '2026-12-15')
  await payOn(part, 700_000, '2026-12-15')
  await bureauAt(t, nine('2026-12-17'))
  expect((await firstCase(paid, 'settled'))?.id).toBe(paidCase)
  expect(await report(paid, paidCase ?? '', '2026-12-14')).toEqual([
    200,
    'Marcamos una deuda como reportada el 14 de diciembre de 2026. Ya se pagó: actualízala en la central',
  ])
  expect((await report(part, partCase ?? '', '2026-12-14'))[0]).toBe(200)
  const { data } = await paid.financial.call(bureauApi.cases)
  expect(data.map(({ state, on, debt }) => [state, on, debt])).toEqual([
    ['update_due', '2027-01-14', 100_000_000],
    ['update_due', '2027-01-14', 100_000_000],
  ])
  expect(await update(part, partCase ?? '', '2026-12-17')).toBe(
    'Marcamos el pago como actualizado en la central: quedan reportados $ 300.000,00',
  )
  expect(await update(paid, paidCase ?? '', '2026-12-17')).toBe('Marcamos el pago como actualizado en la central')
  expect(await firstCase(part)).toMatchObject({ id: partCase, state: 'reported', debt: 30_000_000 })
  await payOn(part, 300_000, '2026-12-20')
  expect(await stateOf(part)).toBe('update_due 2027-01-19')
})

test('SUS-09 R2.16 ningún reporte se marca con un día en que la deuda estaba en reclamo, pagada o sin sus veinte días de aviso', async () => {
  const one = await debtor()
  const id = await notified(one)
  at('2026-12-14')
  await dispute(one, 1_000_000)
  at('2026-12-20')
  await one.financial.call(invoiceApi.resolveDispute, {
    params: { id: one.invoiceId },
    body: { outcome: 'en_contra', resolution: 'Sí tuvo servicio', due_on: '2026-12-28' },
  })
  // The database writes its own clock in a claim.
  await t.owner.query('update disputes set opened_at = $1, resolved_at = $2 where company_id = $3', [
    nine('2026-12-14'),
    nine('2026-12-20'),
    one.company.id,
  ])
  at('2026-12-30')
  const refused = async (on: string) => {
    const [status, message] = await report(one, id, on)
    return `${status} ${String(message).replace(/^.*?(se puede|no se podía)/, '$1')}`
  }
  expect(await refused('2026-12-16')).toBe(
    '422 no se podía reportar ese día: Lo vencido está en reclamo. Si la central la tiene, pídele que la retire',
  )
  expect(await refused('2026-12-12')).toBe(
    '422 se puede reportar desde el 13 de diciembre de 2026: el aviso todavía corría',
  )
  await payOn(one, 1_000_000, '2026-12-30')
  await bureauAt(t, nine('2026-12-31'))
  at('2027-01-02')
  expect(await refused('2026-12-31')).toBe(
    '422 no se podía reportar ese día: Pagó antes del reporte. Si la central la tiene, pídele que la retire',
  )
  expect((await report(one, id, '2027-01-01'))[0]).toBe(409)
})

test('SUS-09 ACC-07 una deuda reportada se castiga y sigue reportada, y lo que se recupera se actualiza', async () => {
  const one = await debtor()
  const id = await notified(one)
  at('2026-12-14')
  expect((await report(one, id, '2026-12-14'))[0]).toBe(200)
  await t.owner.query("update contracts set status = 'terminated', active_to = '2026-12-14' where company_id = $1", [
    one.company.id,
  ])
  at('2027-12-14')
  const admin = await one.company.person('admin')
  const { status } = await admin.ask(writeOffApi.post, {
    body: { write_off: { posted_on: '2027-12-14', reason: 'No aparece', invoice_ids: [one.invoiceId] } },
    headers: once(),
  })
  expect([status, await stateOf(one)]).toEqual([201, 'reported'])
  at('2027-12-20')
  const payment = { client_id: one.clientId, amount: 1_000_000, method: 'transferencia' as const }
  await one.financial.call(manualPaymentApi.create, {
    body: { payment: { ...payment, paid_on: '2027-12-20', invoice_ids: [one.invoiceId] } },
    headers: once(),
  })
  expect(await stateOf(one)).toBe('update_due 2028-01-19')
  expect(await update(one, id, '2027-12-20')).toBe('Marcamos el pago como actualizado en la central')
})

test('SUS-09 R2.16 lo que el aviso nombró y se pagó no sirve de aviso de lo que quedó debiendo después', async () => {
  const one = await debtor()
  at('2026-11-12')
  await dispute(one, 400_000)
  await notified(one)
  await payOn(one, 600_000, '2026-12-01')
  at('2026-12-02')
  await one.financial.call(invoiceApi.resolveDispute, {
    params: { id: one.invoiceId },
    body: { outcome: 'en_contra', resolution: 'Sí tuvo servicio', due_on: '2026-12-10' },
  })
  at('2026-12-14')
  expect(await firstCase(one)).toMatchObject({ state: 'notice', debt: 40_000_000, noticed_on: [] })
})

test('SUS-09 R2.16 una carta no se registra con un día en que se debía otra suma', async () => {
  const one = await debtor()
  const payment = await payOn(one, 970_000, '2026-11-12')
  await consent(one, 'contact_email', false)
  await bureauAt(t, nine('2026-11-20'))
  const id = (await firstCase(one))?.id ?? ''
  at('2026-11-26')
  await one.financial.call(manualPaymentApi.reverse, {
    params: { id: payment },
    body: { reason: 'El cheque no tenía fondos' },
    headers: once(),
  })
  const sent = (sent_on: string) =>
    one.financial.ask(bureauApi.sendPaper, { params: { id }, body: { paper: { sent_on, guide: 'RB-1' } } })
  expect((await sent('2026-11-20')).json.errors).toEqual([
    {
      field: 'paper.sent_on',
      message:
        'El 20 de noviembre de 2026 debía $ 30.000,00 y hoy debe $ 1.000.000,00: esa carta ya no sirve. Entrégale otra',
    },
  ])
  expect((await sent('2026-11-26')).status).toBe(201)
})

test('SUS-09 R2.16 lo que estaba en reclamo no es de lo reportado: se actualiza lo que se pagó de lo reportado', async () => {
  const one = await debtor()
  at('2026-11-12')
  await dispute(one, 300_000)
  const id = await notified(one)
  at('2026-12-14')
  expect((await report(one, id, '2026-12-14'))[0]).toBe(200)
  await payOn(one, 500_000, '2026-12-16')
  expect(await update(one, id, '2026-12-16')).toContain('quedan reportados $ 200.000,00')
  await payOn(one, 200_000, '2026-12-18')
  expect(await update(one, id, '2026-12-18')).toBe('Marcamos el pago como actualizado en la central')
  expect((await firstCase(one, 'updated'))?.id).toBe(id)
})

test('SUS-09 R2.16 cada pago se actualiza en su mes, y un reclamo de lo reportado se avisa primero', async () => {
  const one = await debtor()
  const id = await notified(one)
  at('2026-12-14')
  await report(one, id, '2026-12-14')
  await payOn(one, 100_000, '2026-12-20')
  await payOn(one, 100_000, '2027-01-15')
  expect(await stateOf(one)).toBe('update_due 2027-01-19')
  expect(await update(one, id, '2026-12-22')).toContain('quedan reportados $ 900.000,00')
  expect(await stateOf(one)).toBe('update_due 2027-02-14')
  await dispute(one, 500_000)
  await t.owner.query('update disputes set opened_at = $1 where company_id = $2', [nine('2027-01-15'), one.company.id])
  expect(await stateOf(one)).toBe('dispute_due 2027-01-19')
  await one.financial.call(bureauApi.disputeNotified, { params: { id }, body: { notified_on: '2027-01-15' } })
  expect(await stateOf(one)).toBe('update_due 2027-02-14')
})

test('SUS-09 R2.16 lo que se reportó en la mañana y se pagó ese día se marca, y espera su actualización junto a otra deuda', async () => {
  const one = await debtor()
  const id = await notified(one)
  at('2026-11-23')
  const second = await bill(one, 400_000)
  await payOn(one, 1_000_000, '2026-12-15')
  await bureauAt(t, nine('2026-12-26'))
  const other = await firstCase(one)
  expect(other?.invoices.map((invoice) => invoice.id)).toEqual([second])
  expect((await report(one, id, '2026-12-15'))[0]).toBe(200)
  const { data } = await one.financial.call(bureauApi.cases)
  expect(data.map((found) => [found.id, found.state])).toEqual([
    [id, 'update_due'],
    [other?.id, 'second_notice'],
  ])
})
