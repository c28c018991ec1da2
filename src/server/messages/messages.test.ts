import { expect, test } from 'vitest'
import { consentApi } from '#domain/consents/api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import type { World } from '#server/core/context.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { smtpMailer } from '#server/providers/mail/mailer.ts'
import { startCatcher } from '#simulators/mail/catcher.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { reportFault } from '#test/fault-counts.ts'
import { type Company, type Person, testApp } from '#test/world.ts'
import { writeRunMessages } from './messages.ts'
import { sendDue } from './outbox.ts'

const t = testApp()
const at = (iso: string): void => t.setNow(new Date(iso))
/** Friday at ten in the morning, in Bogotá. */
const FRIDAY = '2026-11-20T15:00:00Z'
let keys = 0

type Desk = { company: Company; financial: Person; clientId: string; bill(): Promise<string> }

/** The client authorises collection messages by e-mail, or withdraws it. */
const say = (financial: Person, client_id: string, is_granted: boolean) =>
  financial.call(consentApi.say, { body: { consent: { client_id, purpose: 'contact_email', is_granted } } })

async function desk(email: string | null = 'yenny@correo.test'): Promise<Desk> {
  at(FRIDAY)
  const company = await t.company()
  const financial = await company.person('financial')
  const { id: clientId } = await makeClient(t.owner, company.id, email === null ? {} : { email })
  await say(financial, clientId, true)
  const { no_contract } = await makeContract(t.owner, company.id, clientId)
  const bill = async (): Promise<string> => {
    keys += 1
    const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 35_000 }]
    const headers = { 'idempotency-key': `m${keys}` }
    return (await financial.call(invoiceApi.create, { body: { invoice: { no_contract, lines } }, headers })).data.id
  }
  return { company, financial, clientId, bill }
}

const list = async ({ financial }: Desk) => (await financial.call(messageApi.list)).data
const worldWith = (send: World['mailer']['send']): World => ({ ...t.world, mailer: { send, close: () => undefined } })
const worldThatRefuses = (error: object) => worldWith(() => Promise.reject(Object.assign(new Error('smtp'), error)))

test('INV-12 una factura sale por correo con la marca de la empresa, su enlace y un identificador que no cambia', async () => {
  const office = await desk()
  const id = await office.bill()
  await office.financial.call(messageApi.sendInvoice, { params: { id } })
  await sendDue(t.world)
  const [message] = await list(office)
  expect(message).toMatchObject({ kind: 'invoice', status: 'sent', to: 'yenny@correo.test', tries: 1 })
  const mail = t.mails.find((one) => one.id === message?.id)
  expect(mail?.subject).toBe('Tu factura de noviembre de 2026: $ 35.000,00')
  for (const body of [mail?.text, mail?.html]) expect(body).toMatch(/\/factura\/[\w-]{67}/)
  expect(mail?.html).toContain('background:#0B5FFF')
})

test('API-03 enviar y recordar una factura responden qué salió y a quién; el canal que no existe se dice en su campo', async () => {
  const office = await desk()
  const id = await office.bill()
  const send = (body?: object) => office.financial.ask(messageApi.sendInvoice, { params: { id }, body })
  const number = (await office.financial.call(invoiceApi.get, { params: { id } })).data.number
  const data = { id, number, channel: 'email', to: 'yenny@correo.test' }
  for (const body of [{ channel: 'email' }, {}, undefined]) {
    const answer = await send(body)
    expect([answer.status, answer.json.data]).toEqual([200, data])
  }
  expect((await office.financial.ask(messageApi.remind, { params: { id } })).json.data).toEqual(data)
  const written = (await list(office)).length
  for (const channel of ['whatsapp', '', null, 5]) {
    const answer = await send({ channel })
    expect([answer.status, answer.json.errors]).toEqual([
      400,
      [{ field: 'channel', message: 'Una factura se envía por correo: usa email' }],
    ])
  }
  expect(await list(office)).toHaveLength(written)
  await sendDue(t.world)
})

