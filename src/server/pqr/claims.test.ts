import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { type Day, dayLabel } from '#domain/core/days.ts'
import { money, pesosLabel } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { claimedInvoice } from '#test/cases/claimed.ts'
import { morningOf } from '#test/cases/filed.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

const claimed = (of: { amount: number; paid?: number }) => claimedInvoice(t, of)

test('PQR-07 un recurso disputa solo lo que no se había devuelto, y entre las dos respuestas no se devuelve más que lo reclamado', async () => {
  const it = await claimed({ amount: 10_000 })
  await it.answer('parcial', 4_000)
  await it.appeal()
  expect(await it.disputed()).toEqual([600_000])
  await it.answer('favor')
  expect(new Set(await it.notes())).toEqual(new Set([400_000, 600_000]))
  expect(await it.disputed()).toEqual([])
})

test('PQR-07 el recurso contra una respuesta que ya devolvió todo no disputa ni devuelve nada', async () => {
  const it = await claimed({ amount: 10_000 })
  await it.answer('favor')
  await it.appeal()
  expect(await it.disputed()).toEqual([])
  const { data } = await it.answer('favor')
  expect([await it.notes(), data.tasks]).toEqual([[1_000_000], []])
})

test('PQR-05 a favor de quien ya había pagado una parte: nota crédito por lo que debe y otra por lo que pagó, que queda a favor', async () => {
  const it = await claimed({ amount: 1, paid: 0 })
  const { total } = await it.invoice()
  const whole = total / 100
  const part = await claimed({ amount: whole, paid: whole - 5_000 })
  expect([await part.disputed(), (await part.invoice()).disputed_amount]).toEqual([[total], 500_000])
  const { data, message } = await part.answer('favor')
  const paid = total - 500_000
  expect([await part.notes(), data.tasks]).toEqual([[500_000, paid], []])
  expect(message).toContain(`${pesosLabel(money(paid))} ya se habían pagado y quedan como saldo a favor`)
  expect((await part.by.call(clientApi.get, { params: { id: part.clientId } })).data.balance).toBe(-paid)
})

test('PQR-05 lo que el cliente paga mientras espera la respuesta también se le devuelve si la respuesta es a su favor', async () => {
  const it = await claimed({ amount: 10_000 })
  const { total } = await it.invoice()
  await it.pay(total / 100 - 6_000)
  expect((await it.invoice()).disputed_amount).toBe(600_000)
  const { data } = await it.answer('favor')
  expect([await it.notes(), data.tasks]).toEqual([[600_000, 400_000], []])
})

test('PQR-05 una parte mayor que lo que debe se devuelve: lo que debe y lo que ya pagó, cada uno con su nota crédito', async () => {
  const it = await claimed({ amount: 10_000 })
  const { total } = await it.invoice()
  await it.pay(total / 100 - 3_000)
  const { data } = await it.answer('parcial', 5_000)
  expect([await it.notes(), data.tasks]).toEqual([[300_000, 200_000], []])
})

test('R2.15 PQR-01 el segundo reclamo de una factura que está toda en reclamo se rechaza con el número del caso abierto, y sin la factura se radica', async () => {
  const it = await claimed({ amount: 35_700 })
  const refused = await it.claimAgain({ subject: 'Otro cobro', amount: 5_000 })
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([409, 'pqr.invoice_id'])
  expect(refused.json.message).toContain(it.filed.reference)
  expect(await it.disputed()).toEqual([3_570_000])
  expect((await it.claimAgain({ subject: 'Otro cobro', amount: undefined, invoice_id: undefined })).status).toBe(201)
  // After the answer the next claim is protected and returned as the first one.
  await it.answer('contra')
  const again = await it.claimAgain({ subject: 'Otro cobro', amount: 5_000 })
  expect(again.status).toBe(201)
  expect(await it.disputed()).toEqual([500_000])
  const body = { text: 'Tiene razón', decision: 'favor' }
  await it.by.call(pqrApi.answer, { params: { id: (again.json.data as { id: string }).id }, body })
  expect(await it.notes()).toEqual([500_000])
})

