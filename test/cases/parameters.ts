import { parameterApi } from '#domain/parameters/api.ts'
import { casesOf, sampleBy } from './case.ts'

/** A year of its own for each sample: two values of one number cannot share a day. */
let year = 2100

const nextUvt = () => {
  year += 1
  return {
    parameter: {
      key: 'tax.uvt',
      value: 60_000,
      valid_from: `${year}-01-01`,
      valid_to: `${year}-12-31`,
      legal_basis: 'Resolución de ejemplo',
      certainty: 'general',
    },
  }
}

export const parameterCases = casesOf(parameterApi, {
  list: { may: { superadmin: 200, admin: 200, financial: 200 } },
  add: { may: { superadmin: 201 }, sample: sampleBy('superadmin', nextUvt) },
})
