import { bulkApi } from '#domain/bulk/api.ts'
import { billed } from './billed.ts'
import { casesOf, type Request, type Sample, theirs } from './case.ts'

const job: Request = (its) => ({ params: { id: its.bulkJob } })

const START = { action: 'send_invoices', query: '' }

/** The call about a job that has begun. */
const onStarted: Sample = async (t, company) => {
  const { by } = await billed(t, company)
  const { data } = await by.call(bulkApi.start, { body: START })
  return { by, wire: { params: { id: data.id } } }
}

export const bulkCases = casesOf(bulkApi, {
  start: {
    may: { financial: 202 },
    sample: async (t, company) => ({ by: (await billed(t, company)).by, wire: { body: START } }),
  },
  list: { may: { financial: 200 } },
  get: { may: { financial: theirs(200) }, request: job },
  items: { may: { financial: theirs(200) }, request: job },
  cancel: { may: { financial: theirs(200) }, sample: onStarted },
  file: { may: { financial: theirs(200) }, request: job },
})