test('PQR-01 R2.15 la constancia de un reclamo dice la factura y lo que de ella no se cobra, y nada de una que ya estaba pagada', async () => {
  const it = await claimed({ amount: 10_000 })
  const { number, total } = await it.invoice()
  const constancia = async (id: string) =>
    readPdf((await it.client.ask(pqrApi.constancia, { params: { id } })).bytes).text.replaceAll(/\s+/g, ' ')
  expect(await constancia(it.filed.id)).toContain(
    `Factura ${number}. Valor reclamado: $ 10.000,00. No se cobra mientras se resuelve.`,
  )
  const part = await claimed({ amount: total / 100, paid: total / 100 - 5_000 })
  const partText = readPdf((await part.client.ask(pqrApi.constancia, { params: part.params })).bytes).text
  expect(partText.replaceAll(/\s+/g, ' ')).toContain('$ 5.000,00 no se habían pagado y no se cobran mientras')
  const paid = await claimed({ amount: 10_000, paid: total / 100 })
  const paidText = readPdf((await paid.client.ask(pqrApi.constancia, { params: paid.params })).bytes).text
  expect(paidText).toContain('La factura no tenía saldo por cobrar')
  expect(paidText).not.toContain('No se cobra')
})

test('R2.15 PQR-05 el aviso de una respuesta en parte dice el día de pago que queda en la factura', async () => {
  const it = await claimed({ amount: 10_000 })
  const { message } = await it.answer('parcial', 4_000)
  const { rows } = await t.owner.query<{ last: Day }>(
    'select coalesce(extended_to_on, last_payable_on)::text as last from invoices where id = $1',
    [(await it.invoice()).id],
  )
  expect(message).toContain(`se pueden pagar hasta el ${rows[0] && dayLabel(rows[0].last)}`)
})

test('PQR-07 R2.15 el recurso a favor mientras otro caso disputa la factura: nota crédito de lo suyo, y el otro conserva su valor', async () => {
  const it = await claimed({ amount: 10_000 })
  await it.answer('contra')
  const other = await it.claimAgain({ subject: 'Otro cobro', amount: 5_000 })
  expect([other.status, await it.disputed()]).toEqual([201, [500_000]])
  await it.appeal()
  const { balance } = await it.invoice()
  const { data, message } = await it.answer('favor')
  expect(message).toContain('Reclamo cerrado: nota crédito NC-1 por $ 10.000,00')
  const now = await it.invoice()
  expect([await it.notes(), data.tasks, now.disputed_amount, now.balance]).toEqual([
    [1_000_000],
    [],
    500_000,
    balance - 1_000_000,
  ])
  // The other case is decided on its own amount.
  const body = { text: 'Tiene razón', decision: 'favor' }
  await it.by.call(pqrApi.answer, { params: { id: (other.json.data as { id: string }).id }, body })
  expect(new Set(await it.notes())).toEqual(new Set([1_000_000, 500_000]))
  expect([await it.disputed(), (await it.invoice()).disputed_amount]).toEqual([[], 0])
})

test('PQR-07 lo que no cabe fuera del otro reclamo también se devuelve, y al otro le queda lo que se debe', async () => {
  const it = await claimed({ amount: 10_000 })
  await it.answer('contra')
  const { total } = await it.invoice()
  await it.claimAgain({ subject: 'Otro cobro', amount: total / 100 - 4_000 })
  await it.appeal()
  const { data } = await it.answer('favor')
  expect([await it.notes(), data.tasks]).toEqual([[400_000, 600_000], []])
  const { balance, disputed_amount, disputes } = await it.invoice()
  expect([balance, disputed_amount]).toEqual([total - 1_000_000, total - 1_000_000])
  expect(disputes.filter(({ outcome }) => outcome === null)).toHaveLength(1)
})

test('PQR-05 PQR-07 el personal técnico radica un reclamo de factura y lo envía a la SIC, y no decide su disputa', async () => {
  const it = await claimed({ amount: 10_000 })
  await it.answer('contra')
  await it.client.call(pqrApi.appeal, {
    params: it.params,
    body: { kind: 'reposicion_subsidio_apelacion', text: 'No es cierto' },
  })
  await it.answer('contra')
  await it.technical.call(pqrApi.escalate, { params: it.params, body: {} })
  expect(await it.disputed()).toEqual([1_000_000])
  const decide = (by: typeof it.by, outcome: string) =>
    by.ask(pqrApi.sicDecision, { params: it.params, body: { outcome, text: 'Resolución 1234' } })
  for (const outcome of ['confirma', 'revoca']) {
    const refused = await decide(it.technical, outcome)
    expect([refused.status, refused.json.message]).toEqual([403, expect.stringContaining('personal financiero')])
  }
  expect(await it.disputed()).toEqual([1_000_000])
  expect((await decide(it.by, 'confirma')).status).toBe(200)
  expect(await it.disputed()).toEqual([])
})

