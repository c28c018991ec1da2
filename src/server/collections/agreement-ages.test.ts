import { afterEach, expect, test } from 'vitest'
import { portfolioApi } from '#domain/accounting/portfolio-api.ts'
import { clientApi } from '#domain/clients/api.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { dayOf } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { reportApi } from '#domain/reports/api.ts'
import { runAgreementJobs } from '#test/agreement-jobs.ts'
import { bill, type Debtor, makeDebtor, nine, pay, putPolicy, runAt } from '#test/arrears.ts'
import { newKey } from '#test/cases/billed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const REPORTS = ['cartera', 'cartera_municipios', 'cartera_planes', 'cartera_tecnicos'] as const

type OneDebtor = Debtor & { invoiceId: string }

/** A debtor of $ 60.000 that could be paid until Thursday, December 10, 2026. */
async function debtor(policy: object = {}): Promise<OneDebtor> {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, policy)
  const one = await makeDebtor(t, company, await company.person('financial'))
  return { ...one, invoiceId: await bill(one) }
}

/** The agreement of December 14: 20.000 until the 17th, and 40.000 until January 20. */
const agree = ({ financial, no_contract }: Debtor) =>
  financial.call(promiseApi.agree, {
    body: {
      agreement: {
        no_contract,
        instalments: [
          { due_on: '2026-12-17', amount: 20_000 },
          { due_on: '2027-01-20', amount: 40_000 },
        ],
      },
    },
  })

/** Each change of the debt queued the job of the agreement. */
async function followPayments({ company }: Debtor): Promise<void> {
  expect(await runAgreementJobs(t, company.id)).toBeGreaterThan(0)
}

