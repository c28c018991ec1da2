import { type RawBuilder, sql } from 'kysely'
import type { Profile } from '#domain/profile/api.ts'
import type { ProfileChanges } from '#domain/profile/profile.ts'
import type { Tx } from '#server/core/tx.ts'
import { ANNEXES_FOLDER } from '#server/files/annexes.ts'

export const getOwnProfile = (tx: Tx, userId: string): Promise<Profile | undefined> => selectProfile(tx, userId, sql``)

/** The profile; the row of the user is locked until the end of the transaction. */
export const lockOwnProfile = (tx: Tx, userId: string): Promise<Profile | undefined> =>
  selectProfile(tx, userId, sql`for update of u`)

async function selectProfile(tx: Tx, userId: string, lock: RawBuilder<unknown>): Promise<Profile | undefined> {
  const { rows } = await sql<Profile>`
    select u.first_name, u.last_name, coalesce(k.email, u.email) as email, k.phone, k.telephone, u.avatar_url
    from users u left join clients k on k.company_id = u.company_id and k.user_id = u.id
    where u.company_id = (select current_company()) and u.id = ${userId} ${lock}`.execute(tx)
  return rows[0]
}

export async function updateOwnName(
  tx: Tx,
  userId: string,
  { first_name, last_name }: Pick<ProfileChanges, 'first_name' | 'last_name'>,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      ...(first_name === undefined ? {} : { first_name }),
      ...(last_name === undefined ? {} : { last_name }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .execute()
}

/** Updates the contact of a client. The user gets the same address, for codes and emails. */
export async function updateOwnContact(
  tx: Tx,
  userId: string,
  contact: Pick<ProfileChanges, 'email' | 'phone' | 'telephone'>,
): Promise<void> {
  await tx
    .updateTable('clients')
    .set({ ...contact, updated_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .execute()
  if (contact.email !== undefined)
    await tx.updateTable('users').set({ email: contact.email }).where('id', '=', userId).execute()
}

/** Sets the avatar of a user; returns the address of the one before. */
export async function setAvatar(tx: Tx, userId: string, url: string | null): Promise<string | null> {
  const before = await tx
    .selectFrom('users')
    .select('avatar_url')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  await tx.updateTable('users').set({ avatar_url: url }).where('id', '=', userId).execute()
  return before?.avatar_url ?? null
}

/** Sets the logo of a company; returns the address of the one before. */
export async function setLogo(tx: Tx, companyId: string, url: string | null): Promise<string | null> {
  const before = await tx.selectFrom('companies').select('logo_url').where('id', '=', companyId).executeTakeFirst()
  await tx.updateTable('companies').set({ logo_url: url }).where('id', '=', companyId).execute()
  return before?.logo_url ?? null
}

/** The addresses of the pictures and documents that the company uses. The file of a removed annex is kept with its row. */
export async function listFilesInUse(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select avatar_url as url from users where company_id = (select current_company()) and avatar_url is not null
    union select unnest(array[logo_url, chamber_of_commerce_pdf_url, updated_rut_pdf_url, range_of_numbers_pdf_url])
      from companies where id = (select current_company())
    union select ${`${ANNEXES_FOLDER}/`} || stored_name || case kind when 'pdf' then '.pdf' else '.webp' end
      from contract_documents where company_id = (select current_company())
    union select ${`${ANNEXES_FOLDER}/`} || stored || case kind when 'pdf' then '.pdf' else '.webp' end
      from pqr_files where company_id = (select current_company())`.execute(tx)
  return rows.map(({ url }) => url).filter((url) => url !== null)
}
