import { accountingCases } from './accounting.ts'
import { auditCases } from './audit.ts'
import { authCases } from './auth.ts'
import { bankCases } from './banks.ts'
import { bucketCases } from './bucket.ts'
import { bulkCases } from './bulk.ts'
import type { CallCase } from './case.ts'
import { cashCases } from './cash.ts'
import { clientCases } from './clients.ts'
import { collectionCases } from './collections.ts'
import { companyCases } from './companies.ts'
import { consentCases } from './consents.ts'
import { contractCases } from './contracts.ts'
import { dashboardCases } from './dashboard.ts'
import { einvoiceCases, fileIssuerCases } from './einvoices.ts'
import { equipmentCases } from './equipment.ts'
import { exportCases } from './exports.ts'
import { importCases } from './imports.ts'
import { installationCases } from './installations.ts'
import { factusCases, integrationCases, smsCases, whatsappCases } from './integrations.ts'
import { invoiceCases } from './invoices.ts'
import { messageCases } from './messages.ts'
import { networkCases } from './network.ts'
import { notificationCases } from './notifications.ts'
import { outageCases } from './outages.ts'
import { parameterCases } from './parameters.ts'
import { paymentCases } from './payments.ts'
import { planCases } from './plans.ts'
import { platformCases } from './platform.ts'
import { pqrCases } from './pqr.ts'
import { ownDataCases, profileCases } from './profile.ts'
import { reportCases } from './reports.ts'
import { retractionCases } from './retractions.ts'
import { searchCases } from './search.ts'
import { userCases } from './users.ts'
import { viewCases } from './views.ts'
import { visitCases } from './visits.ts'
import { webhookCases } from './webhooks.ts'

/** Every call of the API that is built, one line for each module. The walks over all calls read nothing else about them. */
export const CASES: readonly CallCase[] = [
  ...platformCases,
  ...authCases,
  ...profileCases,
  ...ownDataCases,
  ...notificationCases,
  ...companyCases,
  ...userCases,
  ...auditCases,
  ...integrationCases,
  ...factusCases,
  ...whatsappCases,
  ...smsCases,
  ...webhookCases,
  ...planCases,
  ...parameterCases,
  ...accountingCases,
  ...searchCases,
  ...exportCases,
  ...bulkCases,
  ...bucketCases,
  ...viewCases,
  ...clientCases,
  ...importCases,
  ...consentCases,
  ...contractCases,
  ...retractionCases,
  ...equipmentCases,
  ...outageCases,
  ...visitCases,
  ...installationCases,
  ...invoiceCases,
  ...paymentCases,
  ...cashCases,
  ...bankCases,
  ...dashboardCases,
  ...reportCases,
  ...messageCases,
  ...collectionCases,
  ...pqrCases,
  ...networkCases,
  ...einvoiceCases,
  ...fileIssuerCases,
]
