import { sql } from 'kysely'
import { segmentOf } from '#domain/clients/client.ts'
import { type Money, plus, ZERO } from '#domain/core/money.ts'
import type { PreviewRow } from '#domain/imports/api.ts'
import type { ImportRow, RowError } from '#domain/imports/row.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { textArray } from '#server/db/arrays.ts'
import { listClientsWithOpening } from '#server/ledger/movements.ts'

/** A valid row of a file, with its line and its cells as they came. */
export type ValidRow = { line: number; raw: readonly string[]; row: ImportRow }

/** A row with its contract: the one that is created, the one that its code already has, or none. */
type Service = ValidRow & { contractId: string | null; isContractNew: boolean }

/** What an import does with one client. `opening`: the balance of all its rows; zero when it already has one. */
export type Target = {
  main: ImportRow
  clientId: string
  userId: string
  isNew: boolean
  isChanged: boolean
  /** Whether the client is here with another address, or with none, and the file has one. */
  movesAddress: boolean
  services: Service[]
  opening: Money
}

/**
 * What would happen to each row, before it is written. `refused`: rows whose code already came in with another document, and, of a
 * caller who may not change an address, those that change one.
 */
export type SettledRows = {
  targets: Target[]
  actions: Map<number, Exclude<PreviewRow['action'], 'error'>>
  refused: Map<number, RowError>
}

/** Whether a client of the file is here with all of it: nothing is written. */
export const isEqual = ({ isNew, isChanged, services, opening }: Target): boolean =>
  !isNew && !isChanged && opening === 0 && services.every(({ isContractNew }) => !isContractNew)

/**
 * Compares the valid rows with the clients, contracts and opening balances of the company. Writes nothing. `mayMoveAddresses`: false for
 * a key of the API, which has no password to confirm: its rows that change the address of a client are refused, and the others not.
 */
export async function settleRows(
  tx: Tx,
  { source, mayMoveAddresses }: { source: string; mayMoveAddresses: boolean },
  rows: readonly ValidRow[],
): Promise<SettledRows> {
  const known = await listKnownCodes(
    tx,
    source,
    rows.flatMap(({ row }) => row.external_id ?? []),
  )
  const existing = await listExistingClients(tx, [...new Set(rows.map(({ row }) => row.client.identification))])
  const refused = new Map<number, RowError>()
  for (const { line, row } of rows) {
    const code = row.external_id === null ? undefined : known.get(row.external_id)
    if (code !== undefined && code.identification !== row.client.identification)
      refused.set(line, {
        field: 'identification',
        message: `El código ${row.external_id} ya entró con el documento ${code.identification}: corrígelo en el cliente`,
      })
    else if (!mayMoveAddresses && isMoved(row, existing.get(row.client.identification)))
      refused.set(line, { field: 'email', message: ADDRESS_COPY })
  }
  const groups = Map.groupBy(
    rows.filter(({ line }) => !refused.has(line)),
    ({ row }) => row.client.identification,
  )
  const opened = await listClientsWithOpening(
    tx,
    [...existing.values()].map(({ id }) => id),
    'any',
  )
  const targets = [...groups].flatMap(([identification, group]) =>
    targetOf(group, { client: existing.get(identification), known, opened }),
  )
  return { targets, actions: actionsOf(targets), refused }
}

type Known = { identification: string; contract_id: string | null }

function targetOf(
  group: readonly ValidRow[],
  {
    client,
    known,
    opened,
  }: { client: ExistingClient | undefined; known: ReadonlyMap<string, Known>; opened: ReadonlySet<string> },
): Target[] {
  const [first] = group
  if (!first) return []
  let unlinked = client?.unlinked_contracts ?? 0
  const services = group.map((one): Service => {
    const { plan_code, external_id } = one.row
    const contract = external_id === null ? null : (known.get(external_id)?.contract_id ?? null)
    if (contract !== null || plan_code === null) return { ...one, contractId: contract, isContractNew: false }
    // A contract without a code of the other system may be this service: it is not created again.
    const isHere = external_id === null ? (client?.has_contract ?? false) : unlinked > 0
    if (external_id !== null) unlinked -= 1
    return { ...one, contractId: isHere ? null : newId(), isContractNew: !isHere }
  })
  return [
    {
      main: first.row,
      clientId: client?.id ?? newId(),
      userId: client?.user_id ?? newId(),
      isNew: client === undefined,
      isChanged: client !== undefined && isChangedBy(first.row, client),
      movesAddress: isMoved(first.row, client),
      services,
      opening:
        client && opened.has(client.id) ? ZERO : group.reduce((all, { row }) => plus(all, row.opening_balance), ZERO),
    },
  ]
}

