import { advanceMoves } from '#server/accounting/advance-moves.ts'
import { closings } from '#server/accounting/closing.ts'
import { income } from '#server/accounting/income.ts'
import { portfolio } from '#server/accounting/portfolio.ts'
import { receivedBook } from '#server/accounting/received-book.ts'
import { salesBook } from '#server/accounting/sales-book.ts'
import { smallBalances } from '#server/accounting/small-balances.ts'
import { vouchers } from '#server/accounting/vouchers.ts'
import { writeOffs } from '#server/accounting/write-offs.ts'
import { auditLog } from '#server/audit/audit-log.ts'
import { sealSchedules, sealTasks } from '#server/audit/seal.ts'
import { banks } from '#server/banks/banks.ts'
import { billingFiles } from '#server/banks/billing-file.ts'
import { clientImport } from '#server/imports/imports.ts'
import { openingImport } from '#server/imports/opening.ts'
import { linkPayments } from '#server/payments/link-payments.ts'
import { publicInvoices } from '#server/payments/public-invoice.ts'
import { slips } from '#server/payments/slips.ts'
import { auth } from './auth/auth.ts'
import { companySites } from './auth/company-site.ts'
import { authSchedules, authTasks } from './auth/jobs.ts'
import { bucket } from './bucket/bucket.ts'
import { bucketSchedules, bucketTasks } from './bucket/jobs.ts'
import { bulk } from './bulk/bulk.ts'
import { bulkSchedules, bulkTasks, bulkTickers } from './bulk/worker.ts'
import { BULK_WORK } from './bulk-work.ts'
import { clients } from './clients/clients.ts'
import { agreementTasks } from './collections/agreed-days.ts'
import { agreementNoticeTasks } from './collections/agreement-notices.ts'
import { bureau } from './collections/bureau.ts'
import { bureauTickers } from './collections/bureau-run.ts'
import { collections } from './collections/collections.ts'
import { promiseTickers } from './collections/end-late.ts'
import { promises } from './collections/promises.ts'
import { collectionTickers } from './collections/run.ts'
import { collectionTasks } from './collections/unowed-cuts.ts'
import { companies } from './companies/companies.ts'
import { consents } from './consents/consents.ts'
import { cessions } from './contracts/cessions.ts'
import { contractMailTasks } from './contracts/contract-mail.ts'
import { contracts } from './contracts/contracts.ts'
import { contractDefaults } from './contracts/defaults.ts'
import { contractDocuments } from './contracts/documents.ts'
import { equipmentValues } from './contracts/equipment-values.ts'
import { contractSchedules, contractTasks } from './contracts/jobs.ts'
import { publicSigning } from './contracts/public-signing.ts'
import { contractRefunds } from './contracts/refunds.ts'
import { retraction } from './contracts/retraction.ts'
import { signingLinks } from './contracts/signing-links.ts'
import { transfers } from './contracts/transfers.ts'
import type { Schedule, Task, Ticker } from './core/jobs.ts'
import type { Route } from './core/verb.ts'
import { dashboard } from './dashboard/dashboard.ts'
import { acceptanceTickers } from './einvoices/acceptance-clock.ts'
import { einvoices } from './einvoices/einvoices.ts'
import { fileIssuer } from './einvoices/file-issuer.ts'
import { einvoiceTasks, einvoiceTickers } from './einvoices/worker.ts'
import { equipment } from './equipment/equipment.ts'
import { EXPORTED_LISTS } from './exported-lists.ts'
import { exports } from './exports/exports.ts'
import { files } from './installations/files.ts'
import { installationSchedules, installationTasks } from './installations/jobs.ts'
import { installationReports, reportActions } from './installations/reports.ts'
import { apiTokens } from './integrations/api-tokens.ts'
import { deliverySchedules, deliveryTasks, deliveryTickers } from './integrations/deliver.ts'
import { factus } from './integrations/factus.ts'
import { integrations } from './integrations/integrations.ts'
import { integrationSchedules, integrationTasks } from './integrations/jobs.ts'
import { outgoingWebhooks } from './integrations/outgoing-webhooks.ts'
import { sms } from './integrations/sms.ts'
import { whatsapp } from './integrations/whatsapp.ts'
import { bankAgreements } from './invoices/bank-agreements.ts'
import { disputes } from './invoices/disputes.ts'
import { invoices } from './invoices/invoices.ts'
import { correctionSchedules, correctionTasks } from './invoices/jobs.ts'
import { creditNotes } from './invoices/notes.ts'
import { runTasks, runTickers } from './invoices/run-worker.ts'
import { runs } from './invoices/runs.ts'
import { contacts } from './messages/contacts.ts'
import { messages, messageTasks } from './messages/messages.ts'
import { messageTickers } from './messages/outbox.ts'
import { smsTickers } from './messages/sms-outbox.ts'
import { whatsappTickers } from './messages/whatsapp-outbox.ts'
import { whatsappWebhooks } from './messages/whatsapp-webhook.ts'
import { networkSchedules, networkTasks } from './network/jobs.ts'
import { network } from './network/network.ts'
import { networkTickers } from './network/worker.ts'
import { notificationTasks } from './notifications/jobs.ts'
import { notifications } from './notifications/notifications.ts'
import { outageSchedules, outageTasks } from './outages/jobs.ts'
import { outages } from './outages/outages.ts'
import { parameters } from './parameters/parameters.ts'
import { cashTurns } from './payments/cash-turns.ts'
import { credits } from './payments/credit.ts'
import { instalments } from './payments/instalments.ts'
import { paymentSchedules, paymentTasks, paymentTickers } from './payments/jobs.ts'
import { manualPayments } from './payments/manual.ts'
import { moneyAccounts } from './payments/money-accounts.ts'
import { payments } from './payments/online.ts'
import { webhooks } from './payments/webhook.ts'
import { plans } from './plans/plans.ts'
import { platformSchedules, platformTasks } from './platform/jobs.ts'
import { platform } from './platform/platform.ts'
import { pqrTickers } from './pqr/clock.ts'
import { pqrInbound } from './pqr/inbound.ts'
import { pqrTasks } from './pqr/mail.ts'
import { pqr } from './pqr/pqr.ts'
import { pqrPresence } from './pqr/presence.ts'
import { publicPqr } from './pqr/public.ts'
import { pqrClaim } from './pqr/raise-claim.ts'
import { pqrRegulator } from './pqr/regulator.ts'
import { pqrTemplates } from './pqr/templates.ts'
import { pqrUpload } from './pqr/uploads.ts'
import { ownData } from './profile/own-data.ts'
import { profile } from './profile/profile.ts'
import { connectModules } from './reactions.ts'
import { reports } from './reports/reports.ts'
import { reportSchedules } from './reports/schedules.ts'
import { reportTickers } from './reports/send-scheduled.ts'
import { search } from './search/search.ts'
import { companyUsers, users } from './users/users.ts'
import { views } from './views/views.ts'
import { visits } from './visits/visits.ts'

