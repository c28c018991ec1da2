import { type RawBuilder, sql } from 'kysely'
import type { IdentificationType } from '#domain/clients/client.ts'
import { addBusinessDays } from '#domain/core/calendar.ts'
import { addDays, type Day, day, dayOf } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { Sort } from '#domain/core/paging.ts'
import type { FiledPqr, PqrRow } from '#domain/pqr/case.ts'
import { cunLabel } from '#domain/pqr/cun.ts'
import { businessDaysLeft, type Colour, colourOf, endOf } from '#domain/pqr/deadlines.ts'
import { AWAITING_ANSWER, isAwaitingAnswer, type PqrStatus } from '#domain/pqr/lifecycle.ts'
import type { CaseResult, Fact, PQR_SORTS } from '#domain/pqr/list-query.ts'
import { answeredOn } from '#domain/pqr/steps.ts'
import { DELIVERY } from '#domain/pqr/tasks.ts'
import type {
  AppealKind,
  DataRequest,
  PqrChannel,
  PqrDecision,
  PqrService,
  PqrType,
  ResponseChannel,
  SicOutcome,
  Typology,
} from '#domain/pqr/topics.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'
import { hasResult } from './decided.ts'
import { factsOf } from './facts.ts'
import { matching } from './search.ts'

/** The filters of the queue, parsed. `ownerId`: only the cases of the client with this user. */
export type PqrFilter = {
  ownerId: string | null
  actorId: string
  today: Day
  q?: string | undefined
  state?: 'open' | 'closed' | undefined
  status?: PqrStatus | undefined
  type?: PqrType | undefined
  typology?: Typology | undefined
  service?: PqrService | undefined
  packaged?: 'true' | 'false' | undefined
  channel?: PqrChannel | undefined
  colour?: Colour | undefined
  assignee?: string | undefined
  client_id?: string | undefined
  no_contract?: string | undefined
  municipality_code?: string | undefined
  fact?: Fact | undefined
  result?: CaseResult | undefined
  satisfaction?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
}

/** The client of a user; `none` selects nothing, for a user who is no client any more. */
const OWN = (ownerId: string) =>
  sql`c.client_id = (select k.id from clients k where k.company_id = (select current_company()) and k.user_id = ${ownerId}::uuid)`

/** The deadlines of a colour, as instants of `due_at`: from, included, to, excluded. */
function rangeOfColour(colour: Colour, today: Day): { from: Date | null; to: Date | null } {
  const before = (on: Day): Date => endOf(addDays(on, -1))
  const [amber, green] = [before(addBusinessDays(today, 2)), before(addBusinessDays(today, 6))]
  if (colour === 'red') return { from: null, to: amber }
  return colour === 'amber' ? { from: amber, to: green } : { from: green, to: null }
}

/** Cases whose ids a subquery selects. It runs once: with a join the planner may run it again for each case. */
const oneOf = (ids: RawBuilder<unknown>) => sql`c.id = any (array(${ids}))`

