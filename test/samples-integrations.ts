import { integrationApi } from '#domain/integrations/api.ts'
import type { Sample } from './samples.ts'
import type { Company } from './world.ts'

/** Keys of Wompi's test environment, with the prefixes that it gives them. */
export const wompiKeys = (name: string) => ({
  environment: 'test' as const,
  public_key: `pub_test_${name}`,
  private_key: `prv_test_${name}`,
  integrity_secret: `test_integrity_${name}`,
  event_key: `test_events_${name}`,
})

async function connected(company: Company) {
  const admin = await company.person('admin')
  await admin.call(integrationApi.saveWompi, { body: { credentials: wompiKeys('muestra') } })
  return admin
}

export const INTEGRATION_SAMPLES: readonly Sample[] = [
  {
    endpoint: integrationApi.saveWompi,
    make: async (_t, company) => {
      const admin = await company.person('admin')
      return () => admin.ask(integrationApi.saveWompi, { body: { credentials: wompiKeys('muestra') } })
    },
  },
  {
    endpoint: integrationApi.testWompi,
    make: async (_t, company) => {
      const admin = await connected(company)
      return () => admin.ask(integrationApi.testWompi, { body: { environment: 'test' } })
    },
  },
  {
    endpoint: integrationApi.stopWompi,
    make: async (_t, company) => {
      const admin = await connected(company)
      return () => admin.ask(integrationApi.stopWompi)
    },
  },
  {
    endpoint: integrationApi.receive,
    make: async (t, company) => {
      const admin = await connected(company)
      const { data } = await admin.call(integrationApi.get)
      const endpoint_key = data.wompi[0]?.events_url.split('/').at(-1) ?? ''
      return () => t.ask(integrationApi.receive, { params: { endpoint_key }, body: { event: 'x' } })
    },
  },
]