test('INV-12 R5.3 un recordatorio cuenta entre los correos del día que la empresa envía a un cliente, y uno repetido no cuenta', async () => {
  const office = await desk()
  const [first, second] = [await office.bill(), await office.bill()]
  const remind = (id: string) => office.financial.ask(messageApi.remind, { params: { id } })
  expect((await remind(first)).status).toBe(200)
  for (let n = 0; n < 3; n += 1) expect((await remind(first)).status).toBe(409)
  for (let n = 0; n < 9; n += 1) await office.financial.call(messageApi.sendInvoice, { params: { id: first } })
  const written = (await list(office)).length
  const answer = await remind(second)
  expect([answer.status, answer.json.message]).toEqual([
    429,
    expect.stringMatching(/^Hoy ya le enviaste 10 correos a este cliente/),
  ])
  // Nothing of the refused one is left.
  expect(await list(office)).toHaveLength(written)
  // More than one batch.
  for (let n = 0; n < 3; n += 1) await sendDue(t.world)
})

test('INV-12 sin correo no se encola nada y se dice qué hacer; una factura ajena no existe', async () => {
  const [mine, other] = [await desk(null), await desk()]
  const answer = await mine.financial.ask(messageApi.sendInvoice, { params: { id: await mine.bill() } })
  expect([answer.status, answer.json.message]).toEqual([409, expect.stringMatching(/no tiene correo: agrégalo/)])
  const foreign = await other.financial.ask(messageApi.sendInvoice, { params: { id: await mine.bill() } })
  expect(foreign.status).toBe(404)
  expect(await list(mine)).toEqual([])
})

test('F23 el correo está caído una hora: nada se pierde, y al volver cada mensaje sale una sola vez', async (context) => {
  const office = await desk()
  for (let n = 0; n < 5; n += 1)
    await office.financial.call(messageApi.sendInvoice, { params: { id: await office.bill() } })
  const catcher = await startCatcher(0)
  await catcher.close()
  const smtpWorld = { ...t.world, mailer: smtpMailer(catcher.smtpUrl, 'Enlace <no-responder@enlace.test>') }
  for (let minute = 0; minute < 60; minute += 5) {
    at(new Date(Date.parse(FRIDAY) + minute * 60_000).toISOString())
    await sendDue(smtpWorld)
  }
  expect((await list(office)).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'queued'))
  expect((await list(office))[0]?.problem).toMatch(/no responde: lo seguimos intentando/)
  const catcherAgain = await startCatcher(Number(new URL(catcher.smtpUrl).port))
  at(new Date(Date.parse(FRIDAY) + 100 * 60_000).toISOString())
  await Promise.all([sendDue(smtpWorld), sendDue(smtpWorld)])
  await sendDue(smtpWorld)
  const received = catcherAgain.list().map((mail) => mail.messageId)
  const arrived = new Set(received).size
  reportFault(context, { times: 12, lost: 5 - arrived, twice: received.length - arrived })
  expect((await list(office)).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'sent'))
  expect(received).toHaveLength(5)
  expect(new Set(received).size).toBe(5)
  expect(catcherAgain.list()[0]?.from).toContain('Empresa')
  smtpWorld.mailer.close()
  await catcherAgain.close()
}, 30_000)

