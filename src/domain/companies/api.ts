import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { PageMeta, pagingQuery, sortQuery } from '#domain/core/paging.ts'
import { text, trimmedText } from '#domain/core/text.ts'
import { TaxRegime } from '#domain/taxes/regime.ts'
import { Company, CompanyChanges, CompanyFile, CompanyRow, CompanyStatus, NewCompany } from './company.ts'
import { COMPANY_FILES, CompanyFiles, FilesLimit } from './files.ts'

/** The sort keys of a list of companies. */
export const COMPANY_SORTS = ['name', 'city', 'status', 'createdAt'] as const

const query = z.strictObject({ ...pagingQuery, ...sortQuery(COMPANY_SORTS), status: z.optional(CompanyStatus) })

const integrators = ['admin', 'superadmin'] as const

export const companyApi = api({
  create: {
    method: 'POST',
    path: '/admin/company',
    summary: 'Crea una empresa e invita por correo a su administrador',
    stepUp: true,
    roles: ['superadmin'],
    status: 201,
    body: z.strictObject({ admin: NewCompany }),
    reply: z.object({ data: CompanyFile, message: z.string() }),
  },
  listFiles: {
    method: 'GET',
    path: '/admin/companies',
    summary: 'Todas las empresas, con sus tres documentos',
    roles: ['superadmin'],
    query: z.extend(query, { id: z.optional(z.uuid()) }),
    reply: z.object({ data: z.array(CompanyRow), meta: z.optional(PageMeta) }),
  },
  list: {
    method: 'GET',
    path: '/admin',
    summary: 'Las empresas que la persona administra: todas o la propia',
    roles: integrators,
    query,
    reply: z.object({ data: z.array(Company), meta: z.optional(PageMeta) }),
  },
  changeStatus: {
    method: 'PATCH',
    path: '/admin/status/:status/:id',
    summary: 'Activa, suspende o cierra una empresa, con su motivo',
    stepUp: true,
    roles: ['superadmin'],
    params: z.object({ status: CompanyStatus, id: z.uuid() }),
    body: z.strictObject({
      reason: z.optional(trimmedText(300)),
    }),
    reply: z.object({ data: CompanyFile, message: z.string() }),
  },
  update: {
    method: 'PATCH',
    path: '/admin/profile/:id',
    summary: 'Cambia los datos de una empresa: cualquiera, o la propia',
    stepUp: true,
    roles: integrators,
    company: 'params.id',
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ admin: CompanyChanges }),
    reply: z.object({ data: Company, message: z.string() }),
  },
  files: {
    method: 'GET',
    path: '/admin/company/:id/files',
    summary: 'El logo y los tres documentos de una empresa: cualquiera, o la propia',
    roles: integrators,
    company: 'params.id',
    params: z.object({ id: z.uuid() }),
    reply: z.object({ data: CompanyFiles }),
  },
  uploadFile: {
    method: 'POST',
    path: '/admin/company/:id/files',
    summary:
      'Sube el logo (PNG, JPG o WebP) o uno de los tres documentos (PDF) de una empresa; el nombre de la parte dice cuál',
    stepUp: true,
    roles: ['superadmin'],
    company: 'params.id',
    params: z.object({ id: z.uuid() }),
    bodyAs: { parts: COMPANY_FILES },
    idempotency: 'never',
    reply: z.object({ data: CompanyFiles, message: z.string() }),
  },
  changeFilesLimit: {
    method: 'PUT',
    path: '/admin/company/:id/files-limit',
    summary: 'Cambia cuánto pueden ocupar las fotos y los documentos de una empresa, en MB; lo guardado no se borra',
    stepUp: true,
    roles: ['superadmin'],
    company: 'params.id',
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ max_megabytes: FilesLimit }),
    reply: z.object({ data: CompanyFiles, message: z.string() }),
  },
  taxRegimes: {
    method: 'GET',
    path: '/admin/company/:id/tax-regimes',
    summary: 'El régimen tributario de una empresa, por el día en que empieza: cualquiera, o la propia',
    roles: integrators,
    company: 'params.id',
    params: z.object({ id: z.uuid() }),
    reply: z.object({ data: z.array(TaxRegime) }),
  },
  setTaxRegime: {
    method: 'PUT',
    path: '/admin/company/:id/tax-regimes',
    summary: 'Fija el régimen tributario de una empresa desde un día: cualquiera, o la propia',
    stepUp: true,
    roles: integrators,
    company: 'params.id',
    params: z.object({ id: z.uuid() }),
    body: z.strictObject(TaxRegime.shape),
    reply: z.object({ data: z.array(TaxRegime), message: z.string() }),
  },
  document: {
    method: 'GET',
    path: '/admin/company/:id/files/:name',
    summary: 'Uno de los documentos de una empresa',
    roles: integrators,
    company: 'params.id',
    params: z.object({ id: z.uuid(), name: text(120) }),
    replyAs: 'file',
    reply: z.unknown(),
  },
})
