import { afterEach, beforeAll, expect, test } from 'vitest'
import { bureauApi } from '#domain/collections/bureau-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { bill, nine } from '#test/arrears.ts'
import { type BureauDebtor, bureauAt, bureauDebtor, firstCase, putBureauPolicy, stateOf } from '#test/bureau.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

// A minimum wage of 2026 for the tests: up to $ 150.000 a debt is small.
beforeAll(() =>
  t.owner.query(
    `insert into regulated_parameters (key, valid_from, valid_to, value, unit, label, legal_basis, certainty, note)
     select key, '2026-01-01', '2027-12-31', 100000000, unit, label, 'Prueba', certainty, '' from regulated_parameters
     where key = 'credit.minimum_wage'`,
  ),
)

async function debtor(options: { price?: number } = {}): Promise<BureauDebtor> {
  const company = await t.company()
  await putBureauPolicy(t, company.id)
  return bureauDebtor(t, company, await company.person('financial'), options)
}

const report = async (one: BureauDebtor, reported_on: string) => {
  const id = (await firstCase(one))?.id ?? ''
  return one.financial.ask(bureauApi.report, { body: { report: { ids: [id], reported_on } } })
}

/** A debt of $ 300.000 that was notified on November 20 and marked as reported on December 10. */
async function reported(): Promise<BureauDebtor> {
  const one = await debtor({ price: 300_000 })
  await bureauAt(t, nine('2026-11-20'))
  await bureauAt(t, nine('2026-12-10'))
  expect((await report(one, '2026-12-10')).status).toBe(200)
  return one
}

test('SUS-09 R2.16 un reclamo después del reporte avisa a la mesa hasta el segundo día hábil, y marcada la central vuelve a reportada', async () => {
  const one = await reported()
  t.setNow(new Date(nine('2026-12-11')))
  const body = { amount: 300_000, reason: 'No la reconoce' }
  await one.financial.call(invoiceApi.dispute, { params: { id: one.invoiceId }, body })
  // The clock of the database cannot be moved.
  await t.owner.query('update disputes set opened_at = $2 where invoice_id = $1', [one.invoiceId, nine('2026-12-11')])
  // Friday, December 11: two business days end on Tuesday 15.
  expect(await stateOf(one)).toBe('dispute_due 2026-12-15')
  const { summary } = await one.financial.call(bureauApi.cases)
  expect([summary.dispute_by, summary.counts.dispute_due]).toEqual(['2026-12-15', 1])
  const id = (await firstCase(one))?.id ?? ''
  const notify = (notified_on: string) =>
    one.financial.ask(bureauApi.disputeNotified, { params: { id }, body: { notified_on } })
  for (const wrong of ['2026-12-09', '2026-12-10', '2026-12-12'])
    expect([wrong, (await notify(wrong)).json.errors?.[0]?.field]).toEqual([wrong, 'notified_on'])
  expect(await stateOf(one)).toBe('dispute_due 2026-12-15')
  expect((await notify('2026-12-11')).status).toBe(200)
  expect(await stateOf(one)).toBe('reported')
  expect((await notify('2026-12-11')).status).toBe(409)
})

/** Claims a part of the invoice. The clock of the database cannot be moved: the day of the claim is written after it. */
async function claim(one: BureauDebtor, invoiceId: string, at: string): Promise<void> {
  const body = { amount: 100_000, reason: 'No la reconoce' }
  await one.financial.call(invoiceApi.dispute, { params: { id: invoiceId }, body })
  await t.owner.query('update disputes set opened_at = $2 where invoice_id = $1', [invoiceId, at])
}

const notifyDispute = async (one: BureauDebtor, notified_on: string) => {
  const id = (await firstCase(one))?.id ?? ''
  return one.financial.ask(bureauApi.disputeNotified, { params: { id }, body: { notified_on } })
}

test('SUS-09 R2.16 el término para avisar a la central corre desde el primer reclamo sin avisar, también si hay otro después', async () => {
  const one = await debtor({ price: 300_000 })
  const second = await bill(one, 200_000)
  await bureauAt(t, nine('2026-11-20'))
  await bureauAt(t, nine('2026-12-10'))
  expect((await report(one, '2026-12-10')).status).toBe(200)
  t.setNow(new Date(nine('2026-12-14')))
  await claim(one, second, nine('2026-12-11'))
  await claim(one, one.invoiceId, nine('2026-12-14'))
  expect(await stateOf(one)).toBe('dispute_due 2026-12-15')
  // The bureau learned of the first one before the second one existed.
  expect((await notifyDispute(one, '2026-12-11')).status).toBe(422)
  expect((await notifyDispute(one, '2026-12-14')).status).toBe(200)
  expect(await stateOf(one)).toBe('reported')
})

