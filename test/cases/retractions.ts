import { contractRefundApi } from '#domain/contracts/refund-api.ts'
import { retractionApi } from '#domain/contracts/retraction-api.ts'
import { dayOf } from '#domain/core/days.ts'
import { casesOf, own, theirs } from './case.ts'
import { signed } from './contracts.ts'

const refundCases = casesOf(contractRefundApi, { list: { may: { financial: 200 } } })

const ownCases = casesOf(retractionApi, {
  // The contract of the fixtures is in service, since before the request.
  retract: {
    may: { financial: theirs(409), client: own(409) },
    request: (its) => ({
      params: { no: its.contract },
      body: { asked_on: dayOf(new Date()), asked_channel: 'telefono' },
    }),
    sample: async (t, company) => {
      const { by, params } = await signed(t, company)
      return { by, wire: { params, body: { asked_on: dayOf(t.world.clock()), asked_channel: 'telefono' } } }
    },
  },
})

export const retractionCases = [...ownCases, ...refundCases]
