import { exportApi } from '#domain/exports/api.ts'
import { casesOf, sampleBy } from './case.ts'

export const exportCases = casesOf(exportApi, {
  create: {
    may: { financial: 200, technical: 200, network: 200, client: 200 },
    sample: sampleBy('financial', { list: 'clients', format: 'csv', query: '' }),
    // The only list that all of these roles see.
    request: () => ({ body: { list: 'contracts', format: 'csv', query: '' } }),
  },
})
