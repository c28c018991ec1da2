import type { Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'

export type SigningLinkRow = {
  id: string
  contract_id: string
  to_email: string
  sent_on: Day
  terms_hash: Buffer
  sent_at: Date
  expires_at: Date
  used_at: Date | null
  revoked_at: Date | null
}

const COLUMNS = [
  'id',
  'contract_id',
  'to_email',
  'sent_on',
  'terms_hash',
  'sent_at',
  'expires_at',
  'used_at',
  'revoked_at',
] as const

/** The newest link of a contract. */
export const getLastLink = (tx: Tx, contractId: string): Promise<SigningLinkRow | undefined> =>
  tx
    .selectFrom('signing_links')
    .select(COLUMNS)
    .where('contract_id', '=', contractId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A link with the number of its contract, and the client and its user. */
export const getLink = (tx: Tx, id: string) =>
  tx
    .selectFrom('signing_links as l')
    .innerJoin('contracts as c', (join) =>
      join.onRef('c.company_id', '=', 'l.company_id').onRef('c.id', '=', 'l.contract_id'),
    )
    .innerJoin('clients as k', (join) =>
      join.onRef('k.company_id', '=', 'c.company_id').onRef('k.id', '=', 'c.client_id'),
    )
    .select(COLUMNS.map((column) => `l.${column}` as const))
    .select(['c.no_contract', 'k.user_id', 'k.name as client_name', 'k.identification', 'k.email'])
    .where('l.id', '=', id)
    .executeTakeFirst()

export type OpenLinkRow = NonNullable<Awaited<ReturnType<typeof getLink>>>

export const insertLink = (
  tx: Tx,
  link: Pick<SigningLinkRow, 'contract_id' | 'to_email' | 'sent_on' | 'terms_hash' | 'expires_at'>,
): Promise<SigningLinkRow> => tx.insertInto('signing_links').values(link).returning(COLUMNS).executeTakeFirstOrThrow()

/** Ends the open link of a contract. Returns whether there was one. */
export async function revokeOpenLink(tx: Tx, contractId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('signing_links')
    .set({ revoked_at: now })
    .where('contract_id', '=', contractId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a link as used. False when it was used or revoked before. */
export async function useLink(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('signing_links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const getSigningCompany = (tx: Tx) =>
  tx
    .selectFrom('companies')
    .select(['name', 'nit', 'phone', 'email', 'logo_url', 'initial_letter', 'color_code', 'status'])
    .executeTakeFirstOrThrow()

/** The address of the client of a contract; null without one. */
export const getClientEmail = async (tx: Tx, clientId: string): Promise<string | null> =>
  (await tx.selectFrom('clients').select('email').where('id', '=', clientId).executeTakeFirst())?.email ?? null
