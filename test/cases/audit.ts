import { auditApi } from '#domain/audit/api.ts'
import { any, casesOf, filter, type Roles, theirs } from './case.ts'

const ofCompany: Roles = { admin: theirs(200), superadmin: any(200) }
const withinCompany: Roles = { admin: filter, superadmin: [400, 400, 400, 400] }

export const auditCases = casesOf(auditApi, {
  list: {
    may: { admin: 200, superadmin: 400 },
    with: {
      company_id: { may: ofCompany },
      q: { may: withinCompany, request: (its) => ({ query: { q: its.colleague } }) },
      entity_id: { may: withinCompany, request: (its) => ({ query: { entity_id: its.invoice } }) },
    },
  },
  file: { may: { admin: 200, superadmin: 400 }, with: { company_id: { may: ofCompany } } },
})
