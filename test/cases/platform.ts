import { platformApi } from '#domain/platform/api.ts'
import { casesOf, sampleBy } from './case.ts'

export const platformCases = casesOf(platformApi, {
  live: { may: { anyone: 200 }, isPublicBecause: 'called by the operator of the process' },
  ready: { may: { anyone: 200 }, isPublicBecause: 'called by the operator of the process' },
  openapi: { may: { anyone: 200 }, isPublicBecause: 'describes the API, holds no data' },
  maintenance: { may: { anyone: 200 }, isPublicBecause: 'every visitor sees the maintenance page' },
  switchMaintenance: {
    may: { superadmin: 200 },
    sample: sampleBy('superadmin', { active: false, message: '', until: null }),
  },
})
