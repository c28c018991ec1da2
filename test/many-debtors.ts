/**
 * Clients of a company ($1) with a contract of a plan ($2) each and an invoice that was payable until October 15, 2026: $3 of them, of which
 * the first $4 are suspended, and the others were notified on December 1.
 */
export const MANY_DEBTORS = `
  with people as (
    insert into users (company_id, role, username, first_name, last_name)
    select $1::uuid, 'client', $1::uuid::text || '.' || n, 'Yenny', 'Bohórquez' from generate_series(1, $3::int) n returning id
  ),
  numbered as (select id, row_number() over () as n from people),
  made as (
    insert into clients (company_id, user_id, type_identification, identification, first_name, last_name, stratum, address, department, city,
      municipality_code, payment_date)
    select $1::uuid, id, 'CC', (1000000000 + n)::text, 'Yenny', 'Bohórquez ' || n, 2, 'Calle ' || n, 'Antioquia', 'Medellín', '05001', 10
    from numbered returning id, identification::bigint - 1000000000 as n
  ),
  signed as (
    insert into contracts (company_id, no_contract, plan_id, status, client_id, address, department, city, municipality_code, stratum,
      date_contract, billing_cut_day, signed_at, active_from)
    select $1::uuid, (select initial_letter from companies where id = $1::uuid) || '-' || lpad(n::text, 6, '0'), $2::uuid,
      case when n <= $4::int then 'suspended' else 'active' end, id, 'Calle 1', 'Antioquia', 'Medellín', '05001', 2, '2025-01-01', 1, now(),
      '2025-01-01'
    from made returning id, client_id, no_contract, status
  ),
  owed as (
    insert into invoices (company_id, prefix, number, kind, client_id, contract_id, period, issued_on, due_on, last_payable_on, subtotal,
      vat, total, snapshot, balance)
    select $1::uuid, 'FV', row_number() over (), 'one_off', client_id, id, '2026-10', '2026-10-05', '2026-10-15', '2026-10-15', 6990000, 0,
      6990000, '{}', 6990000
    from signed
  ),
  notified as (
    insert into collection_notices (company_id, contract_id, channel, debt, given_on, given_by)
    select $1::uuid, id, 'paper', 6990000, '2026-12-01', 'Prueba' from signed where status = 'active'
  )
  insert into collection_notices (company_id, contract_id, channel, debt, given_on, given_by, used_at)
  select $1::uuid, id, 'paper', 6990000, '2026-11-01', 'Prueba', now() from signed, generate_series(1, 5) where status = 'suspended'`
