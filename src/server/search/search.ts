import { CONTRACT_STATUS_LABELS } from '#domain/contracts/lifecycle.ts'
import { nitLabel } from '#domain/core/identity.ts'
import { paths } from '#domain/core/paths.ts'
import { isPeriod, periodLabel } from '#domain/core/period.ts'
import { ROLE_LABELS } from '#domain/core/roles.ts'
import { type SearchResult, searchApi } from '#domain/search/api.ts'
import { documentOf, hasWords } from '#domain/search/words.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import {
  type ClientMatch,
  type ContractMatch,
  findClientIds,
  findCompanies,
  findContracts,
  findInvoices,
  findStaff,
  readClients,
} from './queries.ts'

const EACH_MAX = 6
/** More candidates than results, so that the best matches of a common name come first. */
const CANDIDATES_MAX = 12

/** OPS-06: each role finds only what it may open. */
export const search = implement(searchApi, {
  find: async (ctx, { query: { q } }) => {
    const { role } = ctx.actor
    if (role === 'superadmin') return { data: await ctx.platform((tx) => searchCompanies(tx, q)) }
    return ctx.tx(async (tx) => {
      if (role === 'admin') return { data: await searchStaff(tx, q) }
      return { data: role === 'financial' ? await searchAll(tx, q) : await searchContracts(tx, q) }
    })
  },
})

/** The search of the financial role: clients and their contracts, contracts with that number and who holds them, and invoices. */
async function searchAll(tx: Tx, q: string): Promise<SearchResult[]> {
  const numberQuery = documentOf(q)
  const [clientIds, invoices] = await Promise.all([
    hasWords(q) ? findClientIds(tx, q, CANDIDATES_MAX) : [],
    numberQuery === null ? [] : findInvoices(tx, numberQuery, EACH_MAX),
  ])
  const clients = rankClients(await readClients(tx, clientIds), q)
  const known = clients.map(({ id }) => id)
  const contracts = await findContracts(tx, numberQuery, known, EACH_MAX)
  const holders = await readHolders(tx, contracts, known)
  const hits: SearchResult[] = invoices.map(({ id, number, client_name, period }) => ({
    kind: 'invoice',
    title: number,
    detail: `${client_name} · ${isPeriod(period) ? periodLabel(period) : period}`,
    href: paths.view('invoice', id),
  }))
  return [...clients.map(clientResult), ...contracts.map(contractResult), ...holders.map(clientResult), ...hits]
}

/** The clients of the contracts that were found by their number, without those already found. */
async function readHolders(
  tx: Tx,
  contracts: readonly ContractMatch[],
  known: readonly string[],
): Promise<ClientMatch[]> {
  const others = contracts.filter(({ is_named, client_id }) => is_named && !known.includes(client_id))
  const ids = new Set(others.map(({ client_id }) => client_id))
  return ids.size === 0 ? [] : readClients(tx, [...ids])
}

const clientResult = ({ id, name, identification, phone }: ClientMatch): SearchResult => ({
  kind: 'client',
  title: name,
  detail: phone === null ? identification : `${identification} · ${phone}`,
  href: paths.client(id),
})

/** Contracts by their number or by their client. */
async function searchContracts(tx: Tx, q: string): Promise<SearchResult[]> {
  const clients = hasWords(q) ? await findClientIds(tx, q, EACH_MAX) : []
  const rows = await findContracts(tx, documentOf(q), clients, EACH_MAX)
  return rows.map(contractResult)
}

const contractResult = ({ no_contract, client_name, status }: ContractMatch): SearchResult => ({
  kind: 'contract',
  title: no_contract,
  detail: `${client_name} · ${CONTRACT_STATUS_LABELS[status]}`,
  href: paths.contract(no_contract),
})

/** Order: exact document or phone, then names that begin with the text, then by name. At most EACH_MAX. */
function rankClients(clients: readonly ClientMatch[], q: string): ClientMatch[] {
  const typed = q.toLowerCase()
  const rank = ({ identification, phone, name }: ClientMatch): number => {
    if (identification === q || phone === q) return 0
    return name.toLowerCase().startsWith(typed) ? 1 : 2
  }
  return clients
    .toSorted((first, second) => rank(first) - rank(second) || first.name.localeCompare(second.name, 'es'))
    .slice(0, EACH_MAX)
}

async function searchStaff(tx: Tx, q: string): Promise<SearchResult[]> {
  const rows = await findStaff(tx, q, EACH_MAX)
  return rows.map(({ name, username, role }) => ({
    kind: 'user',
    title: name,
    detail: `${ROLE_LABELS[role]} · ${username}`,
    href: paths.usersNamed(username),
  }))
}

async function searchCompanies(tx: Tx, q: string): Promise<SearchResult[]> {
  const rows = await findCompanies(tx, q, EACH_MAX)
  return rows.map(({ id, name, nit }) => ({
    kind: 'company',
    title: name,
    detail: `NIT ${nitLabel(nit)}`,
    href: paths.company(id),
  }))
}
