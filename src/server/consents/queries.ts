import { sql } from 'kysely'
import {
  CONSENT_TEXT_VERSION,
  type Consent,
  type ConsentChannel,
  PURPOSES,
  type Purpose,
} from '#domain/consents/consent.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'

/** The client of a user, or the client with an id. Undefined when there is none. */
export const getConsentingClient = (tx: Tx, by: { userId: string } | { id: string }) =>
  tx
    .selectFrom('clients')
    .select(['id', 'name'])
    .where('userId' in by ? 'user_id' : 'id', '=', 'userId' in by ? by.userId : by.id)
    .executeTakeFirst()

/** The current consent of a client for each purpose. */
export async function listConsents(tx: Tx, clientId: string): Promise<Consent[]> {
  const { rows } = await sql<{
    purpose: Purpose
    is_granted: boolean
    said_at: Date
    actor_name: string
    channel: ConsentChannel
    text_version: string
  }>`
    select distinct on (purpose) purpose, is_granted, said_at, actor_name, channel, text_version from consents
    where company_id = (select current_company()) and client_id = ${clientId} order by purpose, id desc`.execute(tx)
  return PURPOSES.map((purpose) => {
    const latest = rows.find((row) => row.purpose === purpose)
    if (!latest) return { purpose, is_granted: false, said: null }
    const { is_granted, said_at, actor_name: by, channel, text_version } = latest
    return { purpose, is_granted, said: { at: said_at.toISOString(), by, channel, text_version } }
  })
}

/** Every answer of a client, from the first to the last. */
export async function listConsentHistory(tx: Tx, clientId: string) {
  const { rows } = await sql<{
    purpose: Purpose
    is_granted: boolean
    said_at: Date
    actor_name: string
    channel: ConsentChannel
  }>`
    select purpose, is_granted, said_at, actor_name, channel from consents
    where company_id = (select current_company()) and client_id = ${clientId} order by id`.execute(tx)
  return rows
}

type ConsentDeclaration = {
  client_id: string
  purposes: readonly Purpose[]
  is_granted: boolean
  channel: ConsentChannel
  actor_name: string
  ip: string | null
}

export async function insertConsents(tx: Tx, { purposes, ...common }: ConsentDeclaration): Promise<void> {
  if (purposes.length === 0) return
  await tx
    .insertInto('consents')
    .values(purposes.map((purpose) => ({ ...common, purpose, text_version: CONSENT_TEXT_VERSION })))
    .execute()
}

/** Whether the last answer of a client for a purpose is a consent. For a role that reads every company. */
export async function isGranted(tx: Tx, companyId: string, clientId: string, purpose: Purpose): Promise<boolean> {
  const latest = await tx
    .selectFrom('consents')
    .select('is_granted')
    .where('company_id', '=', companyId)
    .where('client_id', '=', clientId)
    .where('purpose', '=', purpose)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest?.is_granted === true
}

/** Of clients of the company of the transaction, those that authorise a purpose now. */
export async function listGranting(tx: Tx, clients: readonly string[], purpose: Purpose): Promise<Set<string>> {
  const { rows } = await sql<{ client_id: string }>`
    select key.id as client_id from unnest(${uuidArray(clients)}::uuid[]) key (id) cross join lateral (
      select is_granted from consents where company_id = (select current_company()) and client_id = key.id and purpose = ${purpose}
      order by id desc limit 1
    ) latest where latest.is_granted`.execute(tx)
  return new Set(rows.map(({ client_id }) => client_id))
}
