import { einvoiceApi } from '#domain/einvoices/api.ts'
import { fileIssuerApi } from '#domain/einvoices/file-issuer.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import type { ElectronicStatus } from '#domain/invoices/electronic.ts'
import type { Company, Person, TestApp } from '../world.ts'
import { billed } from './billed.ts'
import { any, casesOf, type Request, type Roles, type Sample, theirs } from './case.ts'

/** Turns the electronic invoices of a company on without an account: its documents stay in the queue. */
const switchOn = (t: TestApp, company: Company): Promise<unknown> =>
  t.owner.query('update companies set is_factus_integration = true where id = $1', [company.id])

/** A queued document of a company, moved to a status as a worker leaves it. */
async function madeDocument(t: TestApp, company: Company, status: ElectronicStatus = 'rejected') {
  await switchOn(t, company)
  const at = await billed(t, company)
  const { rows } = await t.owner.query<{ id: string }>(
    `update electronic_documents set status = $2, reference = 'R-' || id, payload = '{}', tries = 1, environment = 'test',
       reason = case when $2 in ('rejected', 'manual') then 'check_digit' end
     where invoice_id = $1 returning id`,
    [at.invoiceId, status],
  )
  return { ...at, id: rows[0]?.id ?? '' }
}

const ofCompany: Roles = { admin: theirs(200), superadmin: any(200) }
const inCompany = { company_id: { may: ofCompany } }

/** A call by the administrator of a company that has a rejected document. */
const onDocument =
  (body: object): Sample =>
  async (t, company) => {
    const { id } = await madeDocument(t, company)
    return { by: await company.person('admin'), wire: { params: { id }, body } }
  }
const inQueue =
  (body: object): Sample =>
  async (t, company) => {
    await madeDocument(t, company)
    return { by: await company.person('admin'), wire: { body } }
  }

const document: Request = (its) => ({ params: { id: its.electronic } })

export const einvoiceCases = casesOf(einvoiceApi, {
  list: { may: { admin: 200, superadmin: 400 }, with: inCompany },
  queue: { may: { admin: 200, superadmin: 400 }, with: inCompany },
  forecast: {
    may: { admin: 200, financial: 200, superadmin: 400 },
    with: { company_id: { may: { ...ofCompany, financial: theirs(200) } } },
  },
  run: {
    may: { admin: theirs(200), financial: theirs(200), superadmin: 400 },
    request: (its) => ({ params: { id: its.run } }),
  },
  reconciliation: {
    may: { admin: 200, superadmin: 400 },
    request: () => ({ query: { period: '2026-01' } }),
  },
  missing: {
    may: { admin: 200, superadmin: 400 },
    request: () => ({ query: { period: '2026-01' } }),
  },
  queueMissing: {
    may: { admin: 200, superadmin: 400 },
    sample: async (t, company) => {
      const at = await billed(t, company)
      await switchOn(t, company)
      const { data } = await at.by.call(invoiceApi.get, { params: { id: at.invoiceId } })
      return { by: await company.person('admin'), wire: { body: { period: data.issued_on.slice(0, 7) } } }
    },
  },
  get: { may: { admin: theirs(200), superadmin: 400 }, request: document },
  pdf: { may: { admin: theirs(200), superadmin: 400 }, request: document },
  xml: { may: { admin: theirs(409), superadmin: 400 }, request: document },
  retry: { may: { admin: theirs(200), superadmin: 400 }, sample: onDocument({}) },
  retryAll: { may: { admin: 200, superadmin: 400 }, sample: inQueue({ status: 'rejected' }) },
  pause: { may: { admin: 200, superadmin: 400 }, sample: inQueue({}) },
  resume: {
    may: { admin: 200, superadmin: 400 },
    sample: async (_t, company) => {
      const admin = await company.person('admin')
      await admin.call(einvoiceApi.pause, { body: {} })
      return { by: admin, wire: { body: {} } }
    },
  },
  reconcile: { may: { admin: 202, superadmin: 400 }, sample: inQueue({ period: '2026-01' }) },
})

const NUMBERS = {
  environment: 'test',
  prefix: 'SETP',
  resolution: '18760000001',
  from_number: 990_000_000,
  to_number: 995_000_000,
  next_number: 990_000_000,
  starts_on: '2019-01-19',
  ends_on: '2030-01-19',
  technical_key: 'fc8eac422eba16e22ffd8c6f94b3f40a6e38162c',
  note_prefix: 'NC',
  note_next_number: 1,
  pin: '12345',
}
/** The settings of 'Archivo UBL' in a sample: the public test range of the DIAN. */
export const fileNumbers = () => ({ issuer: NUMBERS })

/** The administrator of a company that issues by files. */
export async function issuingFiles(t: TestApp, company: Company) {
  await t.owner.query(
    `update companies set address = 'Carrera 7 # 12-20', department = 'Antioquia', city = 'Medellín' where id = $1`,
    [company.id],
  )
  const admin = await company.person('admin')
  await admin.call(fileIssuerApi.saveFileIssuer, { body: fileNumbers() })
  return admin
}

/** The company of an administrator issues its files in production from now on, with the numbers 'FEV'. */
export const issueFilesInProduction = (admin: Person) =>
  admin.call(fileIssuerApi.saveFileIssuer, {
    body: { issuer: { ...NUMBERS, environment: 'production', prefix: 'FEV', resolution: '18764000009999' } },
  })

/** A company whose file of a document is ready. */
async function handedDocument(t: TestApp, company: Company) {
  const at = await madeDocument(t, company, 'manual')
  await t.owner.query(
    `update electronic_documents set reason = 'file', file_number = 'SETP' || substr(id::text, 1, 8), file_code = $2,
       issued_on = (queued_at at time zone 'America/Bogota')::date where id = $1`,
    [at.id, 'a'.repeat(96)],
  )
  return at
}

export const fileIssuerCases = casesOf(fileIssuerApi, {
  fileIssuer: { may: { admin: 200, superadmin: 400 }, with: inCompany },
  saveFileIssuer: {
    may: { admin: 409, superadmin: 400 },
    request: () => ({ body: fileNumbers() }),
    sample: async (t, company) => {
      await t.owner.query(
        `update companies set address = 'Carrera 7', department = 'Antioquia', city = 'Medellín' where id = $1`,
        [company.id],
      )
      return { by: await company.person('admin'), wire: { body: fileNumbers() } }
    },
  },
  stopFileIssuer: {
    may: { admin: 200, superadmin: 400 },
    sample: async (t, company) => ({ by: await issuingFiles(t, company), wire: { body: {} } }),
  },
  confirm: {
    may: { admin: theirs(409), superadmin: 400 },
    request: (its) => ({ params: { id: its.electronic }, body: { cufe: 'b'.repeat(96) } }),
    sample: async (t, company) => {
      const { id } = await handedDocument(t, company)
      return { by: await company.person('admin'), wire: { params: { id }, body: { cufe: 'b'.repeat(96) } } }
    },
  },
  monthFiles: { may: { admin: 200, superadmin: 400 }, request: () => ({ query: { period: '2026-01' } }) },
  monthZip: { may: { admin: 409, superadmin: 400 }, request: () => ({ query: { period: '2026-01' } }) },
})
