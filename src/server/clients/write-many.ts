import { sql } from 'kysely'
import { type NewClient, segmentOf } from '#domain/clients/client.ts'
import type { Municipality } from '#domain/places/place.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray, uuidArray } from '#server/db/arrays.ts'
import { listTakenUsernames, personNames, usernamesFor } from './writes.ts'

/** A client of a list, with the ids of its rows. */
export type ListedClient = { id: string; user_id: string; client: NewClient; place: Municipality }

/** Inserts the users of new clients, without a password, each with a free username. `prefix`: that of the company's contracts. */
export async function insertClientUsers(tx: Tx, clients: readonly ListedClient[], prefix: string): Promise<void> {
  if (clients.length === 0) return
  const candidates = clients.map(({ client }) => usernamesFor(client.identification, prefix))
  const inUse = await listTakenUsernames(tx, candidates.flat())
  const names = candidates.map(
    (options) => options.find((name) => !inUse.has(name)) ?? `${prefix.toLowerCase()}${newId()}`,
  )
  const fullNames = clients.map(({ client }) => personNames(client))
  await sql`
    insert into users (id, role, username, email, first_name, last_name)
    select u.id, 'client', u.username, u.email, u.first_name, u.last_name
    from unnest(${uuidArray(clients.map(({ user_id }) => user_id))}::uuid[], ${textArray(names)}::text[],
      ${textArray(clients.map(({ client }) => client.email ?? null))}::text[],
      ${textArray(fullNames.map((name) => name.first_name))}::text[], ${textArray(fullNames.map((name) => name.last_name))}::text[]
    ) u (id, username, email, first_name, last_name)`.execute(tx)
}

/** Copies the names and e-mails of clients to their users. A client without an e-mail keeps the one of its user. */
export async function updateClientUsers(tx: Tx, clients: readonly ListedClient[]): Promise<void> {
  if (clients.length === 0) return
  const fullNames = clients.map(({ client }) => personNames(client))
  await sql`
    update users u set first_name = n.first_name, last_name = n.last_name, email = coalesce(n.email, u.email), updated_at = now()
    from unnest(${uuidArray(clients.map(({ user_id }) => user_id))}::uuid[], ${textArray(fullNames.map((name) => name.first_name))}::text[],
      ${textArray(fullNames.map((name) => name.last_name))}::text[], ${textArray(clients.map(({ client }) => client.email ?? null))}::text[]
    ) n (id, first_name, last_name, email) where u.company_id = (select current_company()) and u.id = n.id`.execute(tx)
}

/** Inserts or updates clients by their document. An empty value does not erase a stored one. */
export async function upsertClients(tx: Tx, clients: readonly ListedClient[]): Promise<void> {
  if (clients.length === 0) return
  const text = (value: (one: ListedClient) => string | null | undefined) =>
    textArray(clients.map((one) => value(one) ?? null))
  const plain = (value: (one: ListedClient) => string | number | null | undefined) =>
    plainArray(clients.map((one) => value(one) ?? null))
  await sql`
    insert into clients (id, user_id, type_identification, identification, first_name, second_name, last_name, second_lastname,
      business_name, email, phone, telephone, segment, stratum, department, city, municipality_code, address, date_contract, payment_date)
    select * from unnest(
      ${uuidArray(clients.map(({ id }) => id))}::uuid[], ${uuidArray(clients.map(({ user_id }) => user_id))}::uuid[],
      ${plain(({ client }) => client.type_identification)}::text[], ${text(({ client }) => client.identification)}::text[],
      ${text(({ client }) => client.first_name)}::text[], ${text(({ client }) => client.second_name)}::text[],
      ${text(({ client }) => client.last_name)}::text[], ${text(({ client }) => client.second_lastname)}::text[],
      ${text(({ client }) => client.business_name)}::text[], ${text(({ client }) => client.email)}::text[],
      ${plain(({ client }) => client.phone)}::text[], ${plain(({ client }) => client.telephone)}::text[],
      ${plain(({ client }) => segmentOf(client))}::text[], ${plain(({ client }) => client.stratum)}::int[],
      ${text(({ place }) => place.department)}::text[], ${text(({ place }) => place.municipality)}::text[],
      ${plain(({ place }) => place.code)}::text[], ${text(({ client }) => client.address)}::text[],
      ${plain(({ client }) => client.date_contract)}::date[], ${plain(({ client }) => client.payment_date)}::int[])
    on conflict (company_id, identification) do update set
      type_identification = excluded.type_identification, first_name = excluded.first_name, second_name = excluded.second_name,
      last_name = excluded.last_name, second_lastname = excluded.second_lastname, business_name = excluded.business_name,
      email = coalesce(excluded.email, clients.email), phone = coalesce(excluded.phone, clients.phone),
      telephone = coalesce(excluded.telephone, clients.telephone), segment = excluded.segment,
      stratum = coalesce(excluded.stratum, clients.stratum), department = excluded.department, city = excluded.city,
      municipality_code = excluded.municipality_code, address = excluded.address,
      date_contract = coalesce(excluded.date_contract, clients.date_contract),
      payment_date = coalesce(excluded.payment_date, clients.payment_date), updated_at = now()`.execute(tx)
}
