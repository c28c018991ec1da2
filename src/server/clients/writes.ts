import { sql } from 'kysely'
import { type ClientChanges, type NewClient, segmentOf } from '#domain/clients/client.ts'
import type { Municipality } from '#domain/places/place.ts'
import type { Tx } from '#server/core/tx.ts'

/**
 * Candidate usernames of a client, in order of preference: the document, then the document with the company's prefix. The first is in use
 * when the company changed the document of an older client, or a member of the staff has it.
 */
export const usernamesFor = (identification: string, prefix: string): string[] => {
  const own = identification.toLowerCase()
  const initial = prefix.toLowerCase()
  return [own, `${initial}${own}`, ...Array.from({ length: 8 }, (_, index) => `${initial}${own}-${index + 2}`)]
}

/** The names of the list that are already in use in the company: each looked up by key, `offset 0` prevents a scan of all users. */
export async function listTakenUsernames(tx: Tx, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ username: string }>`
    select u.username from unnest(${names}::text[]) as wanted (name)
    cross join lateral (
      select username from users where company_id = (select current_company()) and username = wanted.name offset 0
    ) u`.execute(tx)
  return new Set(rows.map((row) => row.username))
}

/** Inserts the user of a client, without a password: the first sign-in is by a link. Returns the user's id. */
export async function insertClientUser(tx: Tx, client: NewClient, username: string): Promise<string> {
  const { id } = await tx
    .insertInto('users')
    .values({ role: 'client', username, email: client.email ?? null, ...personNames(client) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The first and last name of a client's user: a business uses its business name. */
export const personNames = (client: Pick<NewClient, 'first_name' | 'last_name' | 'business_name'>) =>
  client.business_name
    ? { first_name: client.business_name, last_name: '' }
    : { first_name: client.first_name ?? '', last_name: client.last_name ?? '' }

/** Inserts a client. Undefined when another client of the company has the document. */
export const insertClient = (
  tx: Tx,
  { consents: _consents, ...client }: NewClient,
  userId: string,
  place: Municipality,
) =>
  tx
    .insertInto('clients')
    .values({
      ...client,
      user_id: userId,
      segment: segmentOf(client),
      department: place.department,
      city: place.municipality,
      municipality_code: place.code,
    })
    .onConflict((on) => on.columns(['company_id', 'identification']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** Writes the changed columns. Throws a unique violation (23505) when another client has the document. */
export async function updateClient(
  tx: Tx,
  id: string,
  changes: ClientChanges,
  place: Municipality | null,
): Promise<void> {
  await tx
    .updateTable('clients')
    .set({
      ...changes,
      ...(place ? { department: place.department, city: place.municipality, municipality_code: place.code } : {}),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Copies the client's name and e-mail to its user; the username does not change. */
export async function updateClientUser(
  tx: Tx,
  userId: string,
  client: Pick<NewClient, 'first_name' | 'last_name' | 'business_name' | 'email'>,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...personNames(client), email: client.email ?? null, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
}

export async function updateAccess(tx: Tx, userId: string, isActive: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set({ is_active: isActive, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
}

/** Updates the contact of a client. The user gets the same address, for codes and emails. */
export async function updateOwnContact(
  tx: Tx,
  userId: string,
  contact: Partial<Pick<ClientChanges, 'email' | 'phone' | 'telephone'>>,
): Promise<void> {
  await tx
    .updateTable('clients')
    .set({ ...contact, updated_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .execute()
  if (contact.email !== undefined)
    await tx.updateTable('users').set({ email: contact.email }).where('id', '=', userId).execute()
}
