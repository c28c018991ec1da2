import type { CompanyFixture, Things } from './fixtures.ts'
import type { Wire } from './wires.ts'

/** The ids that a request may name: of the caller's own records, or of another client or company. */
export type Named = Things &
  Pick<CompanyFixture, 'run' | 'rejects' | 'endpointKey'> & {
    company: string
    otherPlan: string
    colleague: string
    session: string
    notification: string
  }

type Request = (its: Named) => Wire

const client: Request = (its) => ({ params: { id: its.client } })
const contract: Request = (its) => ({ params: { no: its.contract } })
const invoice: Request = (its) => ({ params: { id: its.invoice } })
const run: Request = (its) => ({ params: { id: its.run } })
const payment: Request = (its) => ({ params: { id: its.attempt } })
const receipt: Request = (its) => ({ params: { id: its.receipt } })
const link: Request = (its) => ({ params: { token: its.token } })
const ofClient: Request = (its) => ({ query: { client_id: its.client } })
const byContract: Request = (its) => ({ query: { no_contract: its.contract } })
const byWords: Request = (its) => ({ query: { q: its.cedula } })
const ofCompany: Request = (its) => ({ query: { company_id: its.company } })

/**
 * The requests without a sample in test/samples.ts, by the row of matrix.ts: every GET that names a record, and the calls that write
 * nothing or only records of the caller. A GET that names no record needs no entry.
 */
export const REQUESTS: Readonly<Record<string, Request>> = {
  'GET /client/:id': client,
  'GET /client/:id/statement': client,
  'GET /client/:id/statement/file': client,
  'GET /client/find-by-cedula/:cedula': (its) => ({ params: { cedula: its.cedula } }),
  'GET /client/massive/progress': () => ({ query: { id: '0197a000-0000-7000-8000-000000000000' } }),
  'GET /client/massive/:id/errors': (its) => ({ params: { id: its.rejects } }),
  'GET /consent?client_id': ofClient,
  'POST /consent': (its) => ({ body: { consent: { client_id: its.client, purpose: 'commercial', is_granted: true } } }),
  'GET /contract?client_id': ofClient,
  'GET /search?q': byWords,
  'GET /image/:company/:name': (its) => ({ params: { company: its.company, name: `${'0'.repeat(64)}.webp` } }),
  'POST /export': () => ({ body: { list: 'contracts', format: 'csv', query: '' } }),
  'PUT /notification/preferences': () => ({ body: { by_mail: ['contracts'] } }),
  'GET /client?q': byWords,
  'GET /client?identification': (its) => ({ query: { identification: its.cedula } }),
  'GET /contract?q': byWords,
  'GET /contract?no_contract': byContract,
  'GET /invoice?q': byWords,
  'GET /invoice?no_contract': byContract,
  'GET /payment/manual?q': byWords,
  'GET /transaction?q': byWords,
  'GET /message?q': byWords,
  'GET /user?q': (its) => ({ query: { q: its.colleague } }),
  'GET /binnacle?q': (its) => ({ query: { q: its.colleague } }),
  'GET /binnacle?entity_id': (its) => ({ query: { entity_id: its.invoice } }),
  'GET /contract/:no': contract,
  'GET /contract/:no/signing': contract,
  'POST /contract/:no/terminate/preview': (its) => ({ ...contract(its), body: { requested_on: '2026-01-05' } }),
  'POST /contract/:no/change-plan/preview': (its) => ({ ...contract(its), body: { plan_id: its.otherPlan } }),
  'POST /client/massive/preview': () => LIST,
  'POST /invoice/massive/preview': () => ({ body: { period: '2026-02' } }),
  'GET /invoice/massive/preview/file': () => ({ query: { period: '2026-02' } }),
  'GET /invoice/massive/:id': run,
  'GET /invoice/massive/:id/outcome': run,
  'GET /invoice?client_id': ofClient,
  'GET /invoice/:id': invoice,
  'GET /invoice/:id/pdf': invoice,
  'GET /public/invoice/:token': link,
  'GET /public/invoice/:token/pdf': link,
  'GET /payment/manual?client_id': ofClient,
  'GET /payment/:id': payment,
  'GET /payment/:id/voucher': receipt,
  'GET /receipt/:id': receipt,
  'GET /transaction?client_id': ofClient,
  'POST /message/resend?ids': (its) => ({ body: { ids: [its.message] } }),
  'GET /admin/company/:id/users': (its) => ({ params: { id: its.company } }),
  'GET /binnacle?company_id': ofCompany,
  'GET /binnacle/file?company_id': ofCompany,
  'GET /integration?company_id': ofCompany,
  'GET /integration/wompi/events?company_id': ofCompany,
  'DELETE /auth/sessions/:id': (its) => ({ params: { id: its.session } }),
  'PATCH /notification/:id': (its) => ({ params: { id: its.notification }, body: { is_read: true } }),
  'POST /notification/read-all': () => ({}),
  'GET /notification/stream': () => ({}),
  'POST /auth/logout': () => ({}),
  'DELETE /auth/sessions': () => ({}),
  'POST /auth/tour-seen': () => ({}),
  'POST /auth/change-password': () => ({ body: { current_password: PASSWORD, new_password: NEW_PASSWORD } }),
  'POST /auth/first-login': () => ({ body: { new_password: NEW_PASSWORD, accept_data_policy: true } }),
  'POST /auth/step-up': () => ({ body: { password: PASSWORD } }),
}

const LIST: Wire = {
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  body: Buffer.from(
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nidentification\n12345\r\n--x--\r\n',
  ),
}

/** The password of the callers of calls about their own account. */
export const PASSWORD = 'Un secreto largo 42'
const NEW_PASSWORD = 'Otro secreto largo 43'

/** The query that a row adds to the sample of its call. */
export const ADDED: Readonly<Record<string, (companyId: string) => Wire['query']>> = {
  'PATCH /admin/credentials/wompi?company_id': (company_id) => ({ company_id }),
  'POST /integration/wompi/test?company_id': (company_id) => ({ company_id }),
  'POST /integration/wompi/off?company_id': (company_id) => ({ company_id }),
}
