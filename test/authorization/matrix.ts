import type { Role } from '#domain/core/roles.ts'

/**
 * The status for a record of the caller, of another user of the company, of another company, and for one that does not exist. For
 * staff, "own" is a record of one client of the company and "other" one of another client.
 */
type Four = readonly [own: number, other: number, foreign: number, absent: number]

/** The verdict of each role. A role that a row does not name gets 403, a caller without a session 401. A number: the call names no record. */
export type Row = Partial<Record<Role | 'anyone', number | Four>> & {
  /** Instead of 404, when the path names a record and the body names a foreign or absent one. */
  body?: number
}

/** Any record of the company. */
const theirs = (status: number): Four => [status, status, 404, 404]
/** Only the caller's own records. */
const own = (status: number): Four => [status, 404, 404, 404]
/** Records of any company: for the superadmin, and for secret links and addresses. */
const any = (status: number): Four => [status, status, status, 404]
/** A filter: it finds no record that the caller may not see. */
const filter: Four = [200, 200, 200, 200]
/** The same for all six roles. */
const all = (verdict: number | Four): Row => ({
  superadmin: verdict,
  admin: verdict,
  financial: verdict,
  technical: verdict,
  network: verdict,
  client: verdict,
})

/**
 * Which roles may make each call, written independently of the endpoints to check them. A row for each method and path;
 * `?name` after it is the same call with that filter. A new call gets a row here. When it names a record or has a body, and there is
 * no sample in test/samples.ts, it gets a request in requests.ts too.
 */
