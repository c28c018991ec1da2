import { expect, test } from 'vitest'
import { consentApi } from '#domain/consents/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import type { World } from '#server/core/context.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { type Company, type Person, testApp } from '#test/world.ts'
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

test('el proceso muere mientras envía: queda sin confirmar y una persona decide', async () => {
  const office = await desk()
  await office.financial.call(messageApi.sendInvoice, { params: { id: await office.bill() } })
  await t.owner.query(
    `update messages set status = 'sending', next_try_at = null, claimed_at = $1, handed_at = $1 where company_id = $2`,
    [new Date(FRIDAY), office.company.id],
  )
  at('2026-11-20T15:11:00Z')
  await sendDue(t.world)
  expect(await list(office)).toMatchObject([
    { status: 'unknown', problem: expect.stringMatching(/puede que haya llegado/) },
  ])
})

test('el proceso muere antes de entregar un mensaje: sale solo, y no cuenta como un contacto', async () => {
  const office = await desk('muerto@correo.test')
  at('2026-12-15T15:00:00Z')
  await office.financial.call(messageApi.sendInvoice, { params: { id: await office.bill() } })
  at('2027-01-15T15:00:00Z')
  await office.financial.call(messageApi.remind, { params: { id: await office.bill() } })
  await t.owner.query(
    `update messages set status = 'sending', next_try_at = null, claimed_at = $1, cleared_at = $1 where company_id = $2`,
    [new Date('2027-01-15T15:00:00Z'), office.company.id],
  )
  at('2027-01-15T15:09:00Z')
  await sendDue(t.world)
  expect((await list(office)).map(({ status }) => status)).toEqual(['sending', 'sending'])
  at('2027-01-15T15:11:00Z')
  await sendDue(t.world)
  expect((await list(office)).map(({ kind, status }) => [kind, status])).toEqual([
    ['reminder', 'sent'],
    ['invoice', 'sent'],
  ])
  expect(t.mails.filter(({ to }) => to === 'muerto@correo.test')).toHaveLength(2)
})

test('un mensaje que no se puede preparar no detiene a los demás, y sale cuando se puede', async () => {
  const office = await desk('tropiezo@correo.test')
  for (let n = 0; n < 3; n += 1)
    await office.financial.call(messageApi.sendInvoice, { params: { id: await office.bill() } })
  const stuck = (await list(office))[1]?.id ?? ''
  await failHanding(stuck)
  await sendDue(t.world)
  expect(await list(office)).toMatchObject([
    { status: 'sent' },
    { id: stuck, status: 'queued', tries: 1, problem: 'No se pudo preparar: lo seguimos intentando' },
    { status: 'sent' },
  ])
  await mendHanding()
  at('2026-11-20T15:02:00Z')
  await sendDue(t.world)
  expect((await list(office)).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
  expect(t.mails.filter(({ to }) => to === 'tropiezo@correo.test')).toHaveLength(3)
})

/** The database refuses to write that one message is handed over. */
async function failHanding(id: string): Promise<void> {
  await t.owner.query(
    `create function refuse_handing() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
  )
  await t.owner.query(`create trigger refuse_handing before update on messages for each row
    when (new.id = '${id}' and new.handed_at is not null) execute function refuse_handing()`)
}
const mendHanding = () => t.owner.query('drop function refuse_handing cascade')

test('un proceso lento no envía lo que otro ya tomó: cada correo sale una vez', async () => {
  const office = await desk('lento@correo.test')
  for (let n = 0; n < 2; n += 1)
    await office.financial.call(messageApi.sendInvoice, { params: { id: await office.bill() } })
  let isSlow = true
  const slow = worldWith(async (mail) => {
    if (isSlow) {
      isSlow = false
      at('2026-11-20T15:11:00Z')
      await sendDue(t.world)
    }
    return t.world.mailer.send(mail)
  })
  await sendDue(slow)
  const ids = t.mails.filter(({ to }) => to === 'lento@correo.test').map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 2])
})