test('SUS-09 R2.16 un segundo reclamo del mismo día del aviso a la central, o más de un reclamo avisado, se avisa otra vez', async () => {
  const one = await debtor({ price: 300_000 })
  const second = await bill(one, 200_000)
  await bureauAt(t, nine('2026-11-20'))
  await bureauAt(t, nine('2026-12-10'))
  expect((await report(one, '2026-12-10')).status).toBe(200)
  t.setNow(new Date(nine('2026-12-11')))
  await claim(one, one.invoiceId, nine('2026-12-11'))
  expect((await notifyDispute(one, '2026-12-11')).status).toBe(200)
  expect(await stateOf(one)).toBe('reported')
  await claim(one, second, nine('2026-12-11'))
  expect(await stateOf(one)).toBe('dispute_due 2026-12-15')
  expect((await notifyDispute(one, '2026-12-11')).status).toBe(200)
  expect(await stateOf(one)).toBe('reported')
  // Monday, December 14, and Wednesday 16: more is claimed of what the bureau knows.
  const raise = (at: string) =>
    t.owner.query(
      'update disputes set raised_ids = raised_ids || uuid_v7_at($2), raised_amounts = raised_amounts || 0::bigint where invoice_id = $1',
      [second, at],
    )
  await raise(nine('2026-12-14'))
  await raise(nine('2026-12-16'))
  expect(await stateOf(one)).toBe('dispute_due 2026-12-16')
})

test('SUS-09 R2.16 a quien no tiene correo se le avisa por carta: se imprime, se registra con su guía, y desde su envío corren los veinte días', async () => {
  const one = await debtor({ price: 300_000 })
  await t.owner.query('update clients set email = null where id = $1', [one.clientId])
  await bureauAt(t, nine('2026-11-20'))
  expect([await stateOf(one), (await firstCase(one))?.problem]).toEqual(['notice', expect.stringMatching(/correo/)])
  const id = (await firstCase(one))?.id ?? ''
  t.setNow(new Date(nine('2026-11-23')))
  const pdf = await one.financial.ask(bureauApi.paper, { params: { id } })
  expect(JSON.stringify(readPdf(pdf.bytes))).toMatch(/Aviso antes de un reporte a DataCrédito/)
  const send = (sent_on: string) =>
    one.financial.ask(bureauApi.sendPaper, { params: { id }, body: { paper: { sent_on, guide: 'RA123456789CO' } } })
  for (const wrong of ['2026-11-24', '2026-11-19'])
    expect([wrong, (await send(wrong)).json.errors?.[0]?.field]).toEqual([wrong, 'paper.sent_on'])
  expect((await send('2026-11-21')).status).toBe(201)
  expect(await stateOf(one)).toBe('waiting 2026-12-11')
  expect((await send('2026-11-21')).status).toBe(409)
  const notices = (await firstCase(one))?.notices ?? []
  expect(notices).toMatchObject([{ is_on_paper: true, status: 'sent', written_on: '2026-11-23', debt: 30_000_000 }])
  const { data } = await one.financial.call(bureauApi.notice, { params: { id: notices[0]?.id ?? '' } })
  expect(data).toMatchObject({ message_id: null, guide: 'RA123456789CO', text: expect.stringMatching(/300\.000,00/) })
  t.setNow(new Date(nine('2026-12-10')))
  expect((await report(one, '2026-12-10')).status).toBe(409)
  t.setNow(new Date(nine('2026-12-11')))
  expect((await report(one, '2026-12-11')).status).toBe(200)
})

test('SUS-09 R2.16 la segunda carta de una deuda pequeña va un día posterior al de la primera, y cada una tiene su guía', async () => {
  const one = await debtor()
  await t.owner.query('update clients set email = null where id = $1', [one.clientId])
  await bureauAt(t, nine('2026-11-20'))
  const id = (await firstCase(one))?.id ?? ''
  const send = (sent_on: string, guide = 'RA123456789CO') =>
    one.financial.ask(bureauApi.sendPaper, { params: { id }, body: { paper: { sent_on, guide } } })
  t.setNow(new Date(nine('2026-11-23')))
  expect((await send('2026-11-21', ' ')).json.errors).toEqual([
    { field: 'paper.guide', message: 'Escribe el número de la guía' },
  ])
  const { json } = await one.financial.ask(bureauApi.sendPaper, {
    params: { id },
    body: { paper: { sent_on: '2026-11-21' } },
  })
  expect(json.errors?.[0]?.field).toBe('paper.guide')
  expect((await send('2026-11-21')).status).toBe(201)
  expect(await stateOf(one)).toBe('second_notice')
  for (const wrong of ['2026-11-20', '2026-11-21'])
    expect((await send(wrong)).json.errors).toEqual([
      {
        field: 'paper.sent_on',
        message: 'El último aviso salió el 21 de noviembre de 2026: la carta va un día posterior',
      },
    ])
  expect((await send('2026-11-22')).status).toBe(201)
  expect(await stateOf(one)).toBe('waiting 2026-12-12')
})
