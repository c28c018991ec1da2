import { afterEach, expect, test } from 'vitest'
import { SPARED_LABELS } from '#domain/collections/decision.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { consentApi } from '#domain/consents/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { bill, type Debtor, makeDebtor, nine, pay, putPolicy, runAt } from '#test/arrears.ts'
import { newKey } from '#test/cases/billed.ts'
import { testApp } from '#test/world.ts'
import { agreementNoticeTasks } from './agreement-notices.ts'

const t = testApp()
afterEach(() => t.setNow(null))

type Agreed = Debtor & { invoiceId: string; id: string }

/** A debtor with an agreement of Monday, December 14 over 60.000 pesos: 20.000 until Monday 21, and 40.000 until January 20. */
async function agreed(options: Parameters<typeof makeDebtor>[3] = {}): Promise<Agreed> {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, { reminder_days: 3 })
  const one = await makeDebtor(t, company, await company.person('financial'), options)
  const invoiceId = await bill(one)
  t.setNow(new Date(nine('2026-12-14')))
  return { ...one, invoiceId, id: await agree(one) }
}

async function agree({ financial, no_contract }: Debtor): Promise<string> {
  const instalments = [
    { due_on: '2026-12-21', amount: 20_000 },
    { due_on: '2027-01-20', amount: 40_000 },
  ]
  const { data } = await financial.call(promiseApi.agree, { body: { agreement: { no_contract, instalments } } })
  return data.id
}

const cancel = ({ financial, id }: Agreed) => financial.call(promiseApi.cancelAgreement, { params: { id }, body: {} })

/** The jobs of each company that ran. */
const ran = new Map<string, number>()

