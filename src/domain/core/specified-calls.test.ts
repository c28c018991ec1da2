import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { companyApi } from '#domain/companies/api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { installationApi } from '#domain/installations/api.ts'
import { factusApi, integrationApi } from '#domain/integrations/api.ts'
import { planApi } from '#domain/plans/api.ts'
import { type Endpoint, isUpload } from './api.ts'

/** Section 7 of the specification, in its order, with the roles decided for each. */
const SPECIFIED = `
POST   /admin/company                   superadmin
GET    /admin/companies                 superadmin
GET    /admin                           admin superadmin
GET    /admin/billing-config            admin financial
PATCH  /admin/billing-config            financial
PATCH  /admin/status/:status/:id        superadmin
PATCH  /admin/credentials/wompi         admin superadmin
PATCH  /admin/credentials/factus        admin superadmin
PATCH  /admin/profile/:id               admin superadmin
GET    /admin/plans                     admin financial
POST   /admin/plans                     financial
PATCH  /admin/plans/:id                 financial
DELETE /admin/plans/:id                 financial
GET    /client/:id                      client financial
GET    /client/find-by-cedula/:cedula   financial technical
POST   /client                          financial
GET    /client                          financial
PATCH  /client/:id                      financial
PATCH  /client/:id/status               financial
POST   /client/massive                  financial
POST   /installation-log/:id            financial technical
GET    /installation-log/:id            financial network technical
PATCH  /installation-log/:id            financial technical
`

const endpoints: readonly Endpoint[] = [
  companyApi,
  factusApi,
  integrationApi,
  contractDefaultsApi,
  planApi,
  clientApi,
  clientImportApi,
  installationApi,
]
  .flatMap((feature) => Object.values<Endpoint>(feature))
  .filter(({ method, path }) => new RegExp(`^${method}\\s+${path}\\s`, 'm').test(SPECIFIED))

const lineOf = (endpoint: Endpoint): string =>
  [endpoint.method, endpoint.path, ...(endpoint.roles === 'public' ? ['public'] : endpoint.roles.toSorted())].join(' ')

test('API-01 the 23 calls of the specification are declared with their method, path and roles', () => {
  const specified = SPECIFIED.trim()
    .split('\n')
    .map((row) => row.trim().replace(/\s+/g, ' '))
  expect(specified).toHaveLength(23)
  expect(endpoints.map(lineOf).toSorted()).toEqual(specified.toSorted())
})

test('API-01 bodies carry the noun of the specification, and only the upload is no JSON', () => {
  const nouns = Object.fromEntries(
    endpoints
      .filter((endpoint) => endpoint.body)
      .map((endpoint) => [lineOf(endpoint).split(' ').slice(0, 2).join(' '), keysOf(endpoint.body)]),
  )
  expect(nouns).toMatchObject({
    'POST /admin/company': ['admin'],
    'PATCH /admin/billing-config': ['billing_config'],
    'PATCH /admin/credentials/wompi': ['credentials'],
    'PATCH /admin/credentials/factus': ['credentials'],
    'PATCH /admin/profile/:id': ['admin'],
    'POST /admin/plans': ['plan'],
    'PATCH /admin/plans/:id': ['plan'],
    'POST /client': ['client'],
    'PATCH /client/:id': ['client'],
    'POST /installation-log/:id': ['installation_log'],
    'PATCH /installation-log/:id': ['evi_vid_url'],
  })
  expect(endpoints.filter(isUpload).map((endpoint) => endpoint.path)).toEqual(['/client/massive'])
})

test('API-03 every success of the 23 calls carries data, but the bulk upload its message and details', () => {
  const odd = endpoints.filter((endpoint) => !keysOf(endpoint.reply).includes('data'))
  expect(odd.map((endpoint) => [endpoint.path, keysOf(endpoint.reply)])).toEqual([
    ['/client/massive', ['message', 'details']],
  ])
})

function keysOf(schema: unknown): string[] {
  const shape = typeof schema === 'object' && schema !== null && 'shape' in schema ? schema.shape : {}
  return Object.keys(shape ?? {})
}
