import { type RawBuilder, sql } from 'kysely'
import type { Profile } from '#domain/profile/api.ts'
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