function actionsOf(targets: readonly Target[]): SettledRows['actions'] {
  const actions: SettledRows['actions'] = new Map()
  for (const target of targets) {
    for (const [index, { line, isContractNew }] of target.services.entries()) {
      if (index > 0) actions.set(line, isContractNew || target.isNew ? 'service' : 'equal')
      else if (target.isNew) actions.set(line, 'create')
      else actions.set(line, target.isChanged || isContractNew || target.opening !== 0 ? 'update' : 'equal')
    }
  }
  return actions
}

type ExistingClient = {
  id: string
  user_id: string
  has_contract: boolean
  /** Its contracts that no code of another system names. */
  unlinked_contracts: number
} & Record<(typeof COMPARED)[number] | Exclude<(typeof KEPT)[number], Numbers>, string | null> &
  Record<Numbers, number | null>
type Numbers = 'stratum' | 'payment_date'

/** The fields that a file always writes, and those that an empty cell leaves as they are. */
const COMPARED = [
  'type_identification',
  'first_name',
  'second_name',
  'last_name',
  'second_lastname',
  'business_name',
  'address',
] as const
const KEPT = ['email', 'phone', 'telephone', 'stratum', 'date_contract', 'payment_date'] as const

function isChangedBy({ client, place }: ImportRow, stored: ExistingClient & Record<string, unknown>): boolean {
  if (COMPARED.some((field) => (client[field] ?? null) !== stored[field])) return true
  if (KEPT.some((field) => client[field] != null && client[field] !== stored[field])) return true
  return stored['municipality_code'] !== place.code || stored['segment'] !== segmentOf(client)
}

const ADDRESS_COPY =
  'Cambia el correo de un cliente que ya existe: una clave de la API no puede. Quita el correo de la fila, o súbela con tu usuario.'

const isMoved = ({ client }: ImportRow, stored: ExistingClient | undefined): boolean =>
  stored !== undefined && client.email != null && client.email !== stored.email

/** The clients that the company already has, by identification. */
async function listExistingClients(tx: Tx, identifications: readonly string[]): Promise<Map<string, ExistingClient>> {
  const { rows } = await sql<ExistingClient & { identification: string }>`
    select k.id, k.user_id, k.identification, k.type_identification, k.first_name, k.second_name, k.last_name, k.second_lastname,
      k.business_name, k.address, k.email, k.phone, k.telephone, k.stratum, k.date_contract, k.payment_date, k.municipality_code,
      k.segment, held.contracts > 0 as has_contract, held.unlinked as unlinked_contracts
    from unnest(${textArray(identifications)}::text[]) asked (identification)
    cross join lateral (
      select * from clients k where k.company_id = (select current_company()) and k.identification = asked.identification offset 0
    ) k
    cross join lateral (
      select count(*)::int as contracts, count(*) filter (where not exists (
        select from import_records r where r.company_id = c.company_id and r.contract_id = c.id and r.external_id is not null
      ))::int as unlinked
      from contracts c where c.company_id = k.company_id and c.client_id = k.id
    ) held`.execute(tx)
  return new Map(rows.map(({ identification, ...row }) => [identification, row]))
}

/** The codes of another system that came in before, with the document of their client and their contract. */
async function listKnownCodes(tx: Tx, source: string, codes: readonly string[]): Promise<Map<string, Known>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<Known & { external_id: string }>`
    select asked.external_id, r.identification, r.contract_id
    from unnest(${textArray(codes)}::text[]) asked (external_id)
    cross join lateral (
      select k.identification, r.contract_id from import_records r
      join clients k on k.company_id = r.company_id and k.id = r.client_id
      where r.company_id = (select current_company()) and r.source = ${source} and r.external_id = asked.external_id
      order by r.contract_id is null, r.import_id limit 1
    ) r`.execute(tx)
  return new Map(rows.map(({ external_id, ...row }) => [external_id, row]))
}
