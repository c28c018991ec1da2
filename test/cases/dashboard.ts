import { dashboardApi } from '#domain/dashboard/api.ts'
import { casesOf } from './case.ts'

export const dashboardCases = casesOf(dashboardApi, {
  get: { may: { superadmin: 200, admin: 200, financial: 200, technical: 200, network: 200, client: 200 } },
})