// The only call in a process: a file that has the routes or the jobs also has what reacts to their events.
connectModules()

/** Every route of the API, by module. */
export const routes: readonly Route[] = [
  ...platform(() => routes),
  ...auth,
  ...plans,
  ...contractDefaults,
  ...equipmentValues,
  ...clientImport,
  ...openingImport,
  ...clients,
  ...consents,
  ...contracts,
  ...equipment,
  ...visits,
  ...installationReports,
  ...reportActions,
  ...files,
  ...contractDocuments,
  ...retraction,
  ...contractRefunds,
  ...signingLinks,
  ...publicSigning,
  ...outages,
  ...transfers,
  ...cessions,
  ...parameters,
  ...closings,
  ...smallBalances,
  ...writeOffs,
  ...income,
  ...salesBook,
  ...receivedBook,
  ...portfolio,
  ...advanceMoves,
  ...vouchers,
  ...runs,
  ...invoices,
  ...creditNotes,
  ...disputes,
  ...publicInvoices,
  ...bankAgreements,
  ...linkPayments,
  ...slips,
  ...manualPayments,
  ...moneyAccounts,
  ...cashTurns,
  ...credits,
  ...instalments,
  ...banks,
  ...billingFiles,
  ...payments,
  ...dashboard,
  ...reports,
  ...reportSchedules,
  ...messages,
  ...contacts,
  ...companies,
  ...companySites,
  ...users,
  ...companyUsers,
  ...auditLog,
  ...notifications,
  ...search,
  ...exports(EXPORTED_LISTS),
  ...bulk(EXPORTED_LISTS, BULK_WORK),
  ...views,
  ...profile,
  ...ownData(EXPORTED_LISTS, () => routes),
  ...integrations,
  ...apiTokens,
  ...outgoingWebhooks,
  ...factus,
  ...whatsapp,
  ...whatsappWebhooks,
  ...sms,
  ...webhooks,
  ...einvoices,
  ...fileIssuer,
  ...collections,
  ...bureau,
  ...promises,
  ...pqr,
  ...pqrTemplates,
  ...pqrPresence,
  ...pqrClaim,
  ...pqrUpload,
  ...publicPqr,
  ...pqrInbound,
  ...pqrRegulator,
  ...network,
  ...bucket,
]

/** Every job, by its name in the queue. */
export const tasks: Readonly<Record<string, Task>> = {
  ...authTasks,
  ...sealTasks,
  ...platformTasks,
  ...runTasks,
  ...contractTasks,
  ...contractMailTasks,
  ...installationTasks,
  ...integrationTasks,
  ...deliveryTasks,
  ...correctionTasks,
  ...paymentTasks,
  ...messageTasks,
  ...outageTasks,
  ...einvoiceTasks,
  ...pqrTasks,
  ...notificationTasks,
  ...bucketTasks,
  ...networkTasks,
  ...collectionTasks,
  ...agreementTasks,
  ...agreementNoticeTasks,
  ...bulkTasks(BULK_WORK),
}

/** The scheduled jobs (UTC). */
export const schedules: readonly Schedule[] = [
  ...sealSchedules,
  ...authSchedules,
  ...platformSchedules,
  ...contractSchedules,
  ...installationSchedules,
  ...integrationSchedules,
  ...deliverySchedules,
  ...correctionSchedules,
  ...paymentSchedules,
  ...outageSchedules,
  ...bucketSchedules,
  ...networkSchedules,
  ...bulkSchedules,
]

/** The tickers of a worker process, every few seconds. */
export const tickers: readonly Ticker[] = [
  ...runTickers,
  ...paymentTickers,
  ...messageTickers,
  ...whatsappTickers,
  ...smsTickers,
  ...einvoiceTickers,
  ...acceptanceTickers,
  ...bulkTickers,
  ...pqrTickers,
  ...networkTickers,
  ...deliveryTickers,
  ...reportTickers,
  ...collectionTickers,
  ...promiseTickers,
  ...bureauTickers,
]