test('lo que un correo no recibe queda como falla, y se envía de nuevo de a uno o todo junto', async () => {
  const office = await desk()
  for (let n = 0; n < 3; n += 1)
    await office.financial.call(messageApi.sendInvoice, { params: { id: await office.bill() } })
  await sendDue(worldThatRefuses({ responseCode: 550 }))
  const failed = await office.financial.call(messageApi.list, { query: { status: 'failed' } })
  expect([failed.data.length, failed.resendable]).toEqual([3, 3])
  expect(failed.data[0]?.problem).toMatch(/revisa que la dirección esté bien/)
  const ids = [failed.data[0]?.id ?? '']
  expect((await office.financial.call(messageApi.resend, { body: { ids } })).data.count).toBe(1)
  expect((await office.financial.call(messageApi.resend, { body: {} })).data.count).toBe(2)
  expect((await office.financial.ask(messageApi.resend, { body: {} })).status).toBe(409)
  await sendDue(t.world)
  expect((await list(office)).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
})

test('R5.2 un cobro del viernes en la noche sale el sábado a las ocho; otro del mismo día espera al siguiente hábil', async () => {
  const office = await desk()
  const [one, two] = [await office.bill(), await office.bill()]
  await t.owner.query(`update clients set payment_date = null`)
  at('2027-01-15T23:59:00Z')
  await t.owner.query(`alter table invoices disable trigger posted_update`)
  await t.owner.query(`update invoices set due_on = issued_on where company_id = $1`, [office.company.id])
  await t.owner.query(`alter table invoices enable trigger posted_update`)
  // Friday the 15th, 19:05 in Bogotá: past the hours.
  at('2027-01-16T00:05:00Z')
  await office.financial.call(messageApi.remind, { params: { id: one } })
  await office.financial.call(messageApi.remind, { params: { id: two } })
  const again = await office.financial.ask(messageApi.remind, { params: { id: one } })
  expect([again.status, again.json.message]).toEqual([409, expect.stringMatching(/Hoy ya se recordó/)])
  await sendDue(t.world)
  const saturday = '2027-01-16T13:00:00.000Z'
  expect(await list(office)).toMatchObject([
    { status: 'held', next_try_at: saturday },
    { status: 'held', next_try_at: saturday, problem: expect.stringMatching(/horario en que la ley/) },
  ])
  at('2027-01-16T12:59:00Z')
  await sendDue(t.world)
  expect((await list(office)).map(({ status }) => status)).toEqual(['held', 'held'])
  at(saturday)
  await sendDue(t.world)
  const [second, first] = await list(office)
  expect(new Set([first?.status, second?.status])).toEqual(new Set(['held', 'sent']))
  const waiting = [first, second].find((message) => message?.status === 'held')
  expect(waiting).toMatchObject({
    next_try_at: '2027-01-18T12:00:00.000Z',
    problem: 'Hoy ya se contactó a este cliente',
  })
})

test('R5.2 F23 un cobro que esperó días su horario se intenta desde que puede salir, aunque el correo falle la primera vez', async () => {
  const office = await desk()
  const id = await office.bill()
  // Saturday the 9th at four in the afternoon; Monday the 11th is a holiday.
  at('2027-01-09T21:00:00Z')
  await office.financial.call(messageApi.remind, { params: { id } })
  await sendDue(t.world)
  const tuesday = '2027-01-12T12:00:00.000Z'
  expect(await list(office)).toMatchObject([{ status: 'held', next_try_at: tuesday, tries: 0 }])
  at(tuesday)
  await sendDue(worldThatRefuses({ responseCode: 451 }))
  expect(await list(office)).toMatchObject([{ status: 'queued', next_try_at: '2027-01-12T12:00:30.000Z', tries: 1 }])
  at('2027-01-12T12:01:00Z')
  await sendDue(t.world)
  expect(await list(office)).toMatchObject([{ status: 'sent', tries: 2 }])
})

test('F23 el correo está caído más de un día: el mensaje queda como falla, y el que se envía de nuevo se vuelve a intentar', async () => {
  const office = await desk()
  await office.financial.call(messageApi.sendInvoice, { params: { id: await office.bill() } })
  const down = worldThatRefuses({ responseCode: 421 })
  let last = FRIDAY
  for (let next: string | null = FRIDAY; next !== null; next = (await list(office))[0]?.next_try_at ?? null) {
    last = next
    at(next)
    await sendDue(down)
  }
  expect(await list(office)).toMatchObject([{ status: 'failed', problem: expect.stringMatching(/en un día/) }])
  const hours = (Date.parse(last) - Date.parse(FRIDAY)) / 3_600_000
  expect([hours >= 24, hours < 25]).toEqual([true, true])
  await office.financial.call(messageApi.resend, { body: {} })
  await sendDue(down)
  expect(await list(office)).toMatchObject([{ status: 'queued', tries: 1 }])
  at('2026-11-22T15:00:00Z')
  await sendDue(t.world)
  expect(await list(office)).toMatchObject([{ status: 'sent' }])
})

test('INV-02 las facturas de una corrida se envían una vez cada una, aunque se pida dos veces', async () => {
  const office = await desk()
  const withoutEmail = await makeClient(t.owner, office.company.id)
  await makeContract(t.owner, office.company.id, withoutEmail.id)
  const { data: run } = await office.financial.call(runApi.start, { body: { period: '2026-11' } })
  await runMassive(t.world, { company_id: office.company.id, run_id: run.id })
  const first = await office.financial.call(messageApi.sendRun, { params: { id: run.id } })
  expect(first).toMatchObject({
    data: { with_email: 1, without_email: 1 },
    message: expect.stringMatching(/para imprimir/),
  })
  for (let n = 0; n < 2; n += 1) await writeRunMessages(t.world, { company_id: office.company.id, run_id: run.id })
  expect(await list(office)).toMatchObject([{ kind: 'invoice', status: 'queued' }])
  const mail = async () => (await office.financial.call(messageApi.runMail, { params: { id: run.id } })).data
  expect(await mail()).toEqual({ with_email: 1, without_email: 1, sent: 0, waiting: 1, failed: 0 })
  const again = await office.financial.ask(messageApi.sendRun, { params: { id: run.id } })
  expect([again.status, again.json.message]).toEqual([409, expect.stringMatching(/ya salieron/)])
  await t.owner.query("update messages set status = 'failed', next_try_at = null where company_id = $1", [
    office.company.id,
  ])
  expect(await mail()).toEqual({ with_email: 1, without_email: 1, sent: 0, waiting: 0, failed: 1 })
})

test('SUS-05 un mensaje de cobro solo sale por el correo que el cliente autorizó, también si lo retira antes de que salga', async () => {
  const office = await desk()
  const [first, second] = [await office.bill(), await office.bill()]
  at('2026-12-15T23:30:00Z') // Tuesday, 18:30 in Bogotá, overdue and inside the hours.
  await office.financial.call(messageApi.remind, { params: { id: first } })
  await say(office.financial, office.clientId, false)
  await sendDue(t.world)
  expect(await list(office)).toMatchObject([
    { kind: 'reminder', status: 'failed', problem: expect.stringMatching(/^El cliente no autoriza mensajes de cobro/) },
  ])
  const refused = await office.financial.ask(messageApi.remind, { params: { id: second } })
  expect([refused.status, refused.json.message]).toEqual([
    422,
    expect.stringMatching(/no autoriza mensajes de cobro por correo/),
  ])
  // The invoice itself is not a collection message.
  await office.financial.call(messageApi.sendInvoice, { params: { id: second } })
  await say(office.financial, office.clientId, true)
  await office.financial.call(messageApi.resend, { body: {} })
  await sendDue(t.world)
  expect((await list(office)).map(({ kind, status }) => [kind, status])).toEqual([
    ['invoice', 'sent'],
    ['reminder', 'sent'],
  ])
})

test('INV-07 la factura dice hasta cuándo hay que entregarla, cuándo se envió, y avisa si no se envió a tiempo', async () => {
  const office = await desk()
  const id = await office.bill()
  const delivery = async () => (await office.financial.call(invoiceApi.get, { params: { id } })).data
  // Due on December 10: five business days before it, with December 8 a holiday, is December 2.
  expect(await delivery()).toMatchObject({
    due_on: '2026-12-10',
    delivery: { send_by_on: '2026-12-02', sent_at: null, is_late: false },
  })
  at('2026-12-03T15:00:00Z')
  expect(await delivery()).toMatchObject({ delivery: { sent_at: null, is_late: true } })
  await office.financial.call(messageApi.sendInvoice, { params: { id } })
  await sendDue(t.world)
  expect(await delivery()).toMatchObject({ delivery: { sent_at: '2026-12-03T15:00:00.000Z', is_late: true } })

  at(FRIDAY)
  const inTime = await desk()
  const sent = await inTime.bill()
  await inTime.financial.call(messageApi.sendInvoice, { params: { id: sent } })
  await sendDue(t.world)
  at('2027-01-15T15:00:00Z')
  const { data } = await inTime.financial.call(invoiceApi.get, { params: { id: sent } })
  expect(data.delivery).toMatchObject({ send_by_on: '2026-12-02', is_late: false })
})
