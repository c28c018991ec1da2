import { consentApi } from '#domain/consents/api.ts'
import { makeClient } from '../factory.ts'
import { casesOf, own, theirs } from './case.ts'

export const consentCases = casesOf(consentApi, {
  list: { with: { client_id: { may: { financial: theirs(200), client: own(200) } } } },
  say: {
    may: { financial: theirs(201), client: own(201) },
    sample: async (t, company) => {
      const { id } = await makeClient(t.owner, company.id)
      const consent = { client_id: id, purpose: 'data', is_granted: true }
      return { by: await company.person('financial'), wire: { body: { consent } } }
    },
    request: (its) => ({ body: { consent: { client_id: its.client, purpose: 'commercial', is_granted: true } } }),
  },
})
