import { bulkApi } from '#domain/bulk/api.ts'
import { runJob } from '#server/bulk/worker.ts'
import { BULK_WORK } from '#server/bulk-work.ts'
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

/** The call about a job of e-mails that has ended. */
const undone: Sample = async (t, company) => {
  const { by, wire } = await onStarted(t, company)
  await t.owner.query("update clients set email = 'ana@correo.test' where company_id = $1", [company.id])
  await runJob(t.world, BULK_WORK, { company_id: company.id, job_id: wire.params?.['id'] })
  return { by, wire }
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
  undo: {
    may: { financial: theirs(409) },
    request: job,
    sample: undone,
  },
  file: { may: { financial: theirs(200) }, request: job },
})
