import { sql } from 'kysely'
import { brandOf } from '#domain/core/brand.ts'
import { notFound } from '#domain/core/refusal.ts'
import { isAwaitingAnswer } from '#domain/pqr/lifecycle.ts'
import { PUBLIC_ACTIONS, PUBLIC_MESSAGES, type PublicCase } from '#domain/pqr/public-api.ts'
import { actionsFor, appealsOf } from '#domain/pqr/steps.ts'
import { assertLookup, countLookup } from '#server/auth/lookups.ts'
import { inOwnTransaction } from '#server/auth/throttle.ts'
import type { PublicCtx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { listEntries } from './entries.ts'
import { getCase, labelOf, type StoredCase } from './queries.ts'

export const ABSENT_COPY =
  'No encontramos una PQR con esos datos. Revisa el número de la constancia y el documento de quien la radicó.'

type Match = { company_id: string; id: string; nit: string; name: string }
/** `others`: the companies of the other matches. */
type Found = { company_id: string; id: string; others: { nit: string; name: string }[] }

/**
 * The case with this number and this document, of any company when `company` (its NIT) is null: the last one filed, with the other
 * companies that gave this person the same internal number. The same Refusal 'not_found' for an unknown number and for another document;
 * wrong searches from a network wait longer each time, so that numbers cannot be tried, and those of a case or a document from all
 * networks have a limit for a day.
 */
export async function findByReference(
  ctx: PublicCtx,
  reference: string,
  identification: string,
  company: string | null,
): Promise<Found> {
  const subjects = [`case ${reference}`, `document ${identification}`]
  const lookup = { kind: 'pqr', subjects } as const
  const isAsked = ({ nit }: Match): boolean => company === null || withoutDigit(nit) === withoutDigit(company)
  const matches = await inOwnTransaction(ctx, async (tx) => {
    await assertLookup(tx, ctx, lookup)
    const { rows } = await sql<Match>`
      select c.company_id, c.id, k.nit, k.name from pqr_cases c join companies k on k.id = c.company_id
      where (c.reference = ${reference} or c.cun = ${reference}) and split_part(c.petitioner_identification, '-', 1) = ${identification}
      order by split_part(k.nit, '-', 1) = ${company === null ? null : withoutDigit(company)}::text desc nulls last, c.id desc
      limit ${MATCHES_MAX}`.execute(tx)
    if (!rows.some(isAsked)) await countLookup(tx, ctx, lookup)
    return rows
  })
  const found = matches.find(isAsked)
  if (!found) throw notFound(ABSENT_COPY)
  const others = matches.filter(({ id }) => id !== found.id).map(({ nit, name }) => ({ nit, name }))
  return { company_id: found.company_id, id: found.id, others }
}

/** Companies that gave the same internal number to the same person, the asked one first. */
const MATCHES_MAX = 20

/** A NIT without its check digit. */
const withoutDigit = (nit: string): string => nit.split('-')[0] ?? nit

/** A case as anyone with its number and its document may know it, with what that person may do now. */
export async function readPublic(tx: Tx, id: string, now: Date): Promise<PublicCase | undefined> {
  const stored = await getCase(tx, id)
  if (!stored) return undefined
  const company = await tx
    .selectFrom('companies')
    .select(['nit', 'name', 'phone', 'email', 'address', 'city', 'color_code'])
    .executeTakeFirstOrThrow()
  const actions = publicActions(stored, now)
  return {
    company: {
      nit: company.nit,
      name: company.name,
      phone: company.phone,
      email: company.email,
      address: [company.address, company.city].filter((part) => part !== null && part !== '').join(', ') || null,
      brand: brandOf(company.color_code),
    },
    reference: labelOf(stored),
    is_cun: stored.cun !== null,
    type: stored.type,
    status: stored.status,
    filed_on: stored.filed_on,
    answer_by: isAwaitingAnswer(stored.status) ? stored.answer_by : null,
    answered_on: stored.appeal_answered_on ?? stored.answered_on,
    appeal_until: actions.includes('appeal') ? stored.appeal_until : null,
    response_channel: stored.response_channel,
    notified_to: maskedAddress(stored),
    withdrawn_on: stored.withdrawn_on,
    is_claim: stored.has_open_dispute,
    messages: await listPublicMessages(tx, stored),
    actions,
    appeals: appealsOf(stored, 'client'),
  }
}

/** What the company wrote to a person who has no portal. */
async function listPublicMessages(tx: Tx, { id, client_id }: StoredCase): Promise<PublicCase['messages']> {
  if (client_id !== null) return []
  return (await listEntries(tx, id, false)).flatMap(({ at, kind, side, text }) => {
    const shown = PUBLIC_MESSAGES.find((one) => one === kind)
    return shown === undefined || side !== 'empresa' ? [] : [{ at, kind: shown, text }]
  })
}

/** Where the answer is notified, so that its person recognises it and no other learns it. */
function maskedAddress(stored: StoredCase): string | null {
  const { petitioner_email: email, petitioner_phone: phone } = stored
  const address = stored.response_address ?? stored.petitioner_address
  if (stored.response_channel === 'portal') return null
  if (stored.response_channel === 'correo') return email === null ? null : email.replace(/^(.)[^@]*/, '$1•••')
  if (stored.response_channel === 'telefono') return phone === null ? null : `•••${phone.slice(-3)}`
  return address === null ? null : `${address.slice(0, 6)}•••`
}

/** What its person may do without a session: the same as in the portal, where a client writes and reads the answers to its messages. */
function publicActions(stored: StoredCase, now: Date): PublicCase['actions'] {
  const own = actionsFor(stored, 'client', { now, isMailLost: false })
  return PUBLIC_ACTIONS.filter((action) => own.includes(action) && (action !== 'message' || stored.client_id === null))
}
