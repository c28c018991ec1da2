import { companyApi } from '#domain/companies/api.ts'
import type { CompanyFile, CompanyStatus, NewCompany } from '#domain/companies/company.ts'
import type { Sort } from '#domain/core/paging.ts'
import { periodOf } from '#domain/core/period.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { findMunicipality, isPlaceProblem } from '#domain/places/place.ts'
import type { Ctx } from '#server/core/context.ts'
import { listReply } from '#server/core/list-reply.ts'
import { inCompany, sqlState, type Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import type { Letterhead } from '#server/documents/letterhead.ts'
import { inviteStaff } from '#server/users/staff.ts'
import { changeFilesLimit, document, files, uploadFile } from './files.ts'
import {
  type CompanyFilter,
  type CompanySort,
  countCompanies,
  getExistingCompany,
  insertCompany,
  listCompanies,
  setStatus,
  updateCompany,
  withoutDocuments,
} from './queries.ts'
import { setTaxRegime, taxRegimes } from './tax-regimes.ts'

export const companies = implement(companyApi, {
  create: (ctx, { body }) =>
    ctx.platform(async (tx) => {
      const admin = { ...body.admin, ...withMunicipality(body.admin) }
      const id = await insertCompany(tx, admin).catch(refuseDuplicate)
      const after = await getExistingCompany(tx, id)
      await tx.record('company.created', { company_id: id, entity_id: id, after: { name: after.name, nit: after.nit } })
      await inCompany(tx, id, (own) => inviteStaff(own, adminOf(admin), 'admin.user.email'))
      return {
        data: await getExistingCompany(tx, id),
        message: `Creamos ${after.name} e invitamos a ${admin.user.email} a administrarla`,
      }
    }),

  listFiles: (ctx, { query }) => ctx.platform((tx) => listPage(ctx, tx, query)),

  list: async (ctx, { query }) => {
    const transaction = ctx.actor.role === 'superadmin' ? ctx.platform : ctx.tx
    const { data, meta } = await transaction((tx) => listPage(ctx, tx, query))
    return {
      data: data.map(({ clients: _clients, invoices_this_month: _month, ...row }) => withoutDocuments(row)),
      ...(meta ? { meta } : {}),
    }
  },

  changeStatus: (ctx, { params, body }) =>
    ctx.platform(async (tx) => {
      const before = await getExistingCompany(tx, params.id)
      const status = statusOf(params.status)
      const reason = body.reason ?? ''
      if (status !== 'active' && reason === '') {
        throw refuseField('invalid', 'reason', 'Escribe el motivo: es lo que verán sus usuarios al intentar entrar')
      }
      await setStatus(tx, before.id, status, reason === '' ? null : reason)
      await tx.record('company.status_changed', {
        company_id: before.id,
        entity_id: before.id,
        before: { status: before.status },
        after: { name: before.name, status, reason },
      })
      return { data: await getExistingCompany(tx, before.id), message: `${before.name}: ${STATUS_COPY[status]}` }
    }),

  update: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const before = await getExistingCompany(tx, ctx.companyId)
      const changes = {
        ...body.admin,
        ...withMunicipality({ department: before.department ?? '', city: before.city ?? '', ...body.admin }),
      }
      await updateCompany(tx, before.id, changes).catch(refuseDuplicate)
      const after = await getExistingCompany(tx, before.id)
      await tx.record('company.updated', {
        entity_id: before.id,
        before: changedFieldsOf(before, changes),
        after: { name: after.name, ...changedFieldsOf(after, changes) },
      })
      return { data: withoutDocuments(after), message: 'Guardamos los datos de la empresa' }
    }),

  files,
  uploadFile,
  changeFilesLimit,
  taxRegimes,
  setTaxRegime,
  document,
})

const STATUS_COPY: Readonly<Record<CompanyStatus, string>> = {
  active: 'quedó activa',
  suspended: 'quedó suspendida y sus usuarios no pueden entrar',
  closed: 'quedó cerrada; sus datos se conservan',
}

/** The status of the path, typed. The endpoint has validated it. */
const statusOf = (text: string): CompanyStatus => (text === 'suspended' || text === 'closed' ? text : 'active')

const changedFieldsOf = (company: CompanyFile, changes: object): object =>
  Object.fromEntries(Object.entries(company).filter(([key]) => Object.hasOwn(changes, key)))

type ListQuery = CompanyFilter & {
  page?: number | undefined
  page_size?: number | undefined
  sort?: Sort<CompanySort> | undefined
}

function listPage(ctx: Ctx, tx: Tx, query: ListQuery) {
  const filter = { id: query.id, q: query.q, status: query.status, sort: query.sort }
  const month = periodOf(ctx.today)
  return listReply(query, {
    rows: (range) => listCompanies(tx, filter, month, range),
    total: () => countCompanies(tx, filter),
  })
}

/** Refuses a NIT or a prefix that another company has. The unique constraint decides, because a company cannot read the others. */
function refuseDuplicate(error: unknown): never {
  if (sqlState(error) !== '23505') throw error
  throw error instanceof Error && error.message.includes('companies_nit_key')
    ? refuseField('duplicate', 'admin.nit', 'Ya hay una empresa con este NIT')
    : refuseField('duplicate', 'admin.initial_letter', 'Otra empresa ya usa estas letras: elige otras')
}

/** The municipality in the spelling of DANE. Nothing when department and city do not change. */
function withMunicipality({ department, city }: { department?: string | undefined; city?: string | undefined }) {
  if (!department || !city) return {}
  const found = findMunicipality(department, city)
  if (isPlaceProblem(found)) throw refuseField('refused', `admin.${found.field}`, found.message)
  return { department: found.department, city: found.municipality }
}

/** The first administrator of a company, with the name of its legal representative. */
function adminOf({ user, legal_representative }: NewCompany) {
  const [first = '', ...rest] = legal_representative.split(' ')
  return {
    role: 'admin' as const,
    email: user.email,
    username: user.username ?? user.email,
    first_name: first,
    last_name: rest.length === 0 ? first : rest.join(' '),
  }
}

/** The transaction's company as its documents show it. */
export const readLetterhead = (tx: Tx): Promise<Letterhead> =>
  tx
    .selectFrom('companies')
    .select([
      'name',
      'nit',
      'initial_letter',
      'color_code',
      'logo_url',
      'address',
      'city',
      'phone',
      'email',
      'website_url',
    ])
    .executeTakeFirstOrThrow()
