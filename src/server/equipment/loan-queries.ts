import { sql } from 'kysely'
import type { Loan } from '#domain/equipment/unreturned.ts'
import type { Tx } from '#server/core/tx.ts'
import { dayInBogota } from '#server/db/days.ts'

/** The moves of a contract that are read, the newest first. */
const LOANS_MAX = 60

/**
 * The times that pieces were at a client: of one contract, or of one piece; the newest first, with the charge of each and what was
 * credited of its line.
 */
export async function listLoans(tx: Tx, of: { contractId: string } | { equipmentId: string }): Promise<Loan[]> {
  const condition = 'contractId' in of ? sql`contract_id = ${of.contractId}` : sql`equipment_id = ${of.equipmentId}`
  const { rows } = await sql<Loan>`
    select e.id, e.kind, e.brand, e.serial, e.mac, e.property, e.state, m.id as move_id, c.id as contract_id, c.no_contract, c.status,
      c.active_to, c.prices_include_vat as price_includes_vat, m.id = placed.id as is_last, last.from_state as moved_from,
      ${dayInBogota(sql`last.created_at`)} as moved_on, p.price as charge_price, p.invoice_id,
      i.prefix || '-' || i.number as invoice, l.description as line_description, l.total as line_total, n.credited as line_credited
    from (
      select * from equipment_moves where company_id = (select current_company()) and ${condition} and to_state = 'at_client'
      order by id desc limit ${LOANS_MAX}
    ) m
    cross join lateral (select * from equipment e where e.company_id = m.company_id and e.id = m.equipment_id offset 0) e
    cross join lateral (select * from contracts c where c.company_id = m.company_id and c.id = m.contract_id offset 0) c
    cross join lateral (
      select x.id from equipment_moves x
      where x.company_id = m.company_id and x.equipment_id = m.equipment_id and x.to_state = 'at_client' order by x.id desc limit 1
    ) placed
    cross join lateral (
      select x.from_state, x.created_at from equipment_moves x
      where x.company_id = m.company_id and x.equipment_id = m.equipment_id order by x.id desc limit 1
    ) last
    left join lateral (
      select p.price, p.description, p.invoice_id from pending_charges p
      where p.company_id = m.company_id and p.equipment_move_id = m.id offset 0
    ) p on true
    left join lateral (select i.prefix, i.number from invoices i where i.company_id = m.company_id and i.id = p.invoice_id offset 0) i on true
    left join lateral (
      select l.position, l.description, l.total from invoice_lines l
      where l.company_id = m.company_id and l.invoice_id = p.invoice_id and l.kind = 'equipment' and l.description = p.description
      order by l.position limit 1
    ) l on true
    left join lateral (
      select sum((part ->> 'base')::bigint + (part ->> 'vat')::bigint)::bigint as credited
      from credit_notes n cross join lateral jsonb_array_elements(n.lines) part
      where n.company_id = m.company_id and n.invoice_id = p.invoice_id and (part ->> 'position')::int = l.position
    ) n on true
    order by m.id desc`.execute(tx)
  return rows
}

/** The time of a piece at its last client. Undefined for a piece that was at none. */
export const getLastLoan = async (tx: Tx, equipmentId: string): Promise<Loan | undefined> =>
  (await listLoans(tx, { equipmentId })).find(({ is_last }) => is_last)