/** The overdue pesos of the company by each figure, which must all be the same, with the lists behind them. */
async function overdueOf(one: OneDebtor): Promise<number> {
  const { financial, company, userId, invoiceId } = one
  const amounts: Record<string, number> = {}
  const { figures } = (await financial.call(dashboardApi.get)).data
  amounts['dashboard'] = Number(figures.find(({ key }) => key === 'overdue')?.value) / 100
  for (const name of REPORTS) {
    const report = (await financial.call(reportApi.get, { params: { name }, query: {} })).data
    amounts[name] = Number(report.totals.find(({ key }) => key === 'overdue')?.value)
    for (const { hrefs, cells } of report.rows) {
      const href = name === 'cartera' ? (hrefs?.[1] ?? null) : null
      if (href === null) continue
      const query = Object.fromEntries(new URL(href, 'http://enlace.test').searchParams)
      expect([cells[0], (await financial.call(invoiceApi.list, { query })).data.length]).toEqual([cells[0], cells[1]])
    }
  }
  amounts['list'] = toPesos((await financial.call(invoiceApi.total, { query: { status: 'vencido' } })).data.balance)
  const { data } = await financial.call(invoiceApi.get, { params: { id: invoiceId } })
  amounts['invoice'] = data.status === 'vencido' ? toPesos(data.payable) : 0
  const user = { id: userId, companyId: company.id, username: 'c', email: 'c@correo.test', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  const debts = (await client.call(paymentApi.debts)).data
  amounts['portal'] = debts.invoices.reduce(
    (all, { status, payable }) => all + (status === 'vencido' ? toPesos(payable) : 0),
    0,
  )
  const late = await financial.call(clientApi.list, { query: { debt: '30' } })
  // Of more than thirty days.
  expect(late.data.length > 0).toBe(amounts['list'] !== 0 && t.world.clock() >= new Date(nine('2027-01-10')))
  const on = debts.invoices.length === 0 ? null : (await portfolioOn(one)).overdue
  if (on !== null) amounts['portfolio'] = on
  const [first = 0] = Object.values(amounts)
  expect(amounts).toEqual(Object.fromEntries(Object.keys(amounts).map((key) => [key, first])))
  return first
}

/** The portfolio of a day, or of today: what was overdue, by its ages and by its rows. */
async function portfolioOn({ financial }: Debtor, on: string = dayOf(t.world.clock())) {
  const { data, totals } = await financial.call(portfolioApi.list, { query: { on, page: 1, page_size: 100 } })
  const overdue = totals.ages.reduce((all, { age, balance }) => all + (age === 'current' ? 0 : toPesos(balance)), 0)
  const ofRows = data.reduce((all, { age, balance }) => all + (age === 'current' ? 0 : toPesos(balance)), 0)
  expect(ofRows).toBe(overdue)
  return { overdue, balance: toPesos(totals.balance) }
}

test('SUS-04 RPT-01 lo que está en un acuerdo al día no está vencido en ninguna lista ni cifra, y la cuota sin pagar lo vence otra vez', async () => {
  const one = await debtor()
  t.setNow(new Date(nine('2026-12-14')))
  expect(await overdueOf(one)).toBe(60_000)
  await agree(one)
  expect(await overdueOf(one)).toBe(0)
  const { data } = await one.financial.call(invoiceApi.get, { params: { id: one.invoiceId } })
  expect(data).toMatchObject({ status: 'pendiente', agreed_to_on: '2026-12-17', last_payable_on: '2026-12-17' })
  expect(data.badges).toEqual(['en_acuerdo'])
  // The last day to pay the first instalment: a day later the agreement has not been ended, and all of the debt is overdue by its own day.
  t.setNow(new Date(nine('2026-12-17')))
  expect(await overdueOf(one)).toBe(0)
  t.setNow(new Date(nine('2026-12-18')))
  expect(await overdueOf(one)).toBe(60_000)
  await runAt(t, nine('2026-12-18'))
  expect(await overdueOf(one)).toBe(60_000)
  // Each past day is as it was.
  expect(await portfolioOn(one, '2026-12-11')).toEqual({ overdue: 60_000, balance: 60_000 })
  for (const day of ['2026-12-14', '2026-12-17'])
    expect([day, await portfolioOn(one, day)]).toEqual([day, { overdue: 0, balance: 60_000 }])
  expect(await portfolioOn(one, '2026-12-18')).toEqual({ overdue: 60_000, balance: 60_000 })
  t.setNow(new Date(nine('2027-01-20')))
  const ages = (await one.financial.call(reportApi.get, { params: { name: 'cartera' }, query: {} })).data.rows
  expect(ages.find(({ cells }) => cells[0] === '31 a 60 días')?.cells[2]).toBe(60_000)
})

test('SUS-04 la cuota que se paga deja el acuerdo al día hasta la siguiente, y su reverso la vence', async () => {
  const one = await debtor()
  t.setNow(new Date(nine('2026-12-14')))
  await agree(one)
  const { data } = await pay(one, 20_000, '2026-12-14')
  await followPayments(one)
  t.setNow(new Date(nine('2027-01-20')))
  expect(await overdueOf(one)).toBe(0)
  expect(await portfolioOn(one, '2026-12-20')).toEqual({ overdue: 0, balance: 40_000 })
  await one.financial.call(manualPaymentApi.reverse, {
    params: { id: data.id },
    body: { reason: 'Cheque devuelto' },
    headers: newKey(),
  })
  await followPayments(one)
  expect(await overdueOf(one)).toBe(60_000)
  // The reversal is of its own day: the days before it are as they were.
  expect(await portfolioOn(one, '2026-12-20')).toEqual({ overdue: 0, balance: 40_000 })
  expect(await portfolioOn(one, '2027-01-19')).toEqual({ overdue: 0, balance: 40_000 })
  expect(await portfolioOn(one, '2027-01-20')).toEqual({ overdue: 60_000, balance: 60_000 })
})

test('SUS-04 el acuerdo cancelado y el cumplido: lo que falta vuelve a vencer por su día, y nada queda vencido', async () => {
  const cancelled = await debtor({ mode: 'off' })
  t.setNow(new Date(nine('2026-12-14')))
  const { data } = await agree(cancelled)
  expect(await overdueOf(cancelled)).toBe(0)
  await cancelled.financial.call(promiseApi.cancelAgreement, { params: { id: data.id } })
  expect(await overdueOf(cancelled)).toBe(60_000)
  expect(await portfolioOn(cancelled, '2026-12-14')).toEqual({ overdue: 60_000, balance: 60_000 })
  const kept = await debtor()
  t.setNow(new Date(nine('2026-12-14')))
  await agree(kept)
  await pay(kept, 60_000, '2026-12-14')
  t.setNow(new Date(nine('2027-02-20')))
  expect(await overdueOf(kept)).toBe(0)
  expect(await portfolioOn(kept, '2026-12-13')).toEqual({ overdue: 60_000, balance: 60_000 })
})

test('SUS-04 PAY-01 el portal y el correo de una factura acordada nombran el acuerdo, y no un día para toda ella', async () => {
  const one = await debtor()
  t.setNow(new Date(nine('2026-12-14')))
  const { financial, company, userId } = one
  const user = { id: userId, companyId: company.id, username: 'c', email: 'c@correo.test', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  const isAgreed = async () => (await client.call(paymentApi.debts)).data.invoices.map(({ is_agreed }) => is_agreed)
  const sent = async () => {
    await financial.call(messageApi.sendInvoice, { params: { id: one.invoiceId }, body: {} })
    const { rows } = await t.owner.query<{ text: string }>(
      'select text_body as text from messages where company_id = $1 and invoice_id = $2 order by id desc limit 1',
      [company.id, one.invoiceId],
    )
    return rows[0]?.text ?? ''
  }
  expect([await isAgreed(), (await sent()).includes('Puedes pagarla hasta el')]).toEqual([[false], true])
  await agree(one)
  const text = await sent()
  expect(await isAgreed()).toEqual([true])
  expect(text).toContain('Está en tu acuerdo de pago: paga cada cuota en su día.')
  expect(text).not.toContain('Puedes pagarla hasta')
})
