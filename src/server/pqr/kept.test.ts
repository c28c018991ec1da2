import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { SAMPLE_PDF } from '#test/cases/case.ts'
import { after, filedCase, morningOf } from '#test/cases/filed.ts'
import { upload } from '#test/upload.ts'
import { testApp } from '#test/world.ts'
import { runClock } from './clock.ts'

const t = testApp()

const REFUSED = /append-only|never edited/

/** A case with a file, whose positive silence left its two tasks. */
async function silenced() {
  t.setNow(morningOf('2026-11-20'))
  const made = await filedCase(t, await t.company())
  const params = { id: made.filed.id }
  expect(
    (await upload(t, made.client, pqrApi.files, { name: 'a.pdf', bytes: SAMPLE_PDF }, {}, {}, { params })).status,
  ).toBe(200)
  t.setNow(after(made.filed.answer_by))
  await runClock(t.world)
  const read = async () => (await made.by.call(pqrApi.get, { params })).data
  return { ...made, params, read }
}

/** Tries each statement as the owner of the tables, who has every grant. */
async function assertRefused(statements: readonly string[]): Promise<void> {
  for (const statement of statements) await expect(t.owner.query(statement), statement).rejects.toThrow(REFUSED)
}

test('PQR-09 nada de lo radicado se edita: ni quién, ni qué, ni cuándo, ni por dónde quiere su respuesta', async () => {
  const { filed, read } = await silenced()
  const before = await read()
  const changes = [
    `reference = 'RI-2026-999999'`,
    `type = 'peticion'`,
    `subject = 'Otro asunto'`,
    `text = 'Otra cosa'`,
    `petitioner_name = 'Otra persona'`,
    `petitioner_identification = '1'`,
    `petitioner_email = 'otra@correo.test'`,
    `filed_on = '2026-11-27'`,
    `filed_at = now()`,
    `filed_by = 'Otra persona'`,
    `first_answer_by = '2027-12-14'`,
    `filed_typology = 'fraude'`,
    `filed_service = 'television'`,
    `channel = 'telefono'`,
    `response_channel = 'portal'`,
    `client_id = null`,
    `digest = '\\x00'`,
  ]
  await assertRefused([
    ...changes.map((change) => `update pqr_cases set ${change} where id = '${filed.id}'`),
    `delete from pqr_cases where id = '${filed.id}'`,
    'truncate pqr_cases cascade',
  ])
  expect(await read()).toEqual(before)
})

test('PQR-09 nada de la conversación de un caso se edita, se quita ni se vacía', async () => {
  const { filed, read } = await silenced()
  const { entries } = await read()
  expect(entries.length).toBeGreaterThan(0)
  const of = `where case_id = '${filed.id}'`
  await assertRefused([
    `update pqr_entries set text = 'otra cosa' ${of}`,
    `delete from pqr_entries ${of}`,
    'truncate pqr_entries cascade',
  ])
  expect((await read()).entries).toEqual(entries)
})

test('PQR-09 los archivos de un caso no se cambian, no se quitan y no se vacían', async () => {
  const { filed, read } = await silenced()
  const of = `where case_id = '${filed.id}'`
  await assertRefused([
    `update pqr_files set name = 'otro.pdf' ${of}`,
    `update pqr_files set stored = repeat('0', 64) ${of}`,
    `update pqr_files set is_internal = true ${of}`,
    `delete from pqr_files ${of}`,
    'truncate pqr_files',
  ])
  expect((await read()).files.map(({ name }) => name)).toEqual(['a.pdf'])
})

test('PQR-09 R3.6 las tareas de 72 horas no se quitan ni dicen otra cosa: solo se hacen, una vez', async () => {
  const { by, params, filed, read } = await silenced()
  const of = `where case_id = '${filed.id}'`
  const { tasks } = await read()
  expect(tasks.length).toBe(2)
  await assertRefused([
    `delete from pqr_tasks ${of}`,
    'truncate pqr_tasks',
    `update pqr_tasks set text = 'Nada' ${of}`,
    `update pqr_tasks set due_at = due_at + interval '30 days' ${of}`,
    `update pqr_tasks set due_at = due_at + interval '30 days', done_at = now(), done_by = 'Nadie' ${of}`,
  ])
  expect((await read()).tasks).toEqual(tasks)
  const task_id = tasks.find(({ text }) => text === 'Haz lo que el usuario pidió')?.id ?? ''
  await by.call(pqrApi.task, { params: { ...params, task_id }, body: { note: 'Hecho' } })
  await assertRefused([
    `update pqr_tasks set done_at = null, done_by = null where id = '${task_id}'`,
    `update pqr_tasks set done_by = 'Otra persona' where id = '${task_id}'`,
    `update pqr_tasks set is_stopped = true where id = '${task_id}'`,
  ])
})
