import type { IdentificationType } from '#domain/clients/client.ts'
import type { Petitioner } from '#domain/pqr/case.ts'
import type { Tx } from '#server/core/tx.ts'

/** Who files: a client of the company, or a person who is none. */
export type Filer = { client_id: string | null; person: Petitioner }

/** The person of a client, as it is stored now. */
export async function findFiler(tx: Tx, where: { user_id: string } | { id: string }): Promise<Filer | undefined> {
  const row = await tx
    .selectFrom('clients')
    .select(['id', 'name', 'type_identification', 'identification', 'email', 'phone', 'telephone', 'address', 'city'])
    .$if('user_id' in where, (query) => query.where('user_id', '=', 'user_id' in where ? where.user_id : ''))
    .$if('id' in where, (query) => query.where('id', '=', 'id' in where ? where.id : ''))
    .executeTakeFirst()
  if (!row) return undefined
  const type_identification: IdentificationType = row.type_identification
  return {
    client_id: row.id,
    person: {
      name: row.name,
      type_identification,
      identification: row.identification,
      email: row.email,
      phone: row.phone ?? row.telephone,
      address: `${row.address}, ${row.city}`,
    },
  }
}
