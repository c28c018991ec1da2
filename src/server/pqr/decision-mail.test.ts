import { afterAll, expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { after, filedCase, morningOf } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'
import { runClock } from './clock.ts'
import { writeMail } from './mail.ts'

const t = testApp()
afterAll(() => t.setNow(null))

const TO_SIC = { kind: 'reposicion_subsidio_apelacion', text: 'No es cierto' }
const LOST = /^Entrega la (?:respuesta|decisión del recurso) y registra el día de la entrega\. Su correo no le llegó/

/** A case of a client with an e-mail, whose mails a test sends or fails. */
async function byMail() {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, client, filed } = await filedCase(t, company, { typology: 'facturacion' })
  const params = { id: filed.id }
  const read = async () => (await by.call(pqrApi.get, { params })).data
  const open = async () => (await read()).tasks.filter(({ done_at }) => done_at === null)
  const finish = async (text: string) => {
    const task = (await open()).find((one) => one.text.startsWith(text))
    await by.call(pqrApi.task, { params: { ...params, task_id: task?.id ?? '' }, body: {} })
  }
  /** Answers, and writes the e-mail of the answer. */
  const answer = async (decision: string) => {
    const { data } = await by.call(pqrApi.answer, { params, body: { text: 'Revisamos su caso.', decision } })
    const entry_id = data.entries.findLast(({ kind }) => kind === 'answered' || kind === 'appeal_answered')?.id
    await writeMail(t.world, { company_id: company.id, case_id: filed.id, document: 'answer', entry_id })
    const setMail = (change: string) =>
      t.owner.query(`update messages set ${change} where company_id = $1 and dedupe = $2`, [
        company.id,
        `pqr:answer:${entry_id}`,
      ])
    return setMail
  }
  const appeal = () => client.call(pqrApi.appeal, { params, body: TO_SIC })
  const silence = async () => {
    t.setNow(after(filed.answer_by))
    await runClock(t.world)
    t.setNow(morningOf('2026-12-15'))
  }
  const clockOn = async (on: string) => {
    t.setNow(new Date(`${on}T00:00:01-05:00`))
    return runClock(t.world)
  }
  return { company, by, client, params, read, open, finish, answer, appeal, silence, clockOn }
}

const FAILED = `status = 'failed', next_try_at = null`

test('R3.13 PQR-06 la respuesta a un silencio cuyo correo falla le deja a la mesa la tarea de entregarla, y se registra su día', async () => {
  const it = await byMail()
  await it.silence()
  await (await it.answer('favor'))(FAILED)
  await it.finish('Haz lo que')
  expect([await it.open(), await it.clockOn('2026-12-16')]).toEqual([[], 1])
  const lost = await it.read()
  expect((await it.open()).map(({ text }) => text)).toEqual([expect.stringMatching(LOST)])
  expect([lost.due?.on, lost.actions.includes('deliver'), lost.entries.at(-1)?.is_internal]).toEqual([
    '2026-12-17',
    true,
    true,
  ])
  expect(await t.events(it.company.id)).toContain('pqr.not_notified')
  expect(await it.clockOn('2026-12-17')).toBe(0)
  const { data } = await it.by.call(pqrApi.deliver, { params: it.params, body: { delivered_on: '2026-12-16' } })
  expect([await it.open(), data.due]).toEqual([[], null])
})

test('R3.13 PQR-07 la decisión de un recurso cuyo correo falla deja la tarea de entregarla, también después de enviarlo a la SIC, cuyo plazo se avisa igual', async () => {
  for (const isSentFirst of [true, false]) {
    const it = await byMail()
    await (await it.answer('contra'))(`status = 'sent', sent_at = '2026-11-20T10:00:00-05:00', next_try_at = null`)
    await it.appeal()
    const setMail = await it.answer('contra')
    if (isSentFirst) await it.by.call(pqrApi.escalate, { params: it.params, body: {} })
    await setMail(FAILED)
    await it.clockOn('2026-11-21')
    const [task, ...others] = await it.open()
    expect([task?.text, others]).toEqual([expect.stringMatching(LOST), []])
    await it.by.call(pqrApi.deliver, { params: it.params, body: { delivered_on: '2026-11-21' } })
    expect(await it.open()).toEqual([])
    const { sic } = await it.read()
    await it.clockOn(sic?.transfer_by ?? '')
    expect((await t.events(it.company.id)).includes('pqr.transfer_due')).toBe(!isSentFirst)
    expect((await it.open()).length).toBe(0)
  }
})

test('R3.13 PQR-07 el correo de la decisión que sale no deja tarea; el que espera se mira cada día, y el que no se escribió está perdido', async () => {
  const sent = await byMail()
  await sent.silence()
  await sent.answer('favor')
  await sendDue(t.world)
  await sent.finish('Haz lo que')
  await sent.clockOn('2026-12-16')
  expect([await sent.open(), (await sent.read()).entries.some(({ kind }) => kind === 'notified')]).toEqual([[], false])

  const waits = await byMail()
  await waits.silence()
  const setMail = await waits.answer('favor')
  await waits.finish('Haz lo que')
  await waits.clockOn('2026-12-16')
  expect(await waits.open()).toEqual([])
  await setMail(FAILED)
  await waits.clockOn('2026-12-17')
  expect((await waits.open()).map(({ text }) => text)).toEqual([expect.stringMatching(LOST)])

  const unwritten = await byMail()
  await unwritten.silence()
  await unwritten.by.call(pqrApi.answer, { params: unwritten.params, body: { text: 'Queda.', decision: 'favor' } })
  await unwritten.finish('Haz lo que')
  await unwritten.clockOn('2026-12-16')
  expect((await unwritten.open()).map(({ text }) => text)).toEqual([expect.stringMatching(LOST)])
})

test('R3.13 PQR-06 la mesa no cierra una PQR mientras no salga el correo de su respuesta, y quien radicó la cierra cuando quiera', async () => {
  const close = ({ by, params }: Awaited<ReturnType<typeof byMail>>) => by.ask(pqrApi.close, { params, body: {} })
  const sent = await byMail()
  await sent.silence()
  await sent.answer('favor')
  await sent.finish('Haz lo que')
  const early = await close(sent)
  expect([early.status, early.json.message]).toEqual([
    409,
    'El correo con la respuesta no le ha llegado al usuario: ciérrala cuando salga',
  ])
  await sendDue(t.world)
  expect((await close(sent)).status).toBe(200)

  const lost = await byMail()
  await lost.silence()
  const setMail = await lost.answer('favor')
  await lost.finish('Haz lo que')
  await setMail(FAILED)
  expect((await close(lost)).status).toBe(409)
  await lost.clockOn('2026-12-16')
  expect((await lost.open()).map(({ text }) => text)).toEqual([expect.stringMatching(LOST)])
  await lost.by.call(pqrApi.deliver, { params: lost.params, body: { delivered_on: '2026-12-16' } })
  expect((await close(lost)).status).toBe(200)

  const read = await byMail()
  await read.silence()
  await read.answer('favor')
  await read.finish('Haz lo que')
  expect((await read.client.ask(pqrApi.close, { params: read.params, body: {} })).status).toBe(200)
})
