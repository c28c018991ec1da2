import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { clauseLabels, paidLabel } from '#domain/contracts/paid.ts'
import { type Day, shortDayLabel } from '#domain/core/days.ts'
import { type Money, pesosLabel } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
const noonOf = (day: string) => new Date(`${day}T17:00:00Z`)

/** A contract with a clause of 12 months over 120,000 pesos, from January 1, 2026. */
async function makeClause(): Promise<{ financial: Person; no: string }> {
  const company = await t.company()
  const client = await makeClient(t.owner, company.id)
  const { id, no_contract: no } = await makeContract(t.owner, company.id, client.id, { activeFrom: '2026-01-01' })
  await t.owner.query(
    `update contracts set connection_cost = 12000000, discounted_value = 12000000, permanence_months = 12,
     permanence_from = '2026-01-01' where id = $1`,
    [id],
  )
  return { financial: await company.person('financial'), no }
}

async function charge({ financial, no }: { financial: Person; no: string }): Promise<string> {
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 10_000 }]
  const body = { invoice: { no_contract: no, lines } }
  const headers = { 'idempotency-key': `permanence-${no}` }
  return (await financial.call(invoiceApi.create, { body, headers })).data.id
}

/** The end and the exit value of today, as the invoice page and the contract page show them. */
async function shown({ financial, no }: { financial: Person; no: string }, id: string) {
  const { permanence: invoice } = (await financial.call(invoiceApi.get, { params: { id } })).data
  const { permanence: contract } = (await financial.call(contractApi.get, { params: { no } })).data
  return {
    invoice: [invoice?.ends_on, invoice?.exit_value] as [Day, Money],
    contract: [contract?.ends_on, contract?.exit_value_today],
  }
}

test('INV-08 después de una pausa y de un retiro, la factura, su PDF y el contrato dicen la misma permanencia', async () => {
  const desk = await makeClause()
  const { financial, no } = desk
  t.setNow(noonOf('2026-03-31'))
  await financial.call(contractApi.pause, { params: { no }, body: { from: '2026-03-31', months: 2 } })
  t.setNow(noonOf('2026-05-31'))
  await applyDueChanges(t.world)
  t.setNow(noonOf('2026-06-15'))
  const id = await charge(desk)
  const paused = await shown(desk, id)
  expect(paused.invoice).toEqual(paused.contract)
  // Two months later than without the pause, and the exit value of the fourth month of service.
  expect(paused.invoice).toEqual(['2027-02-28', 9_000_000])
  const pdf = await financial.ask(invoiceApi.pdf, { params: { id } })
  const [ends, exit] = paused.invoice
  expect(readPdf(pdf.bytes).text.replaceAll(/\s+/g, ' ')).toContain(`Fin: ${shortDayLabel(ends)}.`)
  expect(readPdf(pdf.bytes).text.replaceAll(/\s+/g, ' ')).toContain(
    `Al emitir esta factura (15/06/2026), terminar el contrato cuesta ${pesosLabel(exit)}`,
  )
  const ending = { requested_on: '2026-06-15', reason: 'Se muda' }
  await financial.call(contractApi.terminate, { params: { no }, body: ending })
  t.setNow(noonOf('2026-07-02'))
  const ended = await shown(desk, id)
  expect(ended.invoice).toEqual(ended.contract)
  expect(ended.invoice).toEqual(['2027-02-28', 0])
  t.setNow(null)
})

test('INV-08 R2.2 un PDF que se pide meses después dice el valor del día de emisión, y las páginas el de hoy', async () => {
  const desk = await makeClause()
  const { financial, no } = desk
  t.setNow(noonOf('2026-02-15'))
  const id = await charge(desk)
  const atIssue = await shown(desk, id)
  const { data } = await financial.call(invoiceApi.get, { params: { id } })
  const token = data.public_url.split('/').at(-1) ?? ''
  t.setNow(noonOf('2026-06-15'))
  const today = await shown(desk, id)
  expect(today.invoice).toEqual(today.contract)
  expect(today.invoice[1]).toBeLessThan(atIssue.invoice[1])
  const page = await t.ask(publicInvoiceApi.get, { params: { token } })
  expect(page.json.data).toMatchObject({ permanence: { exit_value: today.invoice[1] / 100 } })
  const pdfs = [
    await financial.ask(invoiceApi.pdf, { params: { id } }),
    await t.ask(publicInvoiceApi.pdf, { params: { token } }),
  ]
  for (const { bytes } of pdfs) {
    expect(readPdf(bytes).text.replaceAll(/\s+/g, ' ')).toContain(
      `Al emitir esta factura (15/02/2026), terminar el contrato cuesta ${pesosLabel(atIssue.invoice[1])}`,
    )
  }
  // The end of the contract changes the pages, and no document.
  const ending = { requested_on: '2026-06-15', reason: 'Se muda' }
  await financial.call(contractApi.terminate, { params: { no }, body: ending })
  t.setNow(noonOf('2026-07-02'))
  expect((await shown(desk, id)).invoice[1]).toBe(0)
  const again = await financial.ask(invoiceApi.pdf, { params: { id } })
  expect(readPdf(again.bytes).text).toEqual(readPdf(pdfs[0]?.bytes ?? Buffer.alloc(0)).text)
  t.setNow(null)
})

