import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { NewSchedule, Recipient, Schedule } from './schedule.ts'

const roles = ['admin', 'financial'] as const

/** The reports that are sent by e-mail (RPT-04). */
export const reportScheduleApi = api({
  list: {
    method: 'GET',
    path: '/report-schedule',
    summary: 'Los reportes que se envían solos por correo, con quién los recibe',
    roles,
    reply: z.object({ data: z.array(Schedule) }),
  },
  people: {
    method: 'GET',
    path: '/report-schedule/people',
    summary: 'Las personas de la empresa que pueden recibir un reporte por correo',
    roles,
    reply: z.object({ data: z.array(Recipient) }),
  },
  create: {
    method: 'POST',
    path: '/report-schedule',
    summary: 'Programa el envío de un reporte cada semana o cada mes',
    roles,
    status: 201,
    body: z.strictObject({ schedule: NewSchedule }),
    reply: z.object({ data: Schedule, message: z.string() }),
  },
  remove: {
    method: 'DELETE',
    path: '/report-schedule/:id',
    summary: 'Deja de enviar un reporte',
    roles,
    params: z.object({ id: z.uuid() }),
    reply: z.object({ data: Schedule, message: z.string() }),
  },
})
