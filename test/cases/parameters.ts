import { parameterApi } from '#domain/parameters/api.ts'
import { casesOf } from './case.ts'

export const parameterCases = casesOf(parameterApi, {
  list: { may: { superadmin: 200, admin: 200, financial: 200 } },
})