export const MATRIX: Readonly<Record<string, Row>> = {
  'GET /health/live': { anyone: 200 },
  'GET /health/ready': { anyone: 200 },
  'GET /openapi.json': { anyone: 200 },
  'GET /maintenance': { anyone: 200 },
  'PUT /maintenance': { superadmin: 200 },

  'POST /auth/login': { anyone: 200 },
  'POST /auth/recovery': { anyone: 200 },
  'POST /auth/validate-otp': { anyone: 200 },
  'POST /auth/reset-password': { anyone: 200 },
  'POST /auth/logout': all(200),
  'GET /auth/me': all(200),
  'POST /auth/change-password': all(200),
  'POST /auth/first-login': all(200),
  'POST /auth/step-up': all(200),
  'GET /auth/sessions': all(200),
  'DELETE /auth/sessions': all(200),
  'DELETE /auth/sessions/:id': all(own(200)),
  'POST /auth/tour-seen': all(200),

  'GET /profile': all(200),
  'PATCH /profile': { financial: 200, technical: 200, network: 200, client: 400 },
  'POST /profile/avatar': { financial: 200, technical: 200, network: 200, client: 200 },
  'DELETE /profile/avatar': { financial: 200, technical: 200, network: 200, client: 200 },
  'POST /profile/logo': { admin: 200 },
  'DELETE /profile/logo': { admin: 200 },
  'GET /image/:company/:name': { anyone: [404, 404, 404, 404] },

  'GET /notification': all(200),
  'PATCH /notification/:id': all(own(200)),
  'POST /notification/read-all': all(200),
  'GET /notification/stream': all(200),
  'GET /notification/preferences': all(200),
  'PUT /notification/preferences': all(200),

  'GET /admin/companies': { superadmin: 200 },
  'GET /admin': { superadmin: 200, admin: 200 },
  'POST /admin/company': { superadmin: 201 },
  'PATCH /admin/status/:status/:id': { superadmin: any(200) },
  'PATCH /admin/profile/:id': { superadmin: any(200), admin: theirs(200) },
  'GET /admin/company/:id/users': { superadmin: any(200) },
  'POST /admin/company/:id/users': { superadmin: any(201) },

  'GET /user': { admin: 200 },
  'GET /user?q': { admin: filter },
  'POST /user': { admin: 201 },
  'PATCH /user/:id': { admin: theirs(200) },
  'POST /user/:id/reset': { admin: theirs(200) },

  'GET /binnacle': { admin: 200, superadmin: 400 },
  'GET /binnacle?company_id': { admin: theirs(200), superadmin: filter },
  'GET /binnacle?q': { admin: filter, superadmin: [400, 400, 400, 400] },
  'GET /binnacle?entity_id': { admin: filter, superadmin: [400, 400, 400, 400] },
  'GET /binnacle/file': { admin: 200, superadmin: 400 },
  'GET /binnacle/file?company_id': { admin: theirs(200), superadmin: filter },

  'GET /integration': { admin: 200, superadmin: 400 },
  'GET /integration?company_id': { admin: theirs(200), superadmin: any(200) },
  'GET /integration/wompi/events': { admin: 200, superadmin: 400 },
  'GET /integration/wompi/events?company_id': { admin: theirs(200), superadmin: any(200) },
  'PATCH /admin/credentials/wompi?company_id': { admin: theirs(200), superadmin: any(200) },
  'POST /integration/wompi/test?company_id': { admin: theirs(200), superadmin: any(200) },
  'POST /integration/wompi/off?company_id': { admin: theirs(200), superadmin: any(200) },
  'POST /webhook/wompi/:endpoint_key': { anyone: any(200) },

  'GET /admin/plans': { admin: 200, financial: 200 },
  'POST /admin/plans': { financial: 201 },
  'PATCH /admin/plans/:id': { financial: theirs(200) },
  'DELETE /admin/plans/:id': { financial: theirs(200) },
  'GET /admin/billing-config': { admin: 200, financial: 200 },
  'PATCH /admin/billing-config': { financial: 200 },
  'GET /parameter': { superadmin: 200, admin: 200, financial: 200 },

  'GET /search?q': { superadmin: filter, admin: filter, financial: filter, technical: filter, network: filter },
  'POST /export': { financial: 200, technical: 200, network: 200, client: 200 },

  'GET /client': { financial: 200 },
  'GET /client?q': { financial: filter },
  'GET /client?identification': { financial: filter },
  'GET /client/:id': { financial: theirs(200), client: own(200) },
  'GET /client/find-by-cedula/:cedula': { financial: theirs(200), technical: theirs(200) },
  'GET /client/:id/statement': { financial: theirs(200), client: own(200) },
  'GET /client/:id/statement/file': { financial: theirs(200), client: own(200) },
  'POST /client': { financial: 201 },
  'PATCH /client/:id': { financial: theirs(200) },
  'PATCH /client/:id/status': { financial: theirs(200) },
  'POST /client/:id/access': { financial: theirs(200) },
  'GET /client/massive/progress': { financial: 200 },
  'POST /client/massive/preview': { financial: 200 },
  'POST /client/massive': { financial: 200 },
  'GET /client/massive/template': { financial: 200 },
  'GET /client/massive/:id/errors': { financial: theirs(200) },
  'GET /consent?client_id': { financial: theirs(200), client: own(200) },
  'POST /consent': { financial: theirs(201), client: own(201) },

  'GET /contract': { financial: 200, technical: 200, network: 200, client: 200 },
  'GET /contract?client_id': { financial: filter, technical: filter, network: filter, client: filter },
  'GET /contract?q': { financial: filter, technical: filter, network: filter, client: filter },
  'GET /contract?no_contract': { financial: filter, technical: filter, network: filter, client: filter },
  'GET /contract/:no': { financial: theirs(200), technical: theirs(200), network: theirs(200), client: own(200) },
  'GET /contract/technicians': { financial: 200, technical: 200 },
  'POST /contract': { financial: theirs(201) },
  'PATCH /contract/:no': { financial: theirs(200) },
  'GET /contract/:no/signing': { financial: theirs(200), client: own(200) },
  'POST /contract/:no/sign': { financial: theirs(200), client: own(200) },
  'POST /contract/:no/schedule': { financial: theirs(200), technical: theirs(200), body: 422 },
  'POST /contract/:no/activate': { financial: theirs(200), technical: theirs(200) },
  'POST /contract/:no/suspend': { financial: theirs(200) },
  'POST /contract/:no/reconnect': { financial: theirs(200) },
  'POST /contract/:no/terminate/preview': { financial: theirs(200) },
  'POST /contract/:no/terminate': { financial: theirs(200) },
  'POST /contract/:no/change-plan/preview': { financial: theirs(200) },
  'POST /contract/:no/change-plan': { financial: theirs(200) },
  'POST /contract/:no/cancel': { financial: theirs(200) },

  'POST /invoice/massive/preview': { financial: 200 },
  'GET /invoice/massive/preview/file': { financial: 200 },
  'POST /invoice/massive': { financial: 202 },
  'GET /invoice/massive': { financial: 200 },
  'GET /invoice/massive/:id': { financial: theirs(200) },
  'GET /invoice/massive/:id/outcome': { financial: theirs(200) },
  'POST /invoice/massive/:id/retry': { financial: theirs(202) },
  'POST /invoice/massive/:id/send': { financial: theirs(202) },
  'GET /invoice': { financial: 200, client: 200 },
  'GET /invoice?client_id': { financial: filter, client: filter },
  'GET /invoice?q': { financial: filter, client: filter },
  'GET /invoice?no_contract': { financial: filter, client: filter },
  'GET /invoice/:id': { financial: theirs(200), client: own(200) },
  'GET /invoice/:id/pdf': { financial: theirs(200), client: own(200) },
  'POST /invoice': { financial: theirs(201) },
  'POST /invoice/:id/credit-note': { financial: theirs(201) },
  'POST /invoice/:id/dispute': { financial: theirs(200) },
  'POST /invoice/:id/dispute/resolve': { financial: theirs(200) },
  'POST /invoice/:id/send': { financial: theirs(200) },
  'POST /invoice/:id/reminder': { financial: theirs(200) },
  'GET /public/invoice/:token': { anyone: any(200) },
  'GET /public/invoice/:token/pdf': { anyone: any(200) },

  'GET /payment/manual': { financial: 200 },
  'GET /payment/manual?client_id': { financial: filter },
  'GET /payment/manual?q': { financial: filter },
  'POST /payment/manual': { financial: theirs(201) },
  'POST /payment/manual/:id/reversal': { financial: theirs(201) },
  'GET /payment/debts': { client: 200 },
  'GET /payment/methods': { client: 200 },
  'GET /payment/banks': { client: 200 },
  'GET /payment/acceptance': { client: 200 },
  'POST /payment': { client: own(201) },
  'GET /payment/:id': { financial: theirs(200), client: own(200) },
  'POST /payment/:id/verify': { financial: theirs(200), client: own(200) },
  'GET /payment/:id/voucher': { financial: theirs(200), client: own(200) },
  'GET /transaction': { financial: 200, client: 200 },
  'GET /transaction?client_id': { financial: filter, client: filter },
  'GET /transaction?q': { financial: filter, client: filter },
  'GET /receipt/:id': { financial: theirs(200), client: own(200) },
  'GET /payment-case': { financial: 200 },
  'POST /payment-case/:id/resolution': { financial: theirs(201) },
  'GET /dashboard': { superadmin: 200, admin: 200, financial: 200, client: 200 },

  'GET /message': { financial: 200 },
  'GET /message?q': { financial: filter },
  'POST /message/resend': { financial: 200 },
  'POST /message/resend?ids': { financial: [200, 200, 409, 409] },
}