/** A clause as in makeClause, with prices that have no VAT, and the invoice of a visit of February 15, 2026. */
async function makeUntaxed() {
  const company = await t.company()
  await t.owner.query('update companies set prices_include_vat = false where id = $1', [company.id])
  const client = await makeClient(t.owner, company.id)
  const { id, no_contract: no } = await makeContract(t.owner, company.id, client.id, { activeFrom: '2026-01-01' })
  await t.owner.query(
    `update contracts set connection_cost = 15000000, discounted_value = 12000000, permanence_months = 12,
     permanence_from = '2026-01-01', prices_include_vat = false, segment = 'residential', stratum = 4 where id = $1`,
    [id],
  )
  const desk = { financial: await company.person('financial'), no }
  t.setNow(noonOf('2026-02-15'))
  return { ...desk, contractId: id, invoiceId: await charge(desk) }
}

/** The cost of leaving in the words of the invoice page, of the page of its link, of the contract page, and of both PDFs. */
async function exitWords({ financial, no, invoiceId }: Awaited<ReturnType<typeof makeUntaxed>>) {
  const params = { id: invoiceId }
  const { data } = await financial.call(invoiceApi.get, { params })
  const { data: contract } = await financial.call(contractApi.get, { params: { no } })
  const token = data.public_url.split('/').at(-1) ?? ''
  const page = await t.ask(publicInvoiceApi.get, { params: { token } })
  const { data: shared } = publicInvoiceApi.get.reply.parse(page.json)
  const files = [
    await financial.ask(invoiceApi.pdf, { params }),
    await t.ask(publicInvoiceApi.pdf, { params: { token } }),
  ]
  return {
    pages: [
      data.permanence && clauseLabels(data.permanence).exit,
      shared.permanence && clauseLabels(shared.permanence).exit,
    ],
    contract: contract.permanence && paidLabel(contract.permanence.exit_value_today, contract),
    pdfs: files.map(({ bytes }) => /terminar el contrato cuesta (.*?)\.(?= |$)/.exec(plain(bytes))?.[1]),
    texts: files.map(({ bytes }) => plain(bytes)),
  }
}
const plain = (bytes: Buffer) => readPdf(bytes).text.replaceAll(/\s+/g, ' ')

test('INV-08 R2.2 con precios sin IVA, las páginas de la factura, sus PDF y el contrato dicen lo que se paga por irse, con IVA', async () => {
  const words = await exitWords(await makeUntaxed())
  expect(words.contract).toBe('$ 130.900,00 con IVA')
  expect(words.pages).toEqual([words.contract, words.contract])
  for (const text of words.texts) {
    expect(text).toContain(
      'Cargo por conexión: $ 178.500,00 con IVA. Valor descontado o diferido: $ 142.800,00 con IVA.',
    )
    expect(text).toContain('terminar el contrato cuesta $ 130.900,00 con IVA.')
  }
  t.setNow(null)
})

test('INV-08 R2.2 otro estrato después de la emisión cambia las páginas y ningún documento; sin estrato dicen más IVA', async () => {
  const desk = await makeUntaxed()
  const before = await exitWords(desk)
  const setStratum = (stratum: number | null) =>
    t.owner.query('update contracts set stratum = $2 where id = $1', [desk.contractId, stratum])
  for (const [stratum, expected] of [
    [1, '$ 110.000,00'],
    [null, '$ 110.000,00 más IVA'],
  ] as const) {
    await setStratum(stratum)
    const after = await exitWords(desk)
    expect([after.contract, ...after.pages]).toEqual([expected, expected, expected])
    expect(after.texts).toEqual(before.texts)
  }
  t.setNow(null)
})
