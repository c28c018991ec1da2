import { sql } from 'kysely'
import type { COMPANY_SORTS } from '#domain/companies/api.ts'
import type {
  Company,
  CompanyChanges,
  CompanyFile,
  CompanyRow,
  CompanyStatus,
  NewCompany,
} from '#domain/companies/company.ts'
import type { CompanyFiles } from '#domain/companies/files.ts'
import type { Sort } from '#domain/core/paging.ts'
import type { Period } from '#domain/core/period.ts'
import { notFound } from '#domain/core/refusal.ts'
import { endCompanySessions } from '#server/auth/sessions.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { containsPattern } from '#server/db/like.ts'
import { orderBy, pageOf, type SortColumns } from '#server/db/order.ts'

// Under the platform role a superadmin reads every company; an administrator reads the own company by its id.

type FileRow = Omit<CompanyFile, 'createdAt' | 'updatedAt' | 'user'> & {
  created_at: Date
  updated_at: Date
  user_id: string | null
  username: string | null
  user_email: string | null
  user_active: boolean
  user_first: boolean
}

const COLUMNS = sql`c.id, c.nit, c.name, c.address, c.department, c.city, c.phone, c.email, c.tic, c.legal_representative, c.logo_url, c.website_url,
  c.whatsapp_url, c.instagram_url, c.facebook_url, c.qr_url, c.color_code, c.initial_letter, c.prices_include_vat, c.is_wompi_integration, c.is_factus_integration,
  c.status, c.status_reason, c.chamber_of_commerce_pdf_url, c.updated_rut_pdf_url, c.range_of_numbers_pdf_url, c.created_at, c.updated_at,
  u.id as user_id, u.username, u.email as user_email, u.is_active as user_active, u.is_first_login as user_first`

const FROM = sql`companies c
  left join lateral (
    select * from users u where u.company_id = c.id and u.role = 'admin' order by u.created_at, u.id limit 1
  ) u on true`

function fileOf({
  created_at,
  updated_at,
  user_id,
  username,
  user_email,
  user_active,
  user_first,
  ...row
}: FileRow): CompanyFile {
  return {
    ...row,
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
    user:
      user_id === null || username === null
        ? null
        : {
            id: user_id,
            username,
            email: user_email,
            role: 'admin' as const,
            is_active: user_active,
            is_first_login: user_first,
          },
  }
}

export type CompanySort = (typeof COMPANY_SORTS)[number]

export type CompanyFilter = {
  id?: string | undefined
  q?: string | undefined
  status?: CompanyStatus | undefined
  sort?: Sort<CompanySort> | undefined
}

const SORTS: SortColumns<CompanySort> = {
  name: ['folded(c.name)', 'c.id'],
  city: [`folded(coalesce(c.city, ''))`, 'c.id'],
  status: ['c.status', 'c.id'],
  createdAt: ['c.created_at', 'c.id'],
}

function conditions({ id, q, status }: CompanyFilter) {
  const parts = [sql`c.kind = 'provider'`]
  if (id !== undefined) parts.push(sql`c.id = ${id}`)
  if (status !== undefined) parts.push(sql`c.status = ${status}`)
  if (q !== undefined && q.trim() !== '') {
    const like = containsPattern(q.trim())
    parts.push(sql`(c.name ilike ${like} or c.nit like ${like})`)
  }
  return sql.join(parts, sql` and `)
}

/** Companies, by name unless `sort` says otherwise, with their clients and their invoices of the month. */
export async function listCompanies(
  tx: Tx,
  filter: CompanyFilter,
  month: Period,
  range: RowRange,
): Promise<CompanyRow[]> {
  const { rows } = await sql<FileRow & { clients: number; invoices_this_month: number }>`
    select ${COLUMNS},
      (select count(*)::int from clients k where k.company_id = c.id) as clients,
      (select count(*)::int from invoices i where i.company_id = c.id and i.period = ${month}) as invoices_this_month
    from ${FROM} where ${conditions(filter)} order by ${orderBy(SORTS, filter.sort ?? 'name')} ${pageOf(range)}`.execute(
    tx,
  )
  return rows.map(({ clients, invoices_this_month, ...row }) => ({ ...fileOf(row), clients, invoices_this_month }))
}

export async function countCompanies(tx: Tx, filter: CompanyFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from companies c where ${conditions(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** A company. Throws the refusal 'not_found' for another id. */
export async function getExistingCompany(tx: Tx, id: string): Promise<CompanyFile> {
  const { rows } = await sql<FileRow>`select ${COLUMNS} from ${FROM} where ${conditions({ id })}`.execute(tx)
  const [company] = rows.map(fileOf)
  if (!company) throw notFound('Esa empresa no existe')
  return company
}

/** The data of a company for its own administrator: without the three documents. */
export const withoutDocuments = ({
  chamber_of_commerce_pdf_url: _chamber,
  updated_rut_pdf_url: _rut,
  range_of_numbers_pdf_url: _range,
  ...company
}: CompanyFile): Company => company

export async function insertCompany(tx: Tx, { user: _user, ...company }: NewCompany): Promise<string> {
  const { id } = await tx
    .insertInto('companies')
    .values({ ...company, ...(company.color_code ? { color_code: company.color_code.toUpperCase() } : {}) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateCompany(tx: Tx, id: string, changes: CompanyChanges): Promise<void> {
  await tx
    .updateTable('companies')
    .set({
      ...changes,
      ...(changes.color_code ? { color_code: changes.color_code.toUpperCase() } : {}),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

export type FileColumn = 'logo_url' | 'chamber_of_commerce_pdf_url' | 'updated_rut_pdf_url' | 'range_of_numbers_pdf_url'

export async function setFileUrl(tx: Tx, id: string, column: FileColumn, url: string): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ [column]: url, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** The files of a company: how many, their bytes, and the most bytes that it may store. */
export async function readStorage(tx: Tx, id: string): Promise<CompanyFiles['storage']> {
  const { rows } = await sql<CompanyFiles['storage']>`
    select coalesce(t.files, 0) as files, coalesce(t.bytes, 0)::float8 as bytes, c.files_max_bytes::float8 as max_bytes
    from companies c left join stored_totals t on t.company_id = c.id where c.id = ${id}`.execute(tx)
  const [storage] = rows
  if (!storage) throw notFound('Esa empresa no existe')
  return storage
}

export async function setFilesLimit(tx: Tx, id: string, files_max_bytes: number): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ files_max_bytes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Sets the status of a company. When it is not active, all its sessions end. */
export async function setStatus(tx: Tx, id: string, status: CompanyStatus, reason: string | null): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ status, status_reason: reason, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  if (status === 'active') return
  await endCompanySessions(tx, id)
}

/** Sets the logo of a company; returns the address of the one before. */
export async function setLogo(tx: Tx, companyId: string, url: string | null): Promise<string | null> {
  const before = await tx.selectFrom('companies').select('logo_url').where('id', '=', companyId).executeTakeFirst()
  await tx.updateTable('companies').set({ logo_url: url }).where('id', '=', companyId).execute()
  return before?.logo_url ?? null
}

/** Sets whether the transaction's company works with a provider. */
export async function setIntegration(tx: Tx, provider: 'wompi' | 'factus', isOn: boolean): Promise<void> {
  await tx
    .updateTable('companies')
    .set({
      ...(provider === 'wompi' ? { is_wompi_integration: isOn } : { is_factus_integration: isOn }),
      updated_at: sql<Date>`now()`,
    })
    .where('kind', '=', 'provider')
    .execute()
}
