import { bankApi } from '#domain/banks/api.ts'
import { billingFileApi } from '#domain/banks/billing-file-api.ts'
import { bankAgreementApi } from '#domain/invoices/bank-agreement-api.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { makeClient } from '../factory.ts'
import { upload } from '../upload.ts'
import type { Company, Person, TestApp } from '../world.ts'
import { billed } from './billed.ts'
import { casesOf, fileWire, filter, type Request, type Sample, sampleBy, theirs } from './case.ts'

const STATEMENT = Buffer.from('Fecha;Descripción;Valor\n2026-01-10;Pago sin referencia;70000,25')

/** A bank account of the company. */
async function bankAccount(by: Person): Promise<string> {
  const account = { name: 'Ahorros', kind: 'bank', bank: 'Banco', last_digits: null, default_for: [] }
  return (await by.call(moneyAccountApi.create, { body: { account } })).data.id
}

/** The movement of a statement, which no client owes. */
async function movement(t: TestApp, company: Company) {
  const by = await company.person('financial')
  await upload(t, by, bankApi.upload, { name: 'extracto.csv', bytes: STATEMENT }, { account_id: await bankAccount(by) })
  const { data } = await by.call(bankApi.lines)
  return { by, params: { id: data[0]?.id ?? '' } }
}

const line: Request = (its) => ({ params: { id: its.bankLine } })

const AGREEMENT = {
  gln: '7709998000018',
  bank_code: '007',
  reference: 'invoice',
  reference_length: 10,
  amount_length: 10,
  has_due_day: true,
  qr: null,
}

const agreementCases = casesOf(bankAgreementApi, {
  get: { may: { admin: 200, financial: 200 } },
  save: { may: { admin: 200, financial: 200 }, sample: sampleBy('financial', { agreement: AGREEMENT }) },
  remove: {
    may: { admin: 200, financial: 200 },
    sample: async (_t, company) => {
      const by = await company.person('admin')
      await by.call(bankAgreementApi.save, { body: { agreement: AGREEMENT } })
      return { by, wire: {} }
    },
  },
})

const fileCases = casesOf(bankApi, {
  files: { may: { financial: 200 } },
  upload: {
    may: { financial: 201 },
    sample: async (_t, company) => {
      const by = await company.person('financial')
      return { by, wire: fileWire('extracto.csv', STATEMENT, 'file', { account_id: await bankAccount(by) }) }
    },
  },
  columns: { may: { financial: 200 }, request: () => fileWire('extracto.csv', STATEMENT) },
  file: { may: { financial: theirs(200) }, request: (its) => ({ params: { id: its.bankFile } }) },
  remove: {
    may: { financial: theirs(200) },
    sample: async (t, company) => {
      const { by } = await movement(t, company)
      const { data } = await by.call(bankApi.files)
      return { by, wire: { params: { id: data[0]?.id ?? '' } } }
    },
  },
  lines: {
    may: { financial: 200 },
    with: {
      file_id: { may: { financial: filter }, request: (its) => ({ query: { file_id: its.bankFile } }) },
      q: { may: { financial: filter } },
      ids: { may: { financial: filter }, request: (its) => ({ query: { ids: its.bankLine } }) },
    },
  },
  pay: {
    may: { financial: theirs(201) },
    sample: async (t, company) => {
      const { by, params } = await movement(t, company)
      const { id } = await makeClient(t.owner, company.id)
      return { by, wire: { params, body: { payment: { client_id: id } } } }
    },
  },
  ignore: {
    may: { financial: theirs(200) },
    sample: async (t, company) => {
      const { by, params } = await movement(t, company)
      return { by, wire: { params, body: { reason: 'Es un traslado entre cuentas' } } }
    },
  },
  restore: {
    may: { financial: theirs(409) },
    request: line,
    sample: async (t, company) => {
      const { by, params } = await movement(t, company)
      await by.call(bankApi.ignore, { params, body: { reason: 'Es un traslado' } })
      return { by, wire: { params } }
    },
  },
})

/** The call about the file of a company with an agreement and a debt. */
export const onAgreement: Sample = async (t, company) => {
  const { by } = await billed(t, company)
  await by.call(bankAgreementApi.save, { body: { agreement: AGREEMENT } })
  return { by, wire: {} }
}

const billingCases = casesOf(billingFileApi, { download: { may: { financial: 409 } } })

export const bankCases = [...fileCases, ...billingCases, ...agreementCases]
