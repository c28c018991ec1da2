import { afterEach, expect, test } from 'vitest'
import { reportScheduleApi } from '#domain/reports/schedule-api.ts'
import { type Company, testApp } from '#test/world.ts'
import { sendScheduled } from './send-scheduled.ts'

const t = testApp()
afterEach(() => t.setNow(null))
const on = (date: string) => t.setNow(new Date(`${date}T15:00:00Z`))

const mailsOf = async ({ id }: Company) =>
  (
    await t.owner.query<{ subject: string; to_email: string; file: string }>(
      `select m.subject, m.to_email, f.name as file from messages m join message_files f on (f.company_id, f.message_id) = (m.company_id, m.id)
       where m.company_id = $1 and m.kind = 'report' order by m.id`,
      [id],
    )
  ).rows

async function scheduled(every: 'week' | 'month') {
  on('2031-03-10')
  const company = await t.company()
  const financial = await company.person('financial')
  const admin = await company.person('admin')
  const { data } = await financial.call(reportScheduleApi.create, {
    body: { schedule: { report: 'facturacion', every, format: 'xlsx', user_ids: [financial.id, admin.id] } },
  })
  return { company, financial, admin, schedule: data }
}

test('RPT-04 un reporte mensual llega una vez por mes a quienes se eligió, con el mes que terminó', async () => {
  const { company, financial, admin, schedule } = await scheduled('month')
  expect([schedule.next_on, schedule.recipients.length]).toEqual(['2031-04-01', 2])
  await sendScheduled(t.world)
  expect(await mailsOf(company)).toEqual([])
  on('2031-04-01')
  await sendScheduled(t.world)
  await sendScheduled(t.world)
  const mails = await mailsOf(company)
  expect(mails.map(({ to_email }) => to_email).toSorted()).toEqual([financial.email, admin.email].toSorted())
  expect(mails[0]).toMatchObject({
    subject: 'Facturación: 1 de marzo de 2031 a 31 de marzo de 2031',
    file: 'facturacion-2031-03-01-2031-03-31.xlsx',
  })
  const { data } = await financial.call(reportScheduleApi.list)
  expect(data.map(({ next_on, last_on }) => [next_on, last_on])).toEqual([['2031-05-01', '2031-04-01']])
  expect(await t.events(company.id)).toContain('report_schedule.sent')
})

test('RPT-04 dos procesos a la vez envían cada período una vez, y lo que quedó atrasado se envía período por período', async () => {
  const { company } = await scheduled('week')
  on('2031-03-24')
  for (let round = 0; round < 3; round += 1) await Promise.all([sendScheduled(t.world), sendScheduled(t.world)])
  expect((await mailsOf(company)).map(({ file }) => file)).toEqual([
    'facturacion-2031-03-10-2031-03-16.xlsx',
    'facturacion-2031-03-10-2031-03-16.xlsx',
    'facturacion-2031-03-17-2031-03-23.xlsx',
    'facturacion-2031-03-17-2031-03-23.xlsx',
  ])
})

test('RPT-04 un proceso que muere a la mitad no deja medio envío: el siguiente lo hace completo', async () => {
  const { company } = await scheduled('week')
  on('2031-03-17')
  // The last statement of the transaction fails, as when the process is killed before its end.
  await t.owner.query(`create function refuse_sent() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
    create trigger refuse_sent before insert on events for each row when (new.name = 'report_schedule.sent') execute function refuse_sent()`)
  await sendScheduled(t.world)
  expect(await mailsOf(company)).toEqual([])
  await t.owner.query('drop trigger refuse_sent on events; drop function refuse_sent')
  await sendScheduled(t.world)
  expect(await mailsOf(company)).toHaveLength(2)
})

test('RPT-04 un envío que se quita no llega más, y quien ya no trabaja en la empresa no lo recibe', async () => {
  const { company, financial, admin, schedule } = await scheduled('week')
  await t.owner.query('update users set is_active = false where id = $1', [admin.id])
  on('2031-03-17')
  await sendScheduled(t.world)
  expect((await mailsOf(company)).map(({ to_email }) => to_email)).toEqual([financial.email])
  await financial.call(reportScheduleApi.remove, { params: { id: schedule.id } })
  on('2031-03-31')
  await sendScheduled(t.world)
  expect(await mailsOf(company)).toHaveLength(1)
})

test('RPT-04 un técnico o una persona de otra empresa no puede recibir un reporte', async () => {
  const { company, financial } = await scheduled('week')
  const [technical, foreigner] = [await company.person('technical'), await (await t.company()).person('financial')]
  for (const { id } of [technical, foreigner]) {
    const body = { schedule: { report: 'recaudo', every: 'month', format: 'pdf', user_ids: [id] } }
    const { status, json } = await financial.ask(reportScheduleApi.create, { body })
    expect([status, json.errors?.[0]?.field]).toEqual([404, 'schedule.user_ids'])
  }
})
