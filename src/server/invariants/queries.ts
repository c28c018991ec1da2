import {
  CONTRACT_STATUSES,
  type ContractAction,
  type ContractStatus,
  contractLifecycle,
} from '#domain/contracts/lifecycle.ts'
import { ATTEMPT_STATUSES, attemptLifecycle, OPEN_STATUSES } from '#domain/payments/attempt.ts'
import { ACCOUNTING_INVARIANTS } from './accounting-queries.ts'
import { AUDITED_ROWS } from './audited-rows.ts'
import { CASH_INVARIANTS } from './cash-queries.ts'
import { CREDIT_INVARIANTS } from './credit-queries.ts'
import { APPEND_ONLY, GUARDS, sqlList, sqlText } from './guards.ts'
import type { Invariant } from './invariant.ts'
import { COUNTERS, NUMBERS } from './number-queries.ts'
import { OUTAGE_INVARIANTS } from './outage-queries.ts'

/** The action of each event of a contract. The import creates contracts in service, with one event for the whole file. */
const ACTION_OF_EVENT: Readonly<Record<string, ContractAction>> = {
  'contract.signed': 'sign',
  'contract.activated': 'activate',
  'contract.suspended': 'suspend',
  'contract.reconnected': 'reconnect',
  'contract.ended': 'terminate',
  'contract.cancelled': 'cancel',
}

/** Every transition of the contract lifecycle: event, status before, status after. A retraction is recorded as a cancellation. */
const CONTRACT_EDGES = [...Object.entries(ACTION_OF_EVENT), ['contract.cancelled', 'retract'] as const].flatMap(
  ([event, action]) =>
    contractLifecycle.from(action).map((from) => [event, from, contractLifecycle.next(from, action) ?? from] as const),
)
const sqlRows = (rows: readonly (readonly string[])[]): string =>
  [...new Set(rows.map((row) => `(${sqlList(row)})`))].join(', ')
/** An event leads to one status, whatever the status before it. */
const STATUS_AFTER_EVENT = sqlRows(CONTRACT_EDGES.map(([event, , after]) => [event, after]))
const STATUS_BEFORE_EVENT = sqlRows(CONTRACT_EDGES.map(([event, before]) => [event, before]))

/** Every transition of a payment attempt that an event may record: status before, status after. Sending an attempt records no event. */
const ATTEMPT_EDGES = ATTEMPT_STATUSES.flatMap((from) =>
  (['accept', 'lose', 'approve', 'decline', 'fail', 'expire', 'void'] as const).flatMap((action) => {
    const to = attemptLifecycle.next(from, action)
    return to === null ? [] : [`(${sqlList([from, to])})`]
  }),
).join(', ')
const OPEN_ATTEMPTS = sqlList(OPEN_STATUSES)

/** For each status of a contract, the SQL condition that its row must not meet. */
const BROKEN_CONDITIONS: Readonly<Record<ContractStatus, string>> = {
  draft: 'signed_at is not null or active_from is not null',
  awaiting_installation: 'signed_at is null or active_from is not null',
  active: 'active_from is null',
  suspended: 'active_from is null',
  terminated: 'active_to is null',
  cancelled: 'active_from is not null',
}
const BROKEN_STATE = CONTRACT_STATUSES.map(
  (status) => `(status = ${sqlText(status)} and (${BROKEN_CONDITIONS[status]}))`,
).join(' or ')

