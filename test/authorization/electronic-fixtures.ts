import type { TestApp } from '../world.ts'

/** Inserts the electronic document of an invoice, with a step, the queue of its company and a reconciliation. */
export async function seedElectronic(
  t: TestApp,
  companyId: string,
  invoice: string,
  mark: string,
): Promise<{ electronic: string }> {
  await t.owner.query(
    `insert into electronic_queues (company_id, problem, problem_text, problem_since) values ($1, 'blocked', $2, now())
     on conflict do nothing`,
    [companyId, mark],
  )
  const { rows } = await t.owner.query<{ id: string }>(
    `insert into electronic_documents (company_id, kind, invoice_id, status, reason, reference, payload, provider_reasons)
     values ($1, 'invoice', $2, 'rejected', 'check_digit', $3 || gen_random_uuid(), '{}', jsonb_build_array(jsonb_build_object('message', $3::text)))
     on conflict (company_id, invoice_id) where kind = 'invoice' and not is_trial do update set status = excluded.status, reason = excluded.reason,
       reference = excluded.reference, payload = excluded.payload, provider_reasons = excluded.provider_reasons
     returning id`,
    [companyId, invoice, mark],
  )
  const electronic = rows[0]?.id ?? ''
  await t.owner.query(
    `insert into electronic_steps (company_id, document_id, at, to_status, text, author) values ($1, $2, now(), 'rejected', $3, $3)`,
    [companyId, electronic, mark],
  )
  await t.owner.query(
    `insert into electronic_reconciliations (company_id, period, asked_by, started_at) values ($1, '2026-01', 'Ana', now())`,
    [companyId],
  )
  await t.owner.query(
    `insert into electronic_acceptances (company_id, document_id, code, source, written_at) values ($1, $2, '030', 'provider', now())
     on conflict do nothing`,
    [companyId, electronic],
  )
  await t.owner.query(
    `insert into file_issuers (company_id, environment, sealed_pin, is_on, set_by) values ($1, 'test', '\\x00', false, $2)
     on conflict do nothing`,
    [companyId, mark],
  )
  return { electronic }
}
