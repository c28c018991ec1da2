import { companyApi } from '#domain/companies/api.ts'
import { nitCheckDigit } from '#domain/core/identity.ts'
import { exportApi } from '#domain/exports/api.ts'
import { companyUserApi, userApi } from '#domain/users/api.ts'
import { newPrefix } from './factory.ts'
import type { Sample } from './samples.ts'
import { upload } from './upload.ts'
import type { Company, TestApp } from './world.ts'

let made = 0

/** The body of a new company, as the platform's form sends it. */
export function newCompany(changes: object = {}) {
  made += 1
  const digits = String(700_000_000 + Math.floor(Math.random() * 90_000_000) + made)
  const prefix = newPrefix()
  return {
    nit: `${digits}-${nitCheckDigit(digits)}`,
    name: `Fibra ${made}`,
    address: 'Carrera 7 # 12-30',
    department: 'Antioquia',
    city: 'Medellín',
    phone: '6043443460',
    email: `hola${made}@fibra.test`,
    legal_representative: 'Marta Lucía Ruiz',
    initial_letter: prefix,
    user: { email: `admin${made}.${prefix.toLowerCase()}@fibra.test` },
    ...changes,
  }
}

export const newStaff = (changes: object = {}) => {
  made += 1
  return {
    first_name: 'Laura',
    last_name: 'Pinzón',
    email: `laura${made}.${Math.floor(Math.random() * 1e9)}@fibra.test`,
    role: 'financial',
    ...changes,
  }
}

/** The smallest PDF that the server accepts. */
export const SAMPLE_PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n')

async function withStaff(t: TestApp, company: Company) {
  await t.owner.query('update companies set is_wompi_integration = true, is_factus_integration = true where id = $1', [
    company.id,
  ])
  const admin = await company.person('admin')
  const { data } = await admin.call(userApi.create, { body: { user: newStaff() } })
  return { admin, params: { id: data.id } }
}

export const PEOPLE_SAMPLES: readonly Sample[] = [
  {
    endpoint: companyApi.create,
    make: async (_t, company) => {
      const person = await company.person('superadmin')
      return () => person.ask(companyApi.create, { body: { admin: newCompany() } })
    },
  },
  {
    endpoint: companyApi.changeStatus,
    make: async (_t, company) => {
      const person = await company.person('superadmin')
      const params = { status: 'suspended', id: company.id }
      return () => person.ask(companyApi.changeStatus, { params, body: { reason: 'No ha pagado' } })
    },
  },
  {
    endpoint: companyApi.update,
    make: async (_t, company) => {
      const person = await company.person('admin')
      return () =>
        person.ask(companyApi.update, { params: { id: company.id }, body: { admin: { color_code: '#FFD500' } } })
    },
  },
  {
    endpoint: companyUserApi.create,
    make: async (_t, company) => {
      const person = await company.person('superadmin')
      return () => person.ask(companyUserApi.create, { params: { id: company.id }, body: { user: newStaff() } })
    },
  },
  {
    endpoint: companyApi.uploadFile,
    make: async (t, company) => {
      const person = await company.person('superadmin')
      const file = { name: 'rut.pdf', bytes: SAMPLE_PDF }
      return () =>
        upload(t, person, companyApi.uploadFile, file, {}, {}, { part: 'updated_rut', params: { id: company.id } })
    },
  },
  {
    endpoint: companyUserApi.update,
    make: async (_t, company) => {
      const person = await company.person('superadmin')
      const { id: user_id } = await company.person('technical')
      const params = { id: company.id, user_id }
      return () => person.ask(companyUserApi.update, { params, body: { user: { is_active: false } } })
    },
  },
  {
    endpoint: companyUserApi.reset,
    make: async (_t, company) => {
      const person = await company.person('superadmin')
      const { id: user_id } = await company.person('technical')
      return () => person.ask(companyUserApi.reset, { params: { id: company.id, user_id } })
    },
  },
  {
    endpoint: userApi.create,
    make: async (t, company) => {
      const { admin } = await withStaff(t, company)
      return () => admin.ask(userApi.create, { body: { user: newStaff() } })
    },
  },
  {
    endpoint: userApi.update,
    make: async (t, company) => {
      const { admin, params } = await withStaff(t, company)
      return () => admin.ask(userApi.update, { params, body: { user: { is_active: false } } })
    },
  },
  {
    endpoint: userApi.reset,
    make: async (t, company) => {
      const { admin, params } = await withStaff(t, company)
      return () => admin.ask(userApi.reset, { params })
    },
  },
  {
    endpoint: exportApi.create,
    make: async (_t, company) => {
      const person = await company.person('financial')
      return () => person.ask(exportApi.create, { body: { list: 'clients', format: 'csv', query: '' } })
    },
  },
]
