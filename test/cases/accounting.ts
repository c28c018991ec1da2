import { closingApi } from '#domain/accounting/api.ts'
import { casesOf, sampleBy } from './case.ts'

export const accountingCases = casesOf(closingApi, {
  get: { may: { admin: 200, financial: 200 } },
  close: {
    may: { admin: 201, financial: 201 },
    sample: sampleBy('financial', { closing: { closed_through: '2020-01-31' } }),
  },
})
