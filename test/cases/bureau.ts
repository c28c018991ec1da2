import { BUREAU_STATE_LABELS } from '#domain/collections/bureau.ts'
import { bureauApi } from '#domain/collections/bureau-api.ts'
import { addDays, dayOf } from '#domain/core/days.ts'
import { BUREAU_POLICY } from '../bureau.ts'
import { asSuperuser } from '../sealing.ts'
import type { Company, Person, TestApp } from '../world.ts'
import { billed } from './billed.ts'
import { casesOf, FILTERS, filter, type Sample, sampleBy, theirs } from './case.ts'

type Step = 'unnotified' | 'notified' | 'reportable' | 'disputed' | 'paid'

/**
 * A debt of a client: without a notice, with one of today or of a month ago, or that was reported and is in dispute or has nothing left to
 * pay.
 */
async function makeCase(t: TestApp, company: Company, step: Step): Promise<{ by: Person; id: string }> {
  const { by } = await billed(t, company)
  const today = dayOf(new Date())
  const sent = step === 'notified' ? today : addDays(today, -30)
  await asSuperuser(t, [
    `update invoices set issued_on = '2026-01-02', due_on = '2026-01-09', last_payable_on = '2026-01-09'
       ${step === 'paid' ? ', balance = 0' : ''} where company_id = $1`,
    [company.id],
  ])
  await t.owner.query(
    `insert into consents (company_id, client_id, purpose, is_granted, channel, text_version, actor_name)
     select company_id, client_id, 'credit_bureau', true, 'desk', '2026-11', 'Prueba' from invoices where company_id = $1`,
    [company.id],
  )
  const reported = step === 'paid' || step === 'disputed' ? [sent, 'Prueba', 100] : [null, null, null]
  const { rows } = await t.owner.query<{ id: string }>(
    `with one as (
       insert into bureau_cases (company_id, client_id, opened_on, reported_on, reported_by, reported_debt)
       select company_id, client_id, $2, $3, $4, $5 from invoices where company_id = $1 limit 1 returning *),
     invoice as (
       insert into bureau_case_invoices (company_id, case_id, invoice_id, reported)
       select o.company_id, o.id, i.id, o.reported_debt from one o join invoices i on i.company_id = o.company_id and i.client_id = o.client_id),
     message as (
       insert into messages (company_id, kind, category, client_id, to_email, subject, text_body, html_body, sender, status, sent_at)
       select company_id, 'suspension', 'cobranza', client_id, 'x@correo.test', 'Aviso', 'Aviso', 'Aviso', 'Empresa', 'sent', at
       from one cross join (values ($2::timestamptz), ($2::timestamptz - interval '2 days')) sent (at) returning *)
     insert into bureau_notices (company_id, case_id, message_id, debt, written_on)
     select o.company_id, o.id, m.id, (select sum(total) from invoices where company_id = $1), $2
     from one o join message m on m.company_id = o.company_id returning case_id as id`,
    [company.id, sent, ...reported],
  )
  if (step === 'unnotified') await asSuperuser(t, ['delete from bureau_notices where company_id = $1', [company.id]])
  if (step === 'disputed') {
    await t.owner.query(
      `insert into disputes (company_id, invoice_id, amount, reason, opened_by) select company_id, id, 100, 'Prueba', 'Prueba' from invoices
       where company_id = $1`,
      [company.id],
    )
  }
  return { by, id: rows[0]?.id ?? '' }
}

const sampleOf =
  (step: Step, body: Record<string, unknown>): Sample =>
  async (t, company) => {
    const { by, id } = await makeCase(t, company, step)
    return { by, wire: { params: { id }, body } }
  }

const today = () => dayOf(new Date())

export const bureauCases = casesOf(bureauApi, {
  policy: { may: { financial: 200, admin: 200 } },
  savePolicy: { may: { admin: 200 }, sample: sampleBy('admin', () => ({ policy: BUREAU_POLICY })) },
  cases: {
    may: { financial: 200, admin: 200 },
    with: {
      q: { may: { financial: filter, admin: filter } },
      state: {
        may: { financial: 200, admin: 200 },
        request: () => ({ query: { state: Object.keys(BUREAU_STATE_LABELS)[0] ?? '' } }),
      },
    },
  },
  ofClient: {
    may: { client: 200, financial: 400 },
    with: { client_id: { may: { financial: filter }, request: FILTERS['client_id'] ?? (() => ({})) } },
  },
  notice: {
    may: { financial: theirs(200), admin: theirs(200) },
    request: (its) => ({ params: { id: its.bureauNotice } }),
  },
  paper: {
    may: { financial: theirs(409), admin: theirs(409) },
    request: (its) => ({ params: { id: its.bureauCase } }),
  },
  sendPaper: {
    may: { financial: theirs(409), admin: theirs(409) },
    request: (its) => ({
      params: { id: its.bureauCase },
      body: { paper: { sent_on: today(), guide: 'RA123456789CO' } },
    }),
    sample: sampleOf('unnotified', { paper: { sent_on: today(), guide: 'RA123456789CO' } }),
  },
  disputeNotified: {
    may: { financial: theirs(409), admin: theirs(409) },
    request: (its) => ({ params: { id: its.bureauCase }, body: { notified_on: today() } }),
    sample: sampleOf('disputed', { notified_on: today() }),
  },
  report: {
    may: { financial: theirs(409), admin: theirs(409) },
    request: (its) => ({ body: { report: { ids: [its.bureauCase], reported_on: today() } } }),
    sample: async (t, company) => {
      const { by, id } = await makeCase(t, company, 'reportable')
      return { by, wire: { body: { report: { ids: [id], reported_on: today() } } } }
    },
  },
  update: {
    may: { financial: theirs(409), admin: theirs(409) },
    request: (its) => ({ params: { id: its.bureauCase }, body: { updated_on: today() } }),
    sample: sampleOf('paid', { updated_on: today() }),
  },
  leaveOut: {
    may: { financial: theirs(409), admin: theirs(409) },
    request: (its) => ({ params: { id: its.bureauCase }, body: { reason: 'Prueba' } }),
    sample: sampleOf('notified', { reason: 'Prueba' }),
  },
})
