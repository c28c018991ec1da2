import { reportApi } from '#domain/reports/api.ts'
import { reportScheduleApi } from '#domain/reports/schedule-api.ts'
import type { Company } from '../world.ts'
import { casesOf, theirs } from './case.ts'

const schedule = (user: string) => ({
  schedule: { report: 'facturacion', every: 'month', format: 'pdf', user_ids: [user] },
})

/** A schedule of a new user of the desk. */
async function withSchedule(company: Company) {
  const by = await company.person('financial')
  const { data } = await by.call(reportScheduleApi.create, { body: schedule(by.id) })
  return { by, wire: { params: { id: data.id } } }
}

const scheduleCases = casesOf(reportScheduleApi, {
  list: { may: { admin: 200, financial: 200 } },
  people: { may: { admin: 200, financial: 200 } },
  create: {
    may: { admin: theirs(201), financial: theirs(201) },
    sample: async (_t, company) => {
      const by = await company.person('financial')
      return { by, wire: { body: schedule(by.id) } }
    },
  },
  remove: {
    may: { admin: theirs(200), financial: theirs(200) },
    sample: (_t, company) => withSchedule(company),
  },
})

const readCases = casesOf(reportApi, {
  catalogue: { may: { admin: 200, financial: 200 } },
  get: { may: { admin: 200, financial: 200 }, request: () => ({ params: { name: 'facturacion' } }) },
})

export const reportCases = [...readCases, ...scheduleCases]
