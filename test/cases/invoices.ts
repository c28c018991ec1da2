import { disputeApi, invoiceApi, runApi } from '#domain/invoices/api.ts'
import { creditNoteApi } from '#domain/invoices/credit-note-api.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { billed, served, visitBody } from './billed.ts'
import { casesOf, filter, own, type Request, type Roles, type Sample, theirs } from './case.ts'

const onInvoice =
  (body: object): Sample =>
  async (t, company) => {
    const { by, invoiceId } = await billed(t, company)
    return { by, wire: { params: { id: invoiceId }, body } }
  }

/** The call about a finished massive run. */
const onRun: Sample = async (t, company) => {
  const { by } = await served(t, company)
  const { data } = await by.call(runApi.start, { body: { period: '2026-01' } })
  await runMassive(t.world, { company_id: company.id, run_id: data.id })
  return { by, wire: { params: { id: data.id } } }
}

const DISPUTE = { amount: 1_000, reason: 'No lo pidió' }
const invoice: Request = (its) => ({ params: { id: its.invoice } })
const note: Request = (its) => ({ params: { id: its.note } })
const run: Request = (its) => ({ params: { id: its.run } })
const found: Roles = { financial: filter, client: filter }

const singleCases = casesOf(invoiceApi, {
  list: {
    may: { financial: 200, client: 200 },
    with: { client_id: { may: found }, q: { may: found }, no_contract: { may: found } },
  },
  total: {
    may: { financial: 200 },
    with: {
      client_id: { may: { financial: filter } },
      q: { may: { financial: filter } },
      no_contract: { may: { financial: filter } },
    },
  },
  get: { may: { financial: theirs(200), client: own(200) }, request: invoice },
  pdf: { may: { financial: theirs(200), client: own(200) }, request: invoice },
  revokeLink: { may: { financial: theirs(200) }, sample: onInvoice({}) },
  create: {
    may: { financial: theirs(201) },
    sample: async (t, company) => {
      const at = await served(t, company)
      return { by: at.by, wire: { body: visitBody(at) } }
    },
  },
  preview: {
    may: { financial: theirs(200) },
    request: (its) => ({ body: visitBody({ no_contract: its.contract }) }),
  },
  creditNote: { may: { financial: theirs(201) }, sample: onInvoice({ concept: 'No se hizo' }) },
  dispute: { may: { financial: theirs(200) }, sample: onInvoice(DISPUTE) },
  resolveDispute: {
    may: { financial: theirs(200) },
    sample: async (t, company) => {
      const { by, invoiceId } = await billed(t, company)
      const params = { id: invoiceId }
      await by.call(invoiceApi.dispute, { params, body: DISPUTE })
      return { by, wire: { params, body: { resolution: 'Se confirma' } } }
    },
  },
})

const noteCases = casesOf(creditNoteApi, {
  list: {
    may: { financial: 200 },
    with: { client_id: { may: { financial: filter } }, q: { may: { financial: filter } } },
  },
  get: { may: { financial: theirs(200), client: own(200) }, request: note },
  concepts: { may: { financial: 200 } },
  pdf: { may: { financial: theirs(200), client: own(200) }, request: note },
})

const runCases = casesOf(runApi, {
  preview: { may: { financial: 200 }, request: () => ({ body: { period: '2026-02' } }) },
  previewRows: {
    may: { financial: 200 },
    request: () => ({ query: { period: '2026-02' } }),
    with: {
      q: { may: { financial: filter }, request: (its) => ({ query: { period: '2026-02', q: its.cedula } }) },
    },
  },
  download: { may: { financial: 200 }, request: () => ({ query: { period: '2026-02' } }) },
  start: {
    may: { financial: 202 },
    sample: async (t, company) => ({ by: (await served(t, company)).by, wire: { body: { period: '2026-01' } } }),
  },
  list: { may: { financial: 200 } },
  get: { may: { financial: theirs(200) }, request: run },
  outcome: { may: { financial: theirs(200) }, request: run },
  retry: { may: { financial: theirs(202) }, sample: onRun },
})

const disputeCases = casesOf(disputeApi, { list: { may: { financial: 200 } } })

export const invoiceCases = [...singleCases, ...noteCases, ...disputeCases, ...runCases]
