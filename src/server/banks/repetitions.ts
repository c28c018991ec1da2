import { sql } from 'kysely'
import { type RegisteredPayment, type Repetition, repetitionsOf } from '#domain/banks/repetition.ts'
import type { Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import type { LockedLine } from './queries.ts'

/** A payment with the file of its movement; null for one of the desk. */
export type Registered = RegisteredPayment & { file_id: string | null }

/** The payments of an account on these days that are not reversed. */
export async function listRegistered(tx: Tx, accountId: string, days: readonly Day[]): Promise<Registered[]> {
  const { rows } = await sql<Registered>`${REPLAN_EACH_TIME}
    select p.id, p.number, p.client_id, p.paid_on, p.amount, coalesce(p.reference, '') as reference, l.file_id
    from unnest(${plainArray([...new Set(days)])}::date[]) key (on_day)
    cross join lateral (
      select * from payments p
      where p.company_id = (select current_company()) and p.paid_on = key.on_day and p.account_id = ${accountId} offset 0
    ) p
    left join lateral (
      select payment_id from payment_reversals r where r.company_id = p.company_id and r.payment_id = p.id offset 0
    ) r on true
    left join lateral (select file_id from bank_lines l where l.company_id = p.company_id and l.payment_id = p.id offset 0) l on true
    where r.payment_id is null
    order by p.id`.execute(tx)
  return rows
}

/** What the lines of a batch may repeat: it grows with each payment of the batch. */
export type PaidBefore = {
  registered: Map<string, Registered[]>
  /** By file, the payments that its lines repeat already. */
  taken: Map<string, Set<string>>
}

export async function readPaidBefore(tx: Tx, lines: readonly LockedLine[]): Promise<PaidBefore> {
  const byAccount = Map.groupBy(lines, ({ account_id }) => account_id)
  const registered: PaidBefore['registered'] = new Map()
  for (const [account, its] of byAccount) {
    const days = its.map(({ on_day }) => on_day)
    registered.set(account, await listRegistered(tx, account, days))
  }
  const files = [...new Set(lines.map(({ file_id }) => file_id))]
  const { rows } = await sql<{ file_id: string; payment_id: string }>`${REPLAN_EACH_TIME}
    select key.id as file_id, l.repeats_id as payment_id from unnest(${uuidArray(files)}::uuid[]) key (id)
    cross join lateral (
      select repeats_id from bank_lines l
      where l.company_id = (select current_company()) and l.file_id = key.id and l.state = 'repeated' offset 0
    ) l`.execute(tx)
  const taken: PaidBefore['taken'] = new Map(files.map((id) => [id, new Set<string>()]))
  for (const { file_id, payment_id } of rows) taken.get(file_id)?.add(payment_id)
  return { registered, taken }
}

/** The payment that is like a line which is paid now, outside its file: equal movements of one file are different payments. */
export function repetitionOf(line: LockedLine, { registered, taken }: PaidBefore): Repetition | null {
  const others = (registered.get(line.account_id) ?? []).filter(({ file_id }) => file_id !== line.file_id)
  const clients = new Set(line.client_id === null ? [] : [line.client_id])
  return repetitionsOf([{ ...line, clients }], others, taken.get(line.file_id) ?? new Set())[0] ?? null
}