/** The days of a fact of the case, or those of its filing. */
function daysOf({ fact, from, to }: PqrFilter): RawBuilder<unknown>[] {
  if (fact !== undefined) {
    const facts = factsOf(from ?? FIRST_DAY, to ?? LAST_DAY)
    return [oneOf(sql`select id from (${facts}) facts where fact = ${fact}`)]
  }
  return [
    ...(from === undefined ? [] : [sql`c.filed_on >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`c.filed_on <= ${to}::date`]),
  ]
}

const [FIRST_DAY, LAST_DAY] = [day('2000-01-01'), day('2199-12-31')]

function conditions(filter: PqrFilter): RawBuilder<unknown> {
  const parts = [sql`c.company_id = (select current_company())`]
  const equal = (column: string, value: string | undefined) => {
    if (value !== undefined) parts.push(sql`c.${sql.id(column)} = ${value}`)
  }
  if (filter.ownerId !== null) parts.push(OWN(filter.ownerId))
  for (const column of ['status', 'type', 'typology', 'service', 'channel', 'client_id', 'satisfaction'] as const)
    equal(column, filter[column])
  if (filter.packaged !== undefined) parts.push(sql`c.is_packaged = ${filter.packaged === 'true'}`)
  if (filter.state !== undefined)
    parts.push(
      filter.state === 'open'
        ? sql`(c.closed_at is null or c.due_at is not null)`
        : sql`c.closed_at is not null and c.due_at is null`,
    )
  if (filter.assignee === 'none') parts.push(sql`c.assignee_id is null`)
  else if (filter.assignee !== undefined)
    equal('assignee_id', filter.assignee === 'me' ? filter.actorId : filter.assignee)
  if (filter.no_contract !== undefined)
    parts.push(
      sql`c.contract_id = (select t.id from contracts t where t.company_id = (select current_company()) and t.no_contract = ${filter.no_contract})`,
    )
  if (filter.municipality_code !== undefined)
    parts.push(sql`${filter.municipality_code} = coalesce(
      (select t.municipality_code from contracts t where t.company_id = c.company_id and t.id = c.contract_id),
      (select k.municipality_code from clients k where k.company_id = c.company_id and k.id = c.client_id))`)
  parts.push(...daysOf(filter))
  if (filter.result !== undefined) parts.push(hasResult(filter.result, filter.fact))
  if (filter.colour !== undefined) {
    const { from, to } = rangeOfColour(filter.colour, filter.today)
    parts.push(sql`c.due_at is not null`)
    if (from !== null) parts.push(sql`c.due_at > ${from}`)
    if (to !== null) parts.push(sql`c.due_at <= ${to}`)
  }
  const words = filter.q?.trim() ?? ''
  if (words !== '') parts.push(oneOf(matching(words, filter.today)))
  return sql.join(parts, sql` and `)
}

const ORDERS: Readonly<Record<Sort<(typeof PQR_SORTS)[number]>, RawBuilder<unknown>>> = {
  due: sql`c.due_at, c.id desc`,
  '-due': sql`c.due_at desc, c.id`,
  filed_at: sql`c.id`,
  '-filed_at': sql`c.id desc`,
}

const LISTED = sql`c.id, c.reference, c.cun, c.version, c.status, c.type, c.typology, c.subject, c.channel, c.client_id, c.petitioner_name,
  c.petitioner_identification, c.filed_at, c.filed_on, c.answer_by, c.due_at, c.decision, c.answered_on, c.appeal_answered_on, c.transfer_by, c.appeal_until, c.closed_at,
  c.assignee_id, (select u.first_name || coalesce(' ' || u.last_name, '') from users u where u.company_id = c.company_id and u.id = c.assignee_id) as assignee_name,
  (select t.no_contract from contracts t where t.company_id = c.company_id and t.id = c.contract_id) as no_contract`

export type ListedCase = {
  id: string
  reference: string
  cun: string | null
  version: number
  status: PqrStatus
  type: PqrType
  typology: Typology
  subject: string
  channel: PqrChannel
  client_id: string | null
  petitioner_name: string
  petitioner_identification: string
  filed_at: Date
  filed_on: Day
  answer_by: Day
  due_at: Date | null
  decision: PqrDecision | null
  answered_on: Day | null
  appeal_answered_on: Day | null
  transfer_by: Day | null
  appeal_until: Day | null
  closed_at: Date | null
  assignee_id: string | null
  assignee_name: string | null
  no_contract: string | null
}

/** A page of the cases: by deadline, and then those that need nothing, the newest first. */
export async function listCases(
  tx: Tx,
  filter: PqrFilter,
  sort: Sort<(typeof PQR_SORTS)[number]>,
  { offset, limit }: RowRange,
): Promise<PqrRow[]> {
  const order = ORDERS[sort]
  // The keys of the page first: an index has all that the order needs, and the rows before the page are not read.
  const { rows } = await sql<ListedCase>`
    with page as (
      select c.id from pqr_cases c where ${conditions(filter)} order by ${order} ${pageOf({ limit, offset })}
    )
    select ${LISTED} from page join pqr_cases c on c.company_id = (select current_company()) and c.id = page.id
    order by ${order}`.execute(tx)
  return rows.map((row) => rowOf(row, filter.today))
}

export async function countCases(tx: Tx, filter: PqrFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pqr_cases c where ${conditions(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Everything of a case but its thread. */
export type StoredCase = ListedCase & {
  filed_typology: Typology
  answered_typology: Typology | null
  service: PqrService
  filed_service: PqrService
  data_request: DataRequest | null
  response_channel: ResponseChannel
  response_address: string | null
  /** The claimed invoice and its amount: as filed, or as the desk linked them later, at `linked_at`. */
  invoice_id: string | null
  claimed_amount: Money | null
  linked_at: Date | null
  /** What was claimed of the invoice later. */
  added_amount: Money
  /** What of the claim was not collected from the filing on. */
  filed_disputed: Money | null
  report_id: string | null
  report_consecutive: number | null
  report_city: string | null
  report_visit_on: Day | null
  invoice_prefix: string | null
  invoice_number: number | null
  petitioner_type: IdentificationType
  petitioner_email: string | null
  petitioner_phone: string | null
  petitioner_address: string | null
  text: string
  filed_by: string
  first_answer_by: Day
  changed_by: string
  extended_on: Day | null
  appeal_kind: AppealKind | null
  appealed_on: Day | null
  appeal_decision: PqrDecision | null
  silence_on: Day | null
  transferred_on: Day | null
  sic_outcome: SicOutcome | null
  sic_decided_on: Day | null
  withdrawn_on: Day | null
  withdrawn_channel: PqrChannel | null
  satisfaction: number | null
  satisfaction_by: string | null
  open_tasks: number
  open_deliveries: number
  has_open_dispute: boolean
}

/**
 * The invoice that a case claims: the one it was filed with, or the one that the desk linked. Not `coalesce`: under row-level security a
 * condition with it is checked after the policy, so that no index finds the row and every invoice of the company is read.
 */
const CLAIMED = sql`(case when c.invoice_id is null then c.linked_invoice_id else c.invoice_id end)`

const STORED = sql`${LISTED}, c.filed_typology, c.answered_typology, c.service, c.filed_service, c.data_request, c.filed_disputed, c.satisfaction_by, c.response_channel, c.response_address, c.report_id,
  ${CLAIMED} as invoice_id, coalesce(c.claimed_amount, c.linked_amount) as claimed_amount, c.linked_at, c.added_amount, c.petitioner_type,
  c.petitioner_email, c.petitioner_phone, c.petitioner_address, c.text, c.filed_by, c.first_answer_by, c.changed_by, c.extended_on, c.appeal_kind, c.appealed_on,
  c.appeal_decision, c.silence_on, c.transferred_on, c.sic_outcome, c.sic_decided_on, c.withdrawn_on, c.withdrawn_channel, c.satisfaction,
  (select i.prefix from invoices i where i.company_id = c.company_id and i.id = ${CLAIMED}) as invoice_prefix,
  (select i.number from invoices i where i.company_id = c.company_id and i.id = ${CLAIMED}) as invoice_number,
  (select r.consecutive from installation_reports r where r.company_id = c.company_id and r.id = c.report_id) as report_consecutive,
  (select r.contract ->> 'city' from installation_reports r where r.company_id = c.company_id and r.id = c.report_id) as report_city,
  (select r.visit_on from installation_reports r where r.company_id = c.company_id and r.id = c.report_id) as report_visit_on,
  (select count(*) from pqr_tasks k where k.company_id = c.company_id and k.case_id = c.id and k.done_at is null)::int as open_tasks,
  (select count(*) from pqr_tasks k where k.company_id = c.company_id and k.case_id = c.id and k.done_at is null and starts_with(k.text, ${DELIVERY}))::int as open_deliveries,
  exists (select from disputes d where d.company_id = c.company_id and d.invoice_id = ${CLAIMED} and d.resolved_at is null
    and replace(d.reference, '-', '') in (replace(c.reference, '-', ''), c.cun)) as has_open_dispute`

/** A case of the company, or of the client with a user. `lock`: until the end of the transaction. */
export async function getCase(
  tx: Tx,
  id: string,
  { ownerId = null, lock = false }: { ownerId?: string | null; lock?: boolean } = {},
): Promise<StoredCase | undefined> {
  const { rows } = await sql<StoredCase>`
    select ${STORED} from pqr_cases c
    where c.company_id = (select current_company()) and c.id = ${id} ${ownerId === null ? sql`` : sql`and ${OWN(ownerId)}`}
    ${lock ? sql`for update of c` : sql``}`.execute(tx)
  return rows[0]
}

/** What a person gets who files a case. */
export const filedOf = (
  row: Pick<StoredCase, 'id' | 'reference' | 'cun' | 'filed_at' | 'filed_on' | 'answer_by' | 'status'>,
): FiledPqr => ({
  id: row.id,
  reference: labelOf(row),
  is_cun: row.cun !== null,
  cun: row.cun === null ? null : cunLabel(row.cun),
  filed_at: row.filed_at.toISOString(),
  filed_on: row.filed_on,
  answer_by: row.answer_by,
  status: row.status,
})

/** The number to quote: the CUN with its hyphens, or the internal reference. */
export const labelOf = ({ reference, cun }: { reference: string; cun: string | null }): string =>
  cun === null ? reference : cunLabel(cun)

/** A stored case as a row of the queue. */
export const rowOf = (row: ListedCase, today: Day): PqrRow => ({
  ...filedOf(row),
  version: row.version,
  type: row.type,
  typology: row.typology,
  subject: row.subject,
  channel: row.channel,
  client_id: row.client_id,
  petitioner: { name: row.petitioner_name, identification: row.petitioner_identification },
  no_contract: row.no_contract,
  assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name ?? '' },
  due: row.due_at === null ? null : dueOf(row, row.due_at, today),
  decision: row.decision,
  answered_on: answeredOn(row),
  appeal_until: row.status === 'respondida' ? row.appeal_until : null,
  closed_at: row.closed_at?.toISOString() ?? null,
})

function dueOf(row: ListedCase, at: Date, today: Day): NonNullable<PqrRow['due']> {
  const on = dayOf(at)
  const days_left = businessDaysLeft(today, on)
  return { kind: dueKindOf(row, at), on, at: at.toISOString(), days_left, colour: colourOf(days_left) }
}

/** A confirmed appeal owes the file to the SIC, the tasks of its decision, or both: `at` is that of the earliest. */
function dueKindOf({ status, transfer_by }: ListedCase, at: Date): NonNullable<PqrRow['due']>['kind'] {
  if (isAwaitingAnswer(status)) return 'answer'
  if (status === 'confirmada' && transfer_by !== null && at.getTime() === endOf(transfer_by).getTime())
    return 'transfer'
  return status === 'sap' ? 'silence' : 'task'
}

/** The staff that a case can be assigned to, with their open cases. */
export async function listPeople(
  tx: Tx,
): Promise<{ id: string; name: string; role: 'financial' | 'technical'; open: number }[]> {
  const { rows } = await sql<{ id: string; name: string; role: 'financial' | 'technical'; open: number }>`
    select u.id, u.first_name || coalesce(' ' || u.last_name, '') as name, u.role,
      (select count(*) from pqr_cases c where c.company_id = u.company_id and c.assignee_id = u.id and c.status = any (${[...AWAITING_ANSWER]}))::int as open
    from users u where u.company_id = (select current_company()) and u.role in ('financial', 'technical') and u.is_active
    order by name, u.id`.execute(tx)
  return rows
}
