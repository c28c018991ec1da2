import { searchApi } from '#domain/search/api.ts'
import { casesOf, filter } from './case.ts'

export const searchCases = casesOf(searchApi, {
  find: {
    with: {
      q: { may: { superadmin: filter, admin: filter, financial: filter, technical: filter, network: filter } },
    },
  },
})
