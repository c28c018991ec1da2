import { installationApi } from '#domain/installations/api.ts'
import { factusApi } from '#domain/integrations/api.ts'
import { closings } from '#server/accounting/closing.ts'
import { income } from '#server/accounting/income.ts'
import { smallBalances } from '#server/accounting/small-balances.ts'
import { auditLog } from '#server/audit/audit-log.ts'
import { sealSchedules, sealTasks } from '#server/audit/seal.ts'
import { clientImport } from '#server/imports/imports.ts'
import { openingImport } from '#server/imports/opening.ts'
import { linkPayments } from '#server/payments/link-payments.ts'
import { publicInvoices } from '#server/payments/public-invoice.ts'
import { auth } from './auth/auth.ts'
import { authSchedules, authTasks } from './auth/jobs.ts'
import { clients } from './clients/clients.ts'
import { companies } from './companies/companies.ts'
import { consents } from './consents/consents.ts'
import { contracts } from './contracts/contracts.ts'
import { contractDefaults } from './contracts/defaults.ts'
import { contractSchedules, contractTasks } from './contracts/jobs.ts'
import type { Schedule, Task, Ticker } from './core/jobs.ts'
import { notBuilt, type Route } from './core/verb.ts'
import { dashboard } from './dashboard/dashboard.ts'
import { EXPORTED_LISTS } from './exported-lists.ts'
import { exports } from './exports/exports.ts'
import { integrations } from './integrations/integrations.ts'
import { disputes } from './invoices/disputes.ts'
import { invoices } from './invoices/invoices.ts'
import { correctionSchedules, correctionTasks } from './invoices/jobs.ts'
import { creditNotes } from './invoices/notes.ts'
import { runTasks, runTickers } from './invoices/run-worker.ts'
import { runs } from './invoices/runs.ts'
import { messages, messageTasks } from './messages/messages.ts'
import { messageTickers } from './messages/outbox.ts'
import { notificationTasks } from './notifications/jobs.ts'
import { notifications } from './notifications/notifications.ts'
import { parameters } from './parameters/parameters.ts'
import { credits } from './payments/credit.ts'
import { paymentSchedules, paymentTasks, paymentTickers } from './payments/jobs.ts'
import { manualPayments } from './payments/manual.ts'
import { moneyAccounts } from './payments/money-accounts.ts'
import { payments } from './payments/online.ts'
import { webhooks } from './payments/webhook.ts'
import { plans } from './plans/plans.ts'
import { platformSchedules, platformTasks } from './platform/jobs.ts'
import { platform } from './platform/platform.ts'
import { fileSchedules, fileTasks } from './profile/jobs.ts'
import { profile } from './profile/profile.ts'
import { connectModules } from './reactions.ts'
import { search } from './search/search.ts'
import { companyUsers, users } from './users/users.ts'
import { views } from './views/views.ts'

// The only call in a process: a file that has the routes or the jobs also has what reacts to their events.
connectModules()

/** Endpoints that are specified and not built yet. They answer 501; this list must become empty. */
export const NOT_BUILT: readonly Route[] = [...notBuilt(factusApi), ...notBuilt(installationApi)]

/** Every route of the API, one line for each module. */
export const routes: readonly Route[] = [
  ...platform(() => routes),
  ...auth,
  ...plans,
  ...contractDefaults,
  ...clientImport,
  ...openingImport,
  ...clients,
  ...consents,
  ...contracts,
  ...parameters,
  ...closings,
  ...smallBalances,
  ...income,
  ...runs,
  ...invoices,
  ...creditNotes,
  ...disputes,
  ...publicInvoices,
  ...linkPayments,
  ...manualPayments,
  ...moneyAccounts,
  ...credits,
  ...payments,
  ...dashboard,
  ...messages,
  ...companies,
  ...users,
  ...companyUsers,
  ...auditLog,
  ...notifications,
  ...search,
  ...exports(EXPORTED_LISTS),
  ...views,
  ...profile,
  ...integrations,
  ...webhooks,
  ...NOT_BUILT,
]

/** Every job, by its name in the queue. */
export const tasks: Readonly<Record<string, Task>> = {
  ...authTasks,
  ...sealTasks,
  ...platformTasks,
  ...runTasks,
  ...contractTasks,
  ...correctionTasks,
  ...paymentTasks,
  ...messageTasks,
  ...notificationTasks,
  ...fileTasks,
}

/** The scheduled jobs (UTC). */
export const schedules: readonly Schedule[] = [
  ...sealSchedules,
  ...authSchedules,
  ...platformSchedules,
  ...contractSchedules,
  ...correctionSchedules,
  ...paymentSchedules,
  ...fileSchedules,
]

/** The tickers of a worker process, every few seconds. */
export const tickers: readonly Ticker[] = [...runTickers, ...paymentTickers, ...messageTickers]