test('R3.9 INV-11 lo que la SIC dio al usuario se devuelve: la mesa no lo decide en su contra', async () => {
  const it = await claimed({ amount: 10_000 })
  await it.answer('contra')
  await it.appeal('reposicion_subsidio_apelacion')
  await it.answer('contra')
  await it.by.call(pqrApi.escalate, { params: it.params, body: {} })
  const decide = (decision: object) =>
    it.by.ask(invoiceApi.resolveDispute, {
      params: { id: it.invoiceId },
      body: { resolution: 'Cumplimos la decisión', ...decision },
    })
  const early = await decide({ outcome: 'a_favor' })
  expect([early.status, early.json.message]).toEqual([409, expect.stringContaining('Este reclamo se decide en la PQR')])
  await it.by.call(pqrApi.sicDecision, { params: it.params, body: { outcome: 'revoca', text: 'Resolución 1234' } })
  for (const decision of [{ outcome: 'en_contra' }, {}, { outcome: 'parcial', amount: 4_000 }]) {
    const refused = await decide(decision)
    expect([refused.status, refused.json.errors?.[0]]).toEqual([
      422,
      {
        field: 'outcome',
        message: expect.stringMatching(/^La SIC decidió a favor del usuario en la PQR .*: devuelve todo/),
      },
    ])
  }
  expect([await it.disputed(), await it.notes()]).toEqual([[1_000_000], []])
  expect((await decide({ outcome: 'a_favor' })).status).toBe(200)
  expect([await it.disputed(), await it.notes()]).toEqual([[], [1_000_000]])
})

test('R2.15 PQR-05 el caso, la constancia del recurso y el expediente dicen lo reclamado, lo devuelto con su nota y lo que sigue en reclamo', async () => {
  const it = await claimed({ amount: 20_000 })
  await it.answer('parcial', 8_000)
  await it.appeal('reposicion_subsidio_apelacion')
  const { claim } = await it.read()
  const [note = ''] = claim?.notes ?? []
  expect([claim?.amount, claim?.left, claim?.disputed, note]).toEqual([
    2_000_000,
    1_200_000,
    1_200_000,
    (await it.invoice()).credit_notes[0]?.number,
  ])
  const pdf = async (
    endpoint: typeof pqrApi.constancia | typeof pqrApi.pdf | typeof pqrApi.answerPdf,
    query?: Record<string, unknown>,
  ) => {
    const file = await it.by.ask(endpoint, { params: it.params, ...(query ? { query } : {}) })
    return readPdf(file.bytes).text.replaceAll(/\s+/g, ' ')
  }
  const now = `Se devolvieron $ 8.000,00 con nota crédito (${note}). En reclamo, sin cobrarse: $ 12.000,00.`
  const appeal = await pdf(pqrApi.constancia, { of: 'appeal' })
  expect(appeal).toContain(now)
  expect(appeal.match(/y en subsidio apelación/g)).toHaveLength(1)
  expect(await pdf(pqrApi.pdf)).toContain(now)
  const filing = await pdf(pqrApi.constancia)
  expect(filing).toContain('Valor reclamado: $ 20.000,00. No se cobra mientras se resuelve.')
  await it.answer('favor')
  // The receipt of the appeal keeps what it said, and the file says what there is now.
  expect(await pdf(pqrApi.constancia, { of: 'appeal' })).toContain(now)
  const after = await pdf(pqrApi.pdf)
  expect(after).toContain('Se devolvieron $ 20.000,00 con nota crédito')
  expect((await it.read()).claim?.disputed).toBe(0)
  // The first answer is still downloaded after that of the appeal.
  expect(await pdf(pqrApi.answerPdf, { of: 'filing' })).toContain('Respuesta a su PQR')
  expect(await pdf(pqrApi.answerPdf, { of: 'appeal' })).toContain('Decisión del recurso')
})

test('R2.15 un reclamo de una factura que se pagó hace más de 6 meses se radica, y la mesa lee que llegó tarde', async () => {
  const { total } = await (await claimed({ amount: 1 })).invoice()
  const it = await claimed({ amount: 10_000, paid: total / 100 })
  const late = /se pagó el 20 de noviembre de 2026: el reclamo llegó después de los 6 meses/
  const notesOf = async (id: string) =>
    (await it.by.call(pqrApi.get, { params: { id } })).data.entries.filter(({ text }) => late.test(text))
  expect(await notesOf(it.filed.id)).toEqual([])
  const again = async (on: string) => {
    t.setNow(morningOf(on))
    const { status, json } = await it.claimAgain({ subject: `Otro cobro, ${on}` })
    expect(status).toBe(201)
    return notesOf((json.data as { id: string }).id)
  }
  expect(await again('2027-05-20')).toEqual([])
  expect((await again('2027-05-21')).map(({ is_internal, side }) => [is_internal, side])).toEqual([[true, 'sistema']])
})
