import type { TestApp } from '../world.ts'

/** Inserts the rare rows of a client: a reversed payment, a certificate, a refund, a closed balance, a pending charge, an exclusion from a run. */
export async function seedRareRows(t: TestApp, companyId: string, client: string, mark: string): Promise<void> {
  await t.owner.query(
    `insert into payment_reversals (company_id, number, payment_id, reason, reversed_on)
     select company_id, (select count(*) + 1 from payment_reversals where company_id = $1), id, $3, '2026-01-15' from payments where company_id = $1 and client_id = $2 limit 1`,
    [companyId, client, mark],
  )
  await t.owner.query(
    `insert into chart_accounts (company_id, use, account) values ($1, 'cash', '11050599') on conflict do nothing`,
    [companyId],
  )
  await t.owner.query(
    `insert into company_tax_regimes (company_id, from_on, is_vat_responsible, is_self_withholder, is_simple_regime, set_by)
     values ($1, '2020-01-01', true, false, false, $2) on conflict do nothing`,
    [companyId, mark],
  )
  await t.owner.query(
    `insert into withholding_certificates (company_id, payment_id, number)
     select company_id, id, $3 from payments where company_id = $1 and client_id = $2 limit 1`,
    [companyId, client, mark],
  )
  await t.owner.query(
    `insert into credit_refunds (company_id, number, client_id, amount, method, paid_on, reason, registered_by)
     values ($1, (select count(*) + 1 from credit_refunds where company_id = $1), $2, 100, 'efectivo', '2026-01-15', $3, $3)`,
    [companyId, client, mark],
  )
  await t.owner.query(
    `insert into contract_refunds (company_id, contract_id, client_id, amount, returned, due_on, closed_on)
     select company_id, id, client_id, 100, 100, '2026-01-20', '2026-01-15' from contracts where company_id = $1 and client_id = $2`,
    [companyId, client],
  )
  await t.owner.query(
    `with closing as (
       insert into balance_closings (company_id, posted_on, limit_amount, count, amount, registered_by)
       values ($1, '2026-01-15', 100, 1, 100, $3) returning *),
     adjustment as (
       insert into balance_adjustments (company_id, closing_id, client_id, invoice_id, amount, posted_on)
       select c.company_id, c.id, i.client_id, i.id, c.amount, c.posted_on
       from closing c join invoices i on i.company_id = c.company_id and i.client_id = $2 limit 1 returning *),
     note as (
       insert into write_off_moves (company_id, adjustment_id, client_id, invoice_id, kind, payment_id, amount, posted_on, registered_by)
       select a.company_id, a.id, a.client_id, a.invoice_id, 'recovery', p.id, 1, a.posted_on, $3
       from adjustment a join payments p on p.company_id = a.company_id and p.client_id = a.client_id limit 1)
     insert into balance_adjustment_reversals (company_id, adjustment_id, posted_on, reason, registered_by)
     select company_id, id, posted_on, $3, $3 from adjustment`,
    [companyId, client, mark],
  )
  await t.owner.query(
    `insert into pending_charges (company_id, contract_id, kind, description, price) 
     select $1, c.id, 'transfer', $3, 100 from contracts c where c.company_id = $1 and c.client_id = $2`,
    [companyId, client, mark],
  )
  await t.owner.query(
    `with valued as (
       insert into equipment_values (company_id, onu) values ($1, 18000000) on conflict (company_id) do nothing)
     insert into contract_equipment_values (company_id, contract_id, version, onu)
     select v.company_id, v.contract_id, v.version, 18000000 from contract_versions v
     join contracts c on c.company_id = v.company_id and c.id = v.contract_id where v.company_id = $1 and c.client_id = $2
     on conflict do nothing`,
    [companyId, client],
  )
  await t.owner.query(
    `insert into contract_transfers (company_id, contract_id, moves_on, address, department, city, municipality_code, segment, charge,
       cancelled_at, cancel_reason)
     select company_id, id, '2026-01-20', $3, $3, $3, '05001', 'residential', 100, now(), $3
     from contracts where company_id = $1 and client_id = $2`,
    [companyId, client, mark],
  )
  await t.owner.query(
    `insert into contract_cessions (company_id, contract_id, from_client_id, to_client_id, requested_on, answer_by, decision, decided_at,
       decided_reason)
     select c.company_id, c.id, c.client_id, k.id, '2026-01-10', '2026-01-31', 'refused', now(), $3
     from contracts c join clients k on k.company_id = c.company_id and k.id <> c.client_id
     where c.company_id = $1 and c.client_id = $2 limit 1`,
    [companyId, client, mark],
  )
  await t.owner.query('insert into stored_files (company_id, name, bytes) values ($1, $2, 1) on conflict do nothing', [
    companyId,
    mark,
  ])
  await t.owner.query(
    `insert into run_exclusions (company_id, run_id, contract_id, outcome, reason)
     select $1, r.id, c.id, 'skipped', $3 from runs r join contracts c using (company_id) where c.company_id = $1 and c.client_id = $2`,
    [companyId, client, mark],
  )
}

/** Inserts a task of a report, and its equipment. */
export async function seedReportRows(t: TestApp, reportId: string, mark: string): Promise<void> {
  await t.owner.query(
    `insert into report_tasks (company_id, report_id, reason) select company_id, id, $2 from installation_reports where id = $1
     on conflict (company_id, report_id) do update set reason = excluded.reason`,
    [reportId, mark],
  )
  await t.owner.query(
    `insert into report_equipment (company_id, report_id, equipment, technical_data, saved_by, saved_by_name)
     select company_id, id, jsonb_build_object('rows', array[jsonb_build_object('brand', $2::text), '{}', '{}']),
       jsonb_build_object('antenna_wan_ip', '10.0.0.1'), created_by, $2 from installation_reports where id = $1`,
    [reportId, mark],
  )
}

/** Inserts an outage of a contract, cancelled after a correction. Returns its id. */
export async function seedOutage(t: TestApp, companyId: string, no_contract: string, mark: string): Promise<string> {
  const { rows } = await t.owner.query<{ id: string }>(
    `with outage as (
       insert into outages (company_id, cause, started_at, ended_at, cancelled_at, cancel_reason, correction_reason, is_notified, created_by)
       values ($1, $3, '2026-01-15T12:00:00Z', '2026-01-15T18:00:00Z', now(), $3, $3, false, $3) returning *),
     place as (
       insert into outage_places (company_id, id, outage_id, position, municipality_code, department, city, started_at, ended_at, created_by)
       select company_id, id, id, 1, '05001', $3, $3, started_at, ended_at, $3 from outage),
     removed as (
       insert into outage_places (company_id, outage_id, position, municipality_code, department, city, started_at, ended_at, removed_at,
         remove_reason, created_by)
       select company_id, id, 2, '05002', $3, $3, started_at, ended_at, now(), $3, $3 from outage),
     affected as (
       insert into outage_contracts (company_id, outage_id, place_id, contract_id, month, from_on, minutes)
       select o.company_id, o.id, o.id, c.id, '2026-01', '2026-01-01', 360 from outage o join contracts c on c.company_id = o.company_id and c.no_contract = $2)
     select id from outage`,
    [companyId, no_contract, mark],
  )
  return rows[0]?.id ?? ''
}
