import { accountingCases } from './accounting.ts'
import { auditCases } from './audit.ts'
import { authCases } from './auth.ts'
import type { CallCase } from './case.ts'
import { clientCases } from './clients.ts'
import { companyCases } from './companies.ts'
import { consentCases } from './consents.ts'
import { contractCases } from './contracts.ts'
import { dashboardCases } from './dashboard.ts'
import { exportCases } from './exports.ts'
import { importCases } from './imports.ts'
import { integrationCases } from './integrations.ts'
import { invoiceCases } from './invoices.ts'
import { messageCases } from './messages.ts'
import { notificationCases } from './notifications.ts'
import { parameterCases } from './parameters.ts'
import { paymentCases } from './payments.ts'
import { planCases } from './plans.ts'
import { platformCases } from './platform.ts'
import { profileCases } from './profile.ts'
import { searchCases } from './search.ts'
import { userCases } from './users.ts'
import { viewCases } from './views.ts'

/** Every call of the API that is built, one line for each module. The walks over all calls read nothing else about them. */
export const CASES: readonly CallCase[] = [
  ...platformCases,
  ...authCases,
  ...profileCases,
  ...notificationCases,
  ...companyCases,
  ...userCases,
  ...auditCases,
  ...integrationCases,
  ...planCases,
  ...parameterCases,
  ...accountingCases,
  ...searchCases,
  ...exportCases,
  ...viewCases,
  ...clientCases,
  ...importCases,
  ...consentCases,
  ...contractCases,
  ...invoiceCases,
  ...paymentCases,
  ...dashboardCases,
  ...messageCases,
]
