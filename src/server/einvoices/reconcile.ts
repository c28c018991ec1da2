import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Environment } from '#domain/core/environment.ts'
import { type Period, period, periodBounds } from '#domain/core/period.ts'
import { DOCUMENT_KINDS, type DocumentKind, FrozenDocument } from '#domain/einvoices/document.ts'
import type { Difference } from '#domain/einvoices/electronic.ts'
import type { ElectronicStatus } from '#domain/invoices/electronic.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { dayEnd, dayStart } from '#server/db/days.ts'
import type { IssuerAccount, ListedDocument } from './issuer.ts'
import { openIssuer } from './issuers.ts'
import { inQueue } from './lease.ts'
import { numberProblem } from './number.ts'
import { writeValidated } from './outcome.ts'
import { wakeQueue } from './queue-queries.ts'

const Payload = z.object({ company_id: z.uuid(), id: z.uuid(), period: z.string() })
const PAGES_MAX = 2_000
/** Differences that are stored by name; the sums count all of them. */
const DIFFERENCES_MAX = 500
const WAIT_MAX_S = 90
/** Documents of a month that are asked for one by one: more are missing only when the list itself is wrong. */
const ASKED_MAX = 100

/**
 * Compares the documents of a month with the list of the provider, and completes those that DIAN validated and Enlace did not know:
 * also one that a person or Enlace had given up. The rest is a difference by name.
 */
export async function reconcile(world: World, payload: unknown): Promise<void> {
  const { company_id, id, period: text } = z.parse(Payload, payload)
  const month = period(text)
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => inQueue(world, company_id, work)
  const issuer = await inTx((tx) => openIssuer(world, tx))
  const account = issuer?.account ?? null
  const listed = account === null ? null : await listAll(account, month)
  if (issuer === null || account === null || listed === null) {
    await inTx((tx) => finish(tx, id, { status: 'failed', finished_at: world.clock() }))
    return
  }
  const held = await inTx((tx) => listHeld(tx, month, listed, issuer.environment))
  const recovered = await recover(world, company_id, account, held, listed)
  const found = await findElsewhere(world, company_id, account, absentOf(held, listed, recovered))
  const ofMonth = held.filter((document) => !found.has(document.id))
  const differences = differencesOf(ofMonth, listed, recovered)
  await inTx((tx) =>
    finish(tx, id, {
      status: 'done',
      environment: issuer.environment,
      finished_at: world.clock(),
      held: ofMonth.filter(({ status }) => status === 'validated').length + recovered.size,
      listed: listed.filter(({ isValidated }) => isValidated).length,
      recovered: recovered.size,
      differences: JSON.stringify(differences.slice(0, DIFFERENCES_MAX)),
    }),
  )
}

type Listed = ListedDocument & { kind: DocumentKind }

/** Every document of the month at the provider, at its pace. Null when it does not answer. */
async function listAll(account: IssuerAccount, month: Period): Promise<Listed[] | null> {
  const all: Listed[] = []
  for (const kind of DOCUMENT_KINDS) {
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const rows = await readPage(account, kind, month, page)
      if (rows === null) return null
      all.push(...rows.map((row) => ({ ...row, kind })))
      if (rows.length === 0) break
    }
  }
  return all
}

async function readPage(
  account: IssuerAccount,
  kind: DocumentKind,
  month: Period,
  page: number,
): Promise<ListedDocument[] | null> {
  const read = await account.listMonth(kind, month, page)
  if (read.kind === 'ok') return read.data
  if (read.kind !== 'limited') return null
  await new Promise((resolve) => setTimeout(resolve, Math.min(read.seconds, WAIT_MAX_S) * 1_000))
  const again = await account.listMonth(kind, month, page)
  return again.kind === 'ok' ? again.data : null
}

type Held = {
  id: string
  kind: DocumentKind
  reference: string
  status: ElectronicStatus
  number: string | null
  is_of_month: boolean
}

/**
 * Our documents of an environment that were sent in the month, by the day on which they reached the provider, which lists them by it, and
 * those that it lists. A document of a file reaches no provider.
 */
