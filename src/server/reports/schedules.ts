import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { SCHEDULES_MAX, scheduleLabel, sendDayAfter } from '#domain/reports/schedule.ts'
import { reportScheduleApi } from '#domain/reports/schedule-api.ts'
import { newId } from '#server/core/ids.ts'
import { implement } from '#server/core/verb.ts'
import { deleteSchedule, insertSchedule, listReceivers, listSchedules } from './schedule-queries.ts'

export const reportSchedules = implement(reportScheduleApi, {
  list: (ctx) => ctx.tx(async (tx) => ({ data: await listSchedules(tx) })),

  people: (ctx) => ctx.tx(async (tx) => ({ data: await listReceivers(tx) })),

  create: (ctx, { body: { schedule } }) =>
    ctx.tx(async (tx) => {
      // Two requests may add the last allowed one at once.
      await tx.lock('report_schedules')
      const { report, every, format } = schedule
      const user_ids = [...new Set(schedule.user_ids)]
      if ((await listSchedules(tx)).length >= SCHEDULES_MAX)
        throw new Refusal('conflict', `Ya hay ${SCHEDULES_MAX} envíos programados: quita uno antes de agregar otro`)
      const receivers = await listReceivers(tx)
      if (user_ids.some((id) => receivers.every((person) => person.id !== id)))
        throw refuseField('not_found', 'schedule.user_ids', 'Una de las personas no puede recibir reportes')
      const id = newId()
      const next_on = sendDayAfter(every, ctx.today)
      await insertSchedule(tx, { id, report, every, format, next_on, created_by: ctx.actor.name }, user_ids)
      const label = scheduleLabel(schedule)
      await tx.record('report_schedule.created', { entity_id: id, after: { label, people: user_ids.length } })
      const data = (await listSchedules(tx)).find((one) => one.id === id)
      if (!data) throw new Error('the schedule that was inserted is missing')
      return { data, message: `Programamos el envío: ${label}` }
    }),

  remove: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const data = (await listSchedules(tx)).find((one) => one.id === params.id)
      if (!data) throw notFound('Ese envío no existe')
      await deleteSchedule(tx, data.id)
      await tx.record('report_schedule.removed', { entity_id: data.id, before: { label: scheduleLabel(data) } })
      return { data, message: 'Ese reporte ya no se envía' }
    }),
})
