import { clientImportApi } from '#domain/imports/api.ts'
import { openingImportApi } from '#domain/imports/opening-api.ts'
import { makeClient } from '../factory.ts'
import { casesOf, fileWire, filter, theirs } from './case.ts'
import { newClient } from './clients.ts'

const OLD_INVOICE = 'identification,number,issued_on,due_on,balance\n%,FV-1,2025-10-01,2025-10-15,59900'

const openingCases = casesOf(openingImportApi, {
  preview: { may: { financial: 200 }, request: () => fileWire('saldos.csv', Buffer.from(OLD_INVOICE)) },
  upload: {
    may: { financial: 201 },
    sample: async (t, company) => {
      const { identification } = await makeClient(t.owner, company.id)
      const bytes = Buffer.from(OLD_INVOICE.replace('%', identification))
      return { by: await company.person('financial'), wire: fileWire('saldos.csv', bytes) }
    },
  },
  template: { may: { financial: 200 } },
})

const clientCases = casesOf(clientImportApi, {
  preview: { may: { financial: 200 }, request: () => fileWire('a.csv', Buffer.from('identification\n12345')) },
  upload: {
    may: { financial: 200 },
    sample: async (_t, company) => {
      const row = newClient()
      const text = `${Object.keys(row).join(',')},stratum\n${Object.values(row).join(',')},2`
      return { by: await company.person('financial'), wire: fileWire('clientes.csv', Buffer.from(text)) }
    },
  },
  progress: { may: { financial: filter }, request: (its) => ({ query: { id: its.rejects } }) },
  template: { may: { financial: 200 } },
  errors: { may: { financial: theirs(200) }, request: (its) => ({ params: { id: its.rejects } }) },
  list: { may: { financial: 200 } },
  undo: {
    may: { financial: theirs(200) },
    request: (its) => ({ params: { id: its.rejects } }),
    sample: async (t, company) => {
      const by = await company.person('financial')
      const { rows } = await t.owner.query<{ id: string }>(
        `insert into client_imports (company_id, file_name, created, updated, refused)
         values ($1, 'clientes.csv', 0, 0, '{"headers":[],"rows":[]}') returning id`,
        [company.id],
      )
      return { by, wire: { params: { id: rows[0]?.id ?? '' } } }
    },
  },
})

export const importCases = [...clientCases, ...openingCases]