/** Runs the jobs that the agreements of a company queued since the last time, and with `isAgain` also those that ran. */
async function write({ company }: Debtor, isAgain = false): Promise<void> {
  const { rows } = await t.owner.query<{ payload: unknown }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'collection.agreement_notice' and j.payload ->> 'company_id' = $1 order by j.id`,
    [company.id],
  )
  for (const { payload } of rows.slice(isAgain ? 0 : (ran.get(company.id) ?? 0)))
    await agreementNoticeTasks['collection.agreement_notice'](t.world, payload)
  ran.set(company.id, rows.length)
}

/** The messages about agreements of a company, in their order: the subject, the status and why it did not leave. */
async function messagesOf({ company }: Debtor): Promise<string[]> {
  const { rows } = await t.owner.query<{ line: string }>(
    `select concat_ws(' · ', subject, status, problem) as line from messages where company_id = $1 and only_while = 'agreement' order by id`,
    [company.id],
  )
  return rows.map(({ line }) => line)
}

async function sendAt(one: Debtor, at: string): Promise<string[]> {
  t.setNow(new Date(at))
  await sendDue(t.world)
  return messagesOf(one)
}

const noticesOf = async ({ company, userId }: Debtor) => {
  const user = { id: userId, companyId: company.id, username: 'c', email: 'c@correo.test', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  return (await client.call(notificationApi.list)).data.map(({ text }) => text)
}

const MADE = ({ no_contract }: Debtor) => `Tu acuerdo de pago del contrato ${no_contract}`
const DUE = 'Paga la cuota de tu acuerdo a más tardar el 21 de diciembre de 2026'

test('SUS-04 R5.2 al acordar se le escribe al cliente una vez, en las horas de la ley, con cada cuota y qué pasa si no la paga', async () => {
  const one = await agreed()
  t.setNow(new Date('2026-12-15T01:00:00Z'))
  await write(one)
  await write(one, true)
  expect(await sendAt(one, '2026-12-15T01:00:00Z')).toEqual([
    `${MADE(one)} · held · Espera el horario en que la ley permite cobrar`,
  ])
  expect(await sendAt(one, nine('2026-12-15'))).toEqual([`${MADE(one)} · sent`])
  const mail = t.mails.at(-1)
  expect(mail?.to).toBe('yenny@correo.test')
  expect(mail?.text).toContain('Acordaste pagar $ 60.000,00 del contrato')
  expect(mail?.text).toContain('$ 20.000,00 a más tardar el 21 de diciembre de 2026')
  expect(mail?.text).toContain('Si no pagas una cuota, el acuerdo se termina')
  expect(mail?.text).toContain('/payments')
  expect((await noticesOf(one))[0]).toBe(`Acordaste pagar $ 60.000,00 del contrato ${one.no_contract} en 2 cuotas`)
})

test('SUS-04 la cuota que se acerca se avisa una vez, los días antes de la política, y el recordatorio de la factura no sale', async () => {
  const one = await agreed()
  await runAt(t, nine('2026-12-17'))
  expect(await messagesOf(one)).toEqual([])
  await runAt(t, nine('2026-12-18'))
  expect(await messagesOf(one)).toEqual([`${DUE} · sent`])
  expect(t.mails.at(-1)?.text).toContain('es de $ 20.000,00. Págala a más tardar el 21 de diciembre de 2026')
  await runAt(t, nine('2026-12-21'))
  expect(await messagesOf(one)).toEqual([`${DUE} · sent`])
  expect(await noticesOf(one)).toContain('Paga $ 20.000,00 de tu acuerdo de pago a más tardar el 21/12/2026')
  await one.financial.call(messageApi.remind, { params: { id: one.invoiceId } })
  await sendDue(t.world)
  const { rows } = await t.owner.query(
    `select status, problem from messages where company_id = $1 and kind = 'reminder'`,
    [one.company.id],
  )
  expect(rows).toEqual([{ status: 'dropped', problem: SPARED_LABELS.agreement }])
})

test('SUS-04 el aviso de una cuota que se pagó mientras esperaba no sale, y el de una que se pagó en parte dice lo que falta', async () => {
  const paid = await agreed()
  await write(paid)
  await sendAt(paid, nine('2026-12-18'))
  await runAt(t, nine('2026-12-18'))
  expect((await messagesOf(paid))[1]).toBe(`${DUE} · held · Hoy ya se contactó a este cliente`)
  await pay(paid, 20_000, '2026-12-18')
  expect((await sendAt(paid, nine('2026-12-19')))[1]).toBe(`${DUE} · dropped · La cuota ya se pagó`)

  const part = await agreed()
  await write(part)
  await sendAt(part, nine('2026-12-18'))
  await runAt(t, nine('2026-12-18'))
  await pay(part, 5_000, '2026-12-18')
  await runAt(t, nine('2026-12-19'))
  expect((await messagesOf(part)).slice(1)).toEqual([
    `${DUE} · dropped · De la cuota falta otro valor que el del aviso`,
  ])
  await runAt(t, nine('2026-12-21'))
  expect((await messagesOf(part)).slice(2)).toEqual([`${DUE} · sent`])
  expect(t.mails.at(-1)?.text).toContain('es de $ 15.000,00.')
})

test('SUS-04 el acuerdo que se cumple se agradece a cualquier hora, y el que se reversa antes de salir no', async () => {
  const one = await agreed()
  t.setNow(new Date('2026-12-15T01:00:00Z'))
  const { data } = await pay(one, 60_000, '2026-12-14')
  await write(one)
  expect(await sendAt(one, '2026-12-15T01:00:00Z')).toEqual(['Cumpliste tu acuerdo de pago · sent'])
  expect((await noticesOf(one)).some((text) => text.startsWith('Cumpliste el acuerdo de pago'))).toBe(true)
  await one.financial.call(manualPaymentApi.reverse, {
    params: { id: data.id },
    body: { reason: 'Cheque devuelto' },
    headers: newKey(),
  })
  await write(one)
  expect((await sendAt(one, nine('2026-12-15'))).slice(1)).toEqual(['Tu acuerdo de pago sigue vigente · sent'])
})

test('SUS-04 el acuerdo que no se cumple se avisa; si se pagó a tiempo y se cargó después, el aviso que esperaba no sale', async () => {
  const one = await agreed()
  await runAt(t, nine('2026-12-22'))
  await write(one)
  // The notice of the cut left on that day.
  expect((await sendAt(one, nine('2026-12-23'))).at(-1)).toBe('Tu acuerdo de pago se terminó · sent')
  expect(t.mails.at(-1)?.text).toContain('no se pagó a tiempo y el acuerdo se terminó')
  expect((await noticesOf(one))[0]).toBe(
    `Se terminó el acuerdo de pago del contrato ${one.no_contract} porque una cuota no se pagó a tiempo: mira lo que debes`,
  )

  const late = await agreed()
  await runAt(t, nine('2026-12-22'))
  await write(late)
  await pay(late, 20_000, '2026-12-21')
  await write(late)
  expect((await sendAt(late, nine('2026-12-23'))).at(-1)).toBe(
    'Tu acuerdo de pago se terminó · dropped · El acuerdo está vigente otra vez',
  )
})

test('SUS-04 de un acuerdo que se cancela no salen los avisos que esperaban, y con otro en su lugar no se avisa que se canceló', async () => {
  const one = await agreed()
  await write(one)
  await cancel(one)
  await write(one)
  expect(await sendAt(one, nine('2026-12-15'))).toEqual([
    `${MADE(one)} · dropped · El acuerdo ya terminó`,
    'Cancelamos tu acuerdo de pago · sent',
  ])

  const again = await agreed()
  await cancel(again)
  await agree(again)
  await write(again)
  expect(await sendAt(again, nine('2026-12-15'))).toEqual([`${MADE(again)} · sent`])
})

test('SUS-05 R5.3 a quien no autoriza el correo para cobros no le llega, y quien no tiene correo lo lee en el portal', async () => {
  const one = await agreed()
  const consent = { client_id: one.clientId, purpose: 'contact_email' as const, is_granted: false }
  await one.financial.call(consentApi.say, { body: { consent } })
  await write(one)
  expect((await sendAt(one, nine('2026-12-15')))[0]).toContain('· failed · El cliente no autoriza')

  const none = await agreed({ email: null })
  await write(none)
  await runAt(t, nine('2026-12-18'))
  await runAt(t, nine('2026-12-21'))
  expect(await messagesOf(none)).toEqual([])
  expect((await noticesOf(none)).filter((text) => text.startsWith('Paga $'))).toHaveLength(1)
})
