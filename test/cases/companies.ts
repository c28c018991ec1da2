import { companySiteApi } from '#domain/auth/site-api.ts'
import { companyApi } from '#domain/companies/api.ts'
import { nitCheckDigit } from '#domain/core/identity.ts'
import { newPrefix } from '../factory.ts'
import { any, casesOf, fileWire, SAMPLE_PDF, sampleBy, theirs } from './case.ts'

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

const ownCases = casesOf(companyApi, {
  create: { may: { superadmin: 201 }, sample: sampleBy('superadmin', () => ({ admin: newCompany() })) },
  listFiles: { may: { superadmin: 200 } },
  list: { may: { superadmin: 200, admin: 200 } },
  changeStatus: {
    may: { superadmin: any(200) },
    sample: async (_t, company) => ({
      by: await company.person('superadmin'),
      wire: { params: { status: 'suspended', id: company.id }, body: { reason: 'No ha pagado' } },
    }),
  },
  update: {
    may: { superadmin: any(200), admin: theirs(200) },
    sample: async (_t, company) => ({
      by: await company.person('admin'),
      wire: { params: { id: company.id }, body: { admin: { color_code: '#FFD500' } } },
    }),
  },
  files: {
    may: { superadmin: any(200), admin: theirs(200) },
    request: (its) => ({ params: { id: its.company } }),
  },
  uploadFile: {
    may: { superadmin: any(200) },
    sample: async (_t, company) => ({
      by: await company.person('superadmin'),
      wire: { ...fileWire('rut.pdf', SAMPLE_PDF, 'updated_rut'), params: { id: company.id } },
    }),
  },
  changeFilesLimit: {
    may: { superadmin: any(200) },
    sample: async (_t, company) => ({
      by: await company.person('superadmin'),
      wire: { params: { id: company.id }, body: { max_megabytes: 2048 } },
    }),
  },
  taxRegimes: {
    may: { superadmin: any(200), admin: theirs(200) },
    request: (its) => ({ params: { id: its.company } }),
  },
  setTaxRegime: {
    may: { superadmin: any(200), admin: theirs(200) },
    sample: async (_t, company) => ({
      by: await company.person('admin'),
      wire: {
        params: { id: company.id },
        body: { from_on: '2099-01-01', is_vat_responsible: true, is_self_withholder: true, is_simple_regime: false },
      },
    }),
  },
  document: {
    may: { superadmin: [404, 404, 404, 404], admin: [404, 404, 404, 404] },
    request: (its) => ({ params: { id: its.company, name: `updated_rut-${'0'.repeat(64)}.pdf` } }),
  },
})

const siteCases = casesOf(companySiteApi, {
  get: {
    // Prefix of no company: the name of one is in company-site.test.ts.
    may: { anyone: 404 },
    isPublicBecause: 'the login of a company is shown before anyone signs in',
    request: () => ({ params: { prefix: '0' } }),
  },
})

export const companyCases = [...ownCases, ...siteCases]
