import { retractionApi } from '#domain/contracts/retraction-api.ts'
import { dayOf } from '#domain/core/days.ts'
import { casesOf, own, theirs } from './case.ts'
import { signed } from './contracts.ts'

export const retractionCases = casesOf(retractionApi, {
  // The contract of the fixtures is in service.
  retract: {
    may: { financial: theirs(409), client: own(409) },
    request: (its) => ({ params: { no: its.contract }, body: {} }),
    sample: async (t, company) => {
      const { by, params } = await signed(t, company)
      return { by, wire: { params, body: { asked_on: dayOf(t.world.clock()), asked_channel: 'telefono' } } }
    },
  },
})
