import { clientImportApi } from '#domain/imports/api.ts'
import { casesOf, fileWire, filter, theirs } from './case.ts'
import { newClient } from './clients.ts'

export const importCases = casesOf(clientImportApi, {
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
})
