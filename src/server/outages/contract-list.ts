import { type RawBuilder, sql } from 'kysely'
import type { OutageContractQuery } from '#domain/outages/api.ts'
import type { OutageContract } from '#domain/outages/outage.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'
import { isCounted } from './affected.ts'

interface ListedRow extends Omit<OutageContract, 'client'> {
  readonly client_id: string
  readonly client_name: string
  readonly identification: string
}

/**
 * The contracts that an outage counts, in the order of their numbers: those without service in one of its places. Of a
 * device where it ended, those with minutes (`isCounted`). Their compensation is that of the months of the outage, also of other outages in them.
 */
export async function listOutageContracts(
  tx: Tx,
  filter: OutageContractQuery,
  range: RowRange,
): Promise<OutageContract[]> {
  const { rows } = await sql<ListedRow>`
    select h.id, h.no_contract, h.minutes, h.client_id, k.name as client_name, k.identification, k.phone, h.address, h.city,
      coalesce(sum(-p.price) filter (where p.invoice_id is not null), 0)::bigint as billed,
      coalesce(sum(-p.price) filter (where p.invoice_id is null), 0)::bigint as waiting
    from (${matching(filter)} order by c.no_contract ${pageOf(range)}) h
    join clients k on k.company_id = (select current_company()) and k.id = h.client_id
    left join pending_charges p on p.company_id = (select current_company()) and p.contract_id = h.id and p.compensates = any (h.months)
    group by h.id, h.no_contract, h.minutes, h.client_id, k.name, k.identification, k.phone, h.address, h.city
    order by h.no_contract`.execute(tx)
  return rows.map(({ client_id, client_name, identification, ...row }) => ({
    ...row,
    client: { id: client_id, name: client_name, identification },
  }))
}

export async function countOutageContracts(tx: Tx, filter: OutageContractQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${matching(filter)}) c`.execute(tx)
  return rows[0]?.count ?? 0
}

/** `months`: those in which the contract has minutes. */
function matching({ outage_id, q }: OutageContractQuery): RawBuilder<unknown> {
  const searched =
    q === undefined || q.trim() === ''
      ? sql``
      : sql`and (c.client_id in (select client_id from search_clients(${q})) or c.no_contract = upper(${q.trim()}))`
  return sql`
    select c.id, c.no_contract, c.client_id, c.address, c.city, x.minutes, x.months
    from outages o
    join lateral (
      select x.contract_id, sum(x.minutes)::int as minutes, coalesce(array_agg(distinct x.month) filter (where x.minutes > 0), '{}') as months,
        bool_or(${isCounted}) as is_counted
      from outage_contracts x join outage_places p on p.company_id = x.company_id and p.id = x.place_id
      where x.company_id = o.company_id and x.outage_id = o.id group by x.contract_id
    ) x on x.is_counted
    join contracts c on c.company_id = o.company_id and c.id = x.contract_id
    where o.company_id = (select current_company()) and o.id = ${outage_id} ${searched}`
}
