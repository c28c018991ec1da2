import { platformApi } from '#domain/platform/api.ts'
import { casesOf, sampleBy } from './case.ts'

export const platformCases = casesOf(platformApi, {
  live: { may: { anyone: 200 }, isPublicBecause: 'called by the operator of the process' },
  ready: { may: { anyone: 200 }, isPublicBecause: 'called by the operator of the process' },
  openapi: { may: { anyone: 200 }, isPublicBecause: 'describes the API, holds no data' },
  metrics: {
    may: { anyone: 404, superadmin: 404, admin: 404, financial: 404, technical: 404, network: 404, client: 404 },
    isPublicBecause: 'the monitoring of the operator has a secret of its own and no session',
  },
  maintenance: { may: { anyone: 200 }, isPublicBecause: 'every visitor sees the maintenance page' },
  switchMaintenance: {
    may: { superadmin: 200 },
    sample: sampleBy('superadmin', { active: false, message: '', until: null }),
  },
})