/** I1 to I13 and I15 to I18; the rest are in CREDIT_INVARIANTS, ACCOUNTING_INVARIANTS, CASH_INVARIANTS and OUTAGE_INVARIANTS. Run them as the database's owner, which sees every company, in one snapshot. */
export const INVARIANTS: readonly Invariant[] = [
  {
    id: 'I1',
    rule: 'el diario cuadra: cada movimiento tiene valor y va de una cuenta a otra distinta',
    sql: `select company_id, id::text as example from journal
      where amount <= 0 or debit_account = credit_account
        or (invoice_id is null and 'receivable' in (debit_account, credit_account))`,
  },
  {
    id: 'I2',
    rule: 'cada documento suma: renglones, IVA y total',
    sql: `
      select coalesce(i.company_id, l.company_id) as company_id, coalesce(i.prefix || '-' || i.number, l.invoice_id::text) as example
      from invoices i
      full join (
        select company_id, invoice_id, sum(base) as base, sum(vat) as vat,
          bool_and(total = base + vat and abs(vat - round(base * vat_bps / 10000.0)) <= 1) as is_right
        from invoice_lines group by company_id, invoice_id
      ) l on l.company_id = i.company_id and l.invoice_id = i.id
      where i.id is null or i.total <> i.subtotal + i.vat or l.base is distinct from i.subtotal or l.vat is distinct from i.vat or not l.is_right
      union all
      select n.company_id, 'NC-' || n.number from credit_notes n
      where n.total <> n.subtotal + n.vat
        or n.subtotal <> (select sum((line ->> 'base')::bigint) from jsonb_array_elements(n.lines) line)
        or n.vat <> (select sum((line ->> 'vat')::bigint) from jsonb_array_elements(n.lines) line)`,
  },
  {
    id: 'I3',
    rule: 'los números van de 1 en 1, sin huecos, sin repetidos y dentro de su rango',
    sql: `
      select coalesce(n.company_id, c.company_id) as company_id, coalesce(n.kind || ' ' || n.prefix, c.kind || ' ' || c.prefix) as example
      from (
        select company_id, kind, prefix, count(*) as count, count(distinct number) as different, min(number) as first, max(number) as last
        from (${NUMBERS}) numbered group by company_id, kind, prefix
      ) n
      full join (${COUNTERS}) c using (company_id, kind, prefix)
      where n.count is distinct from c.last or n.different <> n.count or n.first <> 1 or n.last <> n.count or c.last > c.max`,
  },
  {
    id: 'I4',
    rule: 'cada saldo es lo que dice el diario',
    sql: `
      select i.company_id, i.prefix || '-' || i.number as example from invoices i
      left join (
        select company_id, invoice_id,
          sum(case when debit_account = 'receivable' then amount when credit_account = 'receivable' then -amount else 0 end) as balance,
          sum(amount) filter (where debit_account = 'receivable' and payment_id is null and adjustment_id is null) as posted
        from journal where invoice_id is not null group by company_id, invoice_id
      ) j on j.company_id = i.company_id and j.invoice_id = i.id
      where j.balance is distinct from i.balance or j.posted is distinct from i.total
      union all
      select k.company_id, k.identification from clients k
      join (
        select company_id, client_id, sum(case when credit_account = 'credit' then amount else -amount end) as credit
        from journal where 'credit' in (debit_account, credit_account) group by company_id, client_id
      ) c on c.company_id = k.company_id and c.client_id = k.id
      where c.credit < 0`,
  },
  {
    id: 'I5',
    rule: 'un pago entra a las cuentas una sola vez, y su reverso devuelve lo mismo',
    sql: `
      select p.company_id, 'RC-' || p.number as example from payments p
      left join payment_reversals r on r.company_id = p.company_id and r.payment_id = p.id
      left join (
        select company_id, payment_id,
          sum(amount) filter (where debit_account in ('cash', 'withholding')) as came,
          sum(amount) filter (where credit_account in ('cash', 'withholding')) as went
        from journal where payment_id is not null group by company_id, payment_id
      ) j on j.company_id = p.company_id and j.payment_id = p.id
      where j.came is distinct from p.amount + p.retefuente + p.reteiva + p.reteica
        or coalesce(j.went, 0) <> case when r.payment_id is null then 0 else p.amount + p.retefuente + p.reteiva + p.reteica end
      union all
      select company_id, 'transacción ' || reference from payments where attempt_id is not null
      group by company_id, reference having count(*) > 1`,
  },
  {
    id: 'I6',
    rule: 'hay una sola factura mensual por contrato y período',
    sql: `select company_id, min(prefix || '-' || number) as example from invoices
      where kind = 'period' group by company_id, contract_id, period having count(*) > 1`,
  },
  {
    id: 'I7',
    rule: 'lo aplicado no supera el pago ni lo que debía la factura',
    sql: `
      select company_id, prefix || '-' || number as example from invoices where balance < 0 or balance > total
      union all
      select p.company_id, 'RC-' || p.number from payments p
      join (
        select company_id, payment_id, sum(amount) as applied from journal
        where payment_id is not null and credit_account = 'receivable' and debit_account in ('cash', 'withholding')
        group by company_id, payment_id
      ) j on j.company_id = p.company_id and j.payment_id = p.id
      where j.applied > p.amount + p.retefuente + p.reteiva + p.reteica
      union all
      select a.company_id, a.reference from payment_attempts a
      left join (select company_id, attempt_id, sum(amount) as amount from payment_attempt_invoices group by 1, 2) l
        on l.company_id = a.company_id and l.attempt_id = a.id
      where l.amount is distinct from a.amount`,
  },
  {
    id: 'I8',
    rule: 'las notas crédito no superan su factura',
    sql: `
      select i.company_id, i.prefix || '-' || i.number as example from invoices i
      left join (select company_id, invoice_id, sum(total) as credited from credit_notes group by company_id, invoice_id) n
        on n.company_id = i.company_id and n.invoice_id = i.id
      where i.credited > i.total or i.credited <> coalesce(n.credited, 0)`,
  },
  {
    id: 'I9',
    rule: 'lo emitido no se toca: sus guardas están puestas y cada corrida suma lo que emitió',
    sql: `
      select null::uuid as company_id, guard.on_table || '.' || guard.trigger as example
      from (values ${GUARDS}) guard (on_table, trigger)
      where not exists (
        select from pg_trigger t where t.tgrelid = guard.on_table::regclass and t.tgname = guard.trigger and t.tgenabled <> 'D'
      )
      union all
      select null, table_name from information_schema.table_privileges
      where grantee like 'enlace\\_%' and grantee <> current_user and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')
        and table_name in (${sqlList(APPEND_ONLY)}, 'invoices') and table_schema = current_schema()
      union all
      select r.company_id, 'corrida ' || r.period from runs r
      left join (select company_id, run_id, count(*) as created, sum(total) as amount from invoices where run_id is not null group by 1, 2) i
        on i.company_id = r.company_id and i.run_id = r.id
      where r.created <> coalesce(i.created, 0) or r.amount <> coalesce(i.amount, 0)`,
  },
  {
    id: 'I10',
    rule: 'cada contrato y cada pago en línea está donde su historia lo dejó, y solo por pasos permitidos',
    sql: `
      select company_id, no_contract as example from contracts where ${BROKEN_STATE}
      union all
      select h.company_id, h.entity_id from (
        select s.company_id, s.entity_id, s.name, s.before ->> 'status' as before, e.after,
          lag(e.after) over w as left_in, lead(s.name) over w as next_step, c.status
        from events s
        join contracts c on c.company_id = s.company_id and c.id::text = s.entity_id
        join (values ${STATUS_AFTER_EVENT}) e (name, after) on e.name = s.name
        window w as (partition by s.company_id, s.entity_id order by s.id)
      ) h
      where (h.before <> h.left_in) or ((h.name, coalesce(h.left_in, h.before)) not in (${STATUS_BEFORE_EVENT}))
        or (h.next_step is null and h.after <> h.status)
      union all
      select h.company_id, h.reference from (
        select a.company_id, a.reference, a.status, s.before ->> 'status' as before, s.after ->> 'status' as after,
          lag(s.after ->> 'status', 1, 'submitted') over w as left_in, lead(s.id) over w as next_step
        from payment_attempts a
        left join events s on s.company_id = a.company_id and s.entity_id = a.id::text and s.name = 'attempt.moved'
        window w as (partition by a.company_id, a.id order by s.id)
      ) h
      where case when h.after is null then h.status not in ('created', 'submitted')
        else (h.before, h.after) not in (${ATTEMPT_EDGES}) or (h.before <> h.left_in and h.before <> 'created')
          or (h.next_step is null and h.after <> h.status) end`,
  },
  {
    id: 'I11',
    rule: 'una llave de idempotencia tiene a lo sumo un efecto',
    sql: `select company_id, min(key) as example from idempotency_keys group by company_id, user_id, route, key having count(*) > 1`,
  },
  {
    id: 'I12',
    rule: 'cada aviso de un proveedor termina aplicado, descartado o apartado en una hora',
    sql: `select company_id, coalesce(transaction_id, id::text) as example from provider_events
      where outcome is null and (verdict = 'unverified' or received_at < now() - interval '1 hour')`,
  },
  {
    id: 'I13',
    rule: 'cada hecho dejó su registro en la bitácora',
    sql: `
      select f.company_id, f.name || ' ' || f.entity_id as example from (${AUDITED_ROWS}) f
      where not exists (select from events e where e.company_id = f.company_id and e.name = f.name and e.entity_id = f.entity_id)`,
  },
  {
    id: 'I15',
    rule: 'ningún pago en línea queda a medias: lo abierto se sigue preguntando, y lo que termina libera sus facturas',
    sql: `
      select a.company_id, a.reference as example from payment_attempts a
      where (a.status in (${OPEN_ATTEMPTS}) and a.next_check_at is null)
        or (a.next_check_at is not null and a.status not in (${OPEN_ATTEMPTS}, 'expired'))
        or (a.next_check_at is not null and a.created_at < now() - interval '9 days')
        or (a.status in (${OPEN_ATTEMPTS})) <> (a.settled_at is null)
        or (a.status in (${OPEN_ATTEMPTS}) and a.created_at < now() - interval '9 days')
        or (a.status = 'created' and a.transaction_id is not null)
      union all
      select a.company_id, a.reference from payment_attempts a
      join payment_attempt_invoices l on l.company_id = a.company_id and l.attempt_id = a.id
      where l.is_open <> (a.status in (${OPEN_ATTEMPTS}))`,
  },
  {
    id: 'I16',
    rule: 'nada cruza de una empresa a otra, ni de un cliente a otro',
    sql: `
      select null::uuid as company_id, c.conrelid::regclass || ' ' || c.conname as example from pg_constraint c
      where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
        and exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'company_id' and not a.attisdropped)
        and exists (select from pg_attribute a where a.attrelid = c.confrelid and a.attname = 'company_id' and not a.attisdropped)
        and not exists (
          select from unnest(c.conkey, c.confkey) k (own, other)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
          join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.other
          where a.attname = 'company_id' and b.attname = 'company_id'
        )
      union all
      select j.company_id, j.id::text from journal j
      left join invoices i on i.company_id = j.company_id and i.id = j.invoice_id
      left join payments p on p.company_id = j.company_id and p.id = j.payment_id
      where (j.invoice_id is not null and i.client_id is distinct from j.client_id)
        or (j.payment_id is not null and p.client_id is distinct from j.client_id)
      union all
      select i.company_id, i.prefix || '-' || i.number from invoices i
      join contracts c on c.company_id = i.company_id and c.id = i.contract_id
      where c.client_id <> i.client_id and not exists (
        -- The invoices of an earlier holder remain theirs, and the new one is billed in advance, before the day of the cession.
        select from contract_cessions x where x.company_id = c.company_id and x.contract_id = c.id and x.decision = 'accepted'
          and i.client_id in (x.from_client_id, x.to_client_id)
      )`,
  },
  {
    id: 'I17',
    rule: 'cada pago en línea aprobado tiene su recibo por el mismo valor, y ninguno más',
    sql: `
      select a.company_id, a.reference as example from payment_attempts a
      left join payments p on p.company_id = a.company_id and p.attempt_id = a.id
      left join payment_reversals r on r.company_id = p.company_id and r.payment_id = p.id
      where (a.status = 'approved' and (p.id is null or a.transaction_id is null))
        or (p.id is not null and (a.status not in ('approved', 'voided') or p.amount <> a.amount or p.client_id <> a.client_id
          or p.method <> a.method or p.reference is distinct from a.transaction_id))
        or (p.id is not null and (a.status = 'voided') <> (r.payment_id is not null))`,
  },
  {
    id: 'I18',
    rule: 'los totales de cada día son la suma de sus documentos',
    sql: `
      with documents as (
        select company_id, 'invoiced' as kind, issued_on as day, count(*) as documents, sum(total) as amount
        from invoices where kind in ('period', 'one_off') group by company_id, issued_on
        union all
        select company_id, 'collected', day, sum(documents)::bigint, sum(amount) from (
          select company_id, paid_on as day, 1 as documents, amount from payments union all select company_id, paid_on, 0, -amount from credit_refunds
          union all select r.company_id, r.reversed_on, 0, -p.amount from payment_reversals r join payments p on (p.company_id, p.id) = (r.company_id, r.payment_id)
        ) moved group by company_id, day)
      select coalesce(t.company_id, d.company_id) as company_id, coalesce(t.kind, d.kind) || ' ' || coalesce(t.day, d.day) as example
      from day_totals t full join documents d on d.company_id = t.company_id and d.kind = t.kind and d.day = t.day
      where coalesce(t.documents, 0) <> coalesce(d.documents, 0) or coalesce(t.amount, 0) <> coalesce(d.amount, 0)`,
  },
  {
    id: 'I30',
    rule: 'lo que guarda cada empresa es la suma de sus archivos',
    sql: `
      select coalesce(t.company_id, s.company_id) as company_id, 'archivos' as example from stored_totals t
      full join (select company_id, count(*) as files, sum(bytes) as bytes from stored_files group by company_id) s
        on s.company_id = t.company_id
      where coalesce(t.files, 0) <> coalesce(s.files, 0) or coalesce(t.bytes, 0) <> coalesce(s.bytes, 0)`,
  },
  ...CREDIT_INVARIANTS,
  ...ACCOUNTING_INVARIANTS,
  ...CASH_INVARIANTS,
  ...OUTAGE_INVARIANTS,
]