async function listHeld(tx: Tx, month: Period, listed: readonly Listed[], environment: Environment): Promise<Held[]> {
  const { from_on, to_on } = periodBounds(month, 31)
  const { rows } = await sql<Held>`
    with month as (
      select ${dayStart(from_on)} as starts,
        ${dayEnd(to_on)} as ends
    )
    select id, kind, reference, status, number, coalesce(frozen_at, queued_at) >= starts and coalesce(frozen_at, queued_at) < ends as is_of_month
    from electronic_documents, month
    where company_id = (select current_company()) and reference is not null and environment = ${environment} and file_number is null
      and ((coalesce(frozen_at, queued_at) >= starts and coalesce(frozen_at, queued_at) < ends)
        or reference = any (${listed.map(({ reference }) => reference)}::text[]))`.execute(tx)
  return rows
}

/** Completes the documents that the provider shows as validated and we do not hold so. Returns the ids of the completed ones. */
async function recover(
  world: World,
  companyId: string,
  account: IssuerAccount,
  held: readonly Held[],
  listed: readonly Listed[],
): Promise<ReadonlySet<string>> {
  const validated = new Set(listed.filter(({ isValidated }) => isValidated).map(keyOf))
  const recovered = new Set<string>()
  for (const document of held) {
    const isOpen = document.status !== 'validated' && document.status !== 'sending'
    if (!isOpen || !validated.has(keyOf(document))) continue
    const sent = await inQueue(world, companyId, (tx) => getSent(tx, document.id))
    const found = sent === null ? null : await account.find(sent.frozen)
    if (sent === null || found?.kind !== 'validated') continue
    const isWritten = await inQueue(world, companyId, async (tx) => {
      if ((await numberProblem(tx, sent, found.document.number)) !== null) return false
      await writeValidated(tx, document.id, found.document, {
        now: world.clock(),
        text: 'La conciliación la encontró validada por la DIAN',
      })
      // It may be the one that the others waited for.
      await wakeQueue(tx)
      return true
    })
    if (isWritten) recovered.add(document.id)
  }
  return recovered
}

/** What was sent of a document. Null when nothing was. */
async function getSent(tx: Tx, id: string): Promise<{ frozen: FrozenDocument; environment: Environment } | null> {
  const row = await tx
    .selectFrom('electronic_documents')
    .select(['payload', 'environment'])
    .where('id', '=', id)
    .executeTakeFirst()
  const frozen = z.safeParse(FrozenDocument, row?.payload)
  return row?.environment && frozen.success ? { frozen: frozen.data, environment: row.environment } : null
}

const keyOf = ({ kind, reference }: { kind: DocumentKind; reference: string }): string => `${kind}:${reference}`

/** The validated documents of the month that the provider does not list in it. */
function absentOf(held: readonly Held[], listed: readonly Listed[], recovered: ReadonlySet<string>): readonly Held[] {
  const there = new Set(listed.map(keyOf))
  return held.filter(
    (document) =>
      document.is_of_month &&
      (document.status === 'validated' || recovered.has(document.id)) &&
      !there.has(keyOf(document)),
  )
}

/**
 * Of the documents that the list of the month does not have, those that the provider holds all the same: the first try of the month did
 * not reach it, and it lists them in the month of a later one. Returns their ids.
 */
async function findElsewhere(
  world: World,
  companyId: string,
  account: IssuerAccount,
  absent: readonly Held[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const { id } of absent.slice(0, ASKED_MAX)) {
    const sent = await inQueue(world, companyId, (tx) => getSent(tx, id))
    if (sent !== null && (await account.find(sent.frozen)).kind === 'validated') found.add(id)
  }
  return found
}

function differencesOf(held: readonly Held[], listed: readonly Listed[], recovered: ReadonlySet<string>): Difference[] {
  const there = new Map(listed.map((document) => [keyOf(document), document]))
  const here = new Map(held.map((document) => [keyOf(document), document]))
  const differences: Difference[] = []
  for (const document of held) {
    const isValidated = document.status === 'validated' || recovered.has(document.id)
    const other = there.get(keyOf(document))
    if (!other && isValidated && document.is_of_month)
      differences.push({ kind: 'only_here', document: document.reference, number: document.number })
    else if (other && other.isValidated !== isValidated)
      differences.push({ kind: 'other_state', document: document.reference, number: other.number ?? document.number })
  }
  for (const document of listed)
    if (!here.has(keyOf(document)))
      differences.push({ kind: 'only_there', document: document.reference, number: document.number })
  return differences
}

const finish = (
  tx: Tx,
  id: string,
  result: {
    status: 'done' | 'failed'
    finished_at: Date
    environment?: Environment
    held?: number
    listed?: number
    recovered?: number
    differences?: string
  },
) => tx.updateTable('electronic_reconciliations').set(result).where('id', '=', id).execute()
