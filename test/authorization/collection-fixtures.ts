import type { TestApp } from '../world.ts'

/**
 * Inserts the rows of collections of a client: a policy and a run of the company, a decision, a notice, a term to reconnect, words of a
 * template, a kept promise, a kept agreement, and a case that was left out with its notice. Returns the ids of the run, the case and the notice.
 */
export async function seedCollections(
  t: TestApp,
  companyId: string,
  contract: string,
  mark: string,
): Promise<{ collectionRun: string; bureauCase: string; bureauNotice: string }> {
  const query = (text: string, values: unknown[]) => t.owner.query<{ id: string }>(text, values)
  await query(
    `insert into collection_policies (company_id, version, mode, overdue_days, minimum_debt, notice_days, avoids_weekends, avoids_eves,
       from_hour, to_hour, promise_days, promise_uses, promise_reconnects, reconnects, brake_percent, changed_by)
     values ($1, 1, 'off', 10, 0, 2, true, true, 8, 16, 5, 2, false, true, 5, $2) on conflict do nothing`,
    [companyId, mark],
  )
  await query(
    `insert into collection_runs (company_id, on_day, policy_version, is_trial, status, to_notify, to_cut, spared, cuts_max, approved_by,
       finished_at)
     values ($1, '2026-01-15', 1, false, 'done', 1, 0, '{}', 1, $2, now()) on conflict do nothing`,
    [companyId, mark],
  )
  const { rows } = await query('select id from collection_runs where company_id = $1', [companyId])
  const run = rows[0]?.id ?? ''
  await query(
    `insert into collection_decisions (company_id, run_id, contract_id, client_id, action, debt, overdue_days, outcome, reason, done_at)
     select company_id, $3, id, client_id, 'notify', 100, 1, 'skipped', $4, now() from contracts where company_id = $1 and no_contract = $2`,
    [companyId, contract, run, mark],
  )
  await query(
    `insert into collection_notices (company_id, contract_id, channel, debt, given_on, given_by)
     select company_id, id, 'call', 100, '2026-01-15', $3 from contracts where company_id = $1 and no_contract = $2`,
    [companyId, contract, mark],
  )
  await query(
    `insert into desk_contacts (company_id, client_id, channel, contacted_at, made_by)
     select company_id, client_id, 'call', '2026-01-15 15:00Z', $3 from contracts where company_id = $1 and no_contract = $2`,
    [companyId, contract, mark],
  )
  await query(
    `insert into reconnection_terms (company_id, contract_id, paid_at, due_on, cause, reconnected_at, problem)
     select company_id, id, now(), '2026-01-20', 'payment', now(), $3 from contracts where company_id = $1 and no_contract = $2`,
    [companyId, contract, mark],
  )
  await query(
    `insert into collection_templates (company_id, kind, subject, text) values ($1, 'cut', $2, $2) on conflict do nothing`,
    [companyId, mark],
  )
  await seedPromises(t, companyId, contract, mark)
  return { collectionRun: run, ...(await seedBureau(t, companyId, contract, mark)) }
}

async function seedPromises(t: TestApp, companyId: string, contract: string, mark: string): Promise<void> {
  await t.owner.query(
    `insert into payment_promises (company_id, contract_id, client_id, amount, made_on, until_on, made_by, side, outcome, ended_on)
     select company_id, id, client_id, 100, '2025-01-10', '2025-01-15', $3, 'empresa', 'kept', '2025-01-15'
     from contracts where company_id = $1 and no_contract = $2`,
    [companyId, contract, mark],
  )
  await t.owner.query(
    `with agreement as (
       insert into payment_agreements (company_id, contract_id, client_id, amount, made_on, made_by, outcome, ended_on)
       select company_id, id, client_id, 100, '2025-01-10', $3, 'kept', '2025-01-15' from contracts where company_id = $1 and no_contract = $2
       returning *),
     instalment as (
       insert into payment_agreement_instalments (company_id, agreement_id, position, due_on, amount)
       select company_id, id, 1, '2025-01-15', 100 from agreement),
     notice as (
       insert into agreement_notices (company_id, agreement_id, kind, position, amount) select company_id, id, 'due', 1, 100 from agreement)
     insert into payment_agreement_invoices (company_id, agreement_id, invoice_id, amount)
     select a.company_id, a.id, i.id, 100 from agreement a join invoices i on i.company_id = a.company_id and i.client_id = a.client_id limit 1`,
    [companyId, contract, mark],
  )
}

async function seedBureau(t: TestApp, companyId: string, contract: string, mark: string) {
  await t.owner.query(
    `insert into bureau_policies (company_id, version, is_on, bureau, overdue_days, minimum_debt, changed_by)
     values ($1, 1, false, $2, 60, 0, $2) on conflict do nothing`,
    [companyId, mark],
  )
  await t.owner.query(`insert into bureau_days (company_id, on_day) values ($1, '2026-01-15') on conflict do nothing`, [
    companyId,
  ])
  const { rows } = await t.owner.query<{ case_id: string; id: string }>(
    `with one as (
       insert into bureau_cases (company_id, client_id, opened_on, outcome, closed_on, closed_by, reason)
       select company_id, client_id, '2026-01-15', 'left_out', '2026-01-15', $3, $3 from contracts where company_id = $1 and no_contract = $2
       returning *),
     invoice as (
       insert into bureau_case_invoices (company_id, case_id, invoice_id)
       select o.company_id, o.id, i.id from one o join invoices i on i.company_id = o.company_id and i.client_id = o.client_id),
     message as (
       insert into messages (company_id, kind, category, client_id, to_email, subject, text_body, html_body, sender, status, problem)
       select company_id, 'suspension', 'cobranza', client_id, 'x@correo.test', $3, $3, $3, $3, 'failed', $3 from one returning *)
     insert into bureau_notices (company_id, case_id, message_id, debt, written_on)
     select o.company_id, o.id, m.id, 100, '2026-01-15' from one o join message m on m.company_id = o.company_id
     returning case_id, id`,
    [companyId, contract, mark],
  )
  return { bureauCase: rows[0]?.case_id ?? '', bureauNotice: rows[0]?.id ?? '' }
}
