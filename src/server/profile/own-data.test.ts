import { readdir } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { LIMITS } from '#domain/auth/limits.ts'
import { consentApi } from '#domain/consents/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { dayOf } from '#domain/core/days.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { ownDataApi } from '#domain/profile/own-data-api.ts'
import { readCsv } from '#server/files/csv-read.ts'
import { contractBody, signatureBody } from '#test/cases/contracts.ts'
import { filedCase } from '#test/cases/filed.ts'
import { readPdf } from '#test/read-pdf.ts'
import { type Company, testApp } from '#test/world.ts'

const t = testApp()

/** A client with a case, a signed contract, an invoice that was paid, and a consent. */
async function clientWithAll(company: Company, subject: string) {
  const made = await filedCase(t, company, { subject })
  const { by, client, clientId, no_contract } = made
  const { rows } = await t.owner.query(
    'select k.identification, c.plan_id from clients k join contracts c on c.client_id = k.id where k.id = $1',
    [clientId],
  )
  const { data: draft } = await by.call(contractApi.create, { body: contractBody(clientId, rows[0].plan_id) })
  await by.call(contractApi.sign, {
    params: { no: draft.no_contract },
    body: signatureBody(rows[0].identification),
  })
  const lines = [{ kind: 'technical_visit', description: `Visita ${subject}`, quantity: 1, price: 35_700.5 }]
  const { data: invoice } = await by.call(invoiceApi.create, {
    body: { invoice: { no_contract, lines } },
    headers: { 'idempotency-key': `i ${subject}` },
  })
  const { data: payment } = await by.call(manualPaymentApi.create, {
    body: {
      payment: {
        client_id: clientId,
        amount: 35_700.5,
        method: 'efectivo',
        paid_on: dayOf(t.world.clock()),
      },
    },
    headers: { 'idempotency-key': `p ${subject}` },
  })
  await client.call(consentApi.say, { body: { consent: { purpose: 'commercial', is_granted: true } } })
  await by.call(pqrApi.message, { params: { id: made.filed.id }, body: { text: `Vamos a revisar: ${subject}` } })
  await by.call(pqrApi.message, { params: { id: made.filed.id }, body: { text: 'Nota del personal', internal: true } })
  return { ...made, identification: String(rows[0].identification), signed: draft.no_contract, invoice, payment }
}

test('R5.8 un cliente descarga una copia de todo lo suyo, en hojas y PDF que se abren, y nada de otro cliente', async () => {
  const company = await t.company()
  const own = await clientWithAll(company, 'Lento en Belén')
  const other = await clientWithAll(company, 'Caído en Laureles')
  const answer = await own.client.ask(ownDataApi.copy)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  const files = unzipSync(answer.bytes)
  const names = Object.keys(files)
  expect(names).toEqual(
    expect.arrayContaining([
      'datos-personales.csv',
      'autorizaciones.csv',
      'contratos.csv',
      'facturas.csv',
      'notas-credito.csv',
      'transacciones.csv',
      'pqr.csv',
      'pqr-mensajes.csv',
      'pqr-archivos.csv',
      'mensajes.csv',
      'LEEME.txt',
      `contratos/${own.signed}-version-1.pdf`,
      `facturas/${own.invoice.number}.pdf`,
      `recibos/${own.payment.number}.pdf`,
      `pqr/${own.filed.reference}.pdf`,
    ]),
  )
  const sheet = (name: string) => readCsv(Buffer.from(files[name] ?? []))
  expect(sheet('datos-personales.csv')).toEqual(
    expect.arrayContaining([
      ['Número de documento', own.identification],
      ['Primer apellido', 'Bohórquez'],
      ['Saldo (COP)', '0'],
    ]),
  )
  const [headers = [], ...invoices] = sheet('facturas.csv')
  expect(invoices.map((row) => [row[headers.indexOf('Número')], row[headers.indexOf('Total (COP)')]])).toEqual([
    [own.invoice.number, '35700,5'],
  ])
  expect(sheet('autorizaciones.csv').slice(1)).toEqual([expect.arrayContaining(['Autorizado'])])
  expect(sheet('pqr-mensajes.csv').map((row) => row[3])).toEqual(
    expect.arrayContaining(['Vamos a revisar: Lento en Belén']),
  )
  expect(readPdf(Buffer.from(files[`facturas/${own.invoice.number}.pdf`] ?? [])).text).toContain('Lento en Belén')
  const all = Object.entries(files).map(([name, bytes]) => name + (name.endsWith('.pdf') ? '' : Buffer.from(bytes)))
  for (const word of [other.identification, other.invoice.number, other.signed, 'Laureles', 'Nota del personal'])
    expect([word, all.some((text) => text.includes(word))]).toEqual([word, false])
  expect(await t.events(company.id)).toContain('client.data_copied')
  expect((await readdir(t.world.config.dataDir)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('R5.8 la copia de los datos pide la contraseña reciente, es del cliente y tiene un tope por día', async () => {
  const company = await t.company()
  const { client, by } = await filedCase(t, company)
  expect((await by.ask(ownDataApi.copy)).status).toBe(403)
  await t.owner.query("update sessions set fresh_until = now() - interval '1 minute' where user_id = $1", [client.id])
  const stale = await client.ask(ownDataApi.copy)
  expect([stale.status, stale.json.code]).toEqual([422, 'STEP_UP_REQUIRED'])
  await t.owner.query("update sessions set fresh_until = now() + interval '5 minutes' where user_id = $1", [client.id])
  expect((await client.ask(ownDataApi.copy)).status).toBe(200)
  // The tests have the limits of the demo, which are higher: the next copies of the day are only counted.
  const max = LIMITS[t.world.config.mode].copiesPerDay
  await t.owner.query("update attempts set failures = $1 where subject like 'own_data:%'", [max])
  const again = await client.ask(ownDataApi.copy)
  expect([again.status, again.json.message]).toEqual([
    429,
    `Hoy ya descargaste tus datos ${max} veces. Usa la última copia o vuelve mañana.`,
  ])
  expect(LIMITS.production.copiesPerDay).toBe(3)
})

test('R5.8 lo que no se puede dibujar se nombra en la copia, y el resto sale', async () => {
  const company = await t.company()
  const own = await clientWithAll(company, 'Sin el texto')
  const { rows } = await t.owner.query('select id from contracts where no_contract = $1', [own.signed])
  const title = 'Carta'
  await t.owner.query(
    `insert into contract_documents (company_id, contract_id, client_id, title, kind, stored_name, bytes, added_by)
     values ($1, $2, $3, $4, 'pdf', $5, 10, $6)`,
    [company.id, rows[0].id, own.clientId, title, `${'0'.repeat(64)}.pdf`, own.by.id],
  )
  const files = unzipSync((await own.client.ask(ownDataApi.copy)).bytes)
  expect(Buffer.from(files['LEEME.txt'] ?? []).toString()).toContain(`${own.signed}-anexo-1-${title}`)
  expect(Object.keys(files)).toContain(`facturas/${own.invoice.number}.pdf`)
})
