import { matchPath } from 'react-router'
import type { Role } from '#domain/core/roles.ts'
import { accountingRoutes } from './accounting-routes.ts'
import { readEarly } from './core/queries.ts'
import { fieldRoutes } from './field-routes.ts'
import { type GuardedRoute, lazyScreen } from './shell/Guard.tsx'

const ALL: readonly Role[] = ['admin', 'financial', 'technical', 'client', 'superadmin', 'network']

/** Reads early with an endpoint that is in the code of its screen, not in the entry. Without that code the screen fails by itself. */
const readWith = <Code,>(code: Promise<Code>, read: (code: Code) => void): void => void code.then(read, () => undefined)

/** The specification's table of guarded routes (RTE-03, RTE-12): any one listed role suffices. */
export const guardedRoutes: readonly GuardedRoute[] = [
  {
    path: '/dashboard',
    roles: ALL,
    screen: lazyScreen(() => import('#web/screens/DashboardScreen.tsx').then((file) => file.DashboardScreen)),
    read: () => readWith(import('#domain/dashboard/api.ts'), ({ dashboardApi }) => readEarly(dashboardApi.get, {})),
  },
  {
    path: '/invoices-electronic',
    roles: ['superadmin', 'admin'],
    screen: lazyScreen(() => import('./einvoices/ElectronicPage.tsx').then((file) => file.ElectronicPage)),
  },
  {
    path: '/invoices-electronic/:id',
    roles: ['superadmin', 'admin'],
    screen: lazyScreen(() => import('./einvoices/ElectronicDetailPage.tsx').then((file) => file.ElectronicDetailPage)),
  },
  {
    path: '/profile',
    roles: ALL,
    screen: lazyScreen(() => import('#web/screens/ProfileScreen.tsx').then((file) => file.ProfileScreen)),
  },
  {
    path: '/notifications',
    roles: ALL,
    screen: lazyScreen(() => import('./notifications/NotificationsPage.tsx').then((file) => file.NotificationsPage)),
  },
  {
    path: '/transactions',
    roles: ['financial', 'client'],
    screen: lazyScreen(() => import('#web/screens/TransactionsScreen.tsx').then((file) => file.TransactionsScreen)),
  },
  {
    path: '/transactions/online',
    roles: ['financial'],
    screen: lazyScreen(() => import('./payments/OnlinePage.tsx').then((file) => file.OnlinePage)),
  },
  {
    path: '/transactions/bank',
    roles: ['financial'],
    screen: lazyScreen(() => import('./banks/BankFilesPage.tsx').then((file) => file.BankFilesPage)),
  },
  {
    path: '/transactions/bank/:id',
    roles: ['financial'],
    screen: lazyScreen(() => import('./banks/BankFilePage.tsx').then((file) => file.BankFilePage)),
  },
  {
    path: '/transactions/cash',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./payments/CashPage.tsx').then((file) => file.CashPage)),
  },
  {
    path: '/transactions/cash/:id',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./payments/CashTurnPage.tsx').then((file) => file.CashTurnPage)),
  },
  {
    path: '/messages',
    roles: ['financial'],
    screen: lazyScreen(() => import('./messages/MessagesPage.tsx').then((file) => file.MessagesPage)),
  },
  ...accountingRoutes,
  {
    path: '/pqr',
    roles: ['client'],
    screen: lazyScreen(() => import('./pqr/MyPqrPage.tsx').then((file) => file.MyPqrPage)),
  },
  {
    path: '/pqr/nueva',
    roles: ['client'],
    screen: lazyScreen(() => import('./pqr/NewPqrPage.tsx').then((file) => file.NewPqrPage)),
  },
  {
    path: '/pqr/:id',
    roles: ['client'],
    screen: lazyScreen(() => import('./pqr/OwnCasePage.tsx').then((file) => file.OwnCasePage)),
  },
  {
    path: '/pqrResponse',
    roles: ['financial', 'technical'],
    screen: lazyScreen(() => import('./pqr/QueuePage.tsx').then((file) => file.QueuePage)),
  },
  {
    path: '/pqrResponse/nueva',
    roles: ['financial', 'technical'],
    screen: lazyScreen(() => import('./pqr/NewDeskPqrPage.tsx').then((file) => file.NewDeskPqrPage)),
  },
  {
    path: '/pqrResponse/regulador',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./pqr/RegulatorPage.tsx').then((file) => file.RegulatorPage)),
  },
  {
    path: '/pqrResponse/plantillas',
    roles: ['financial', 'technical'],
    screen: lazyScreen(() => import('./pqr/TemplatesPage.tsx').then((file) => file.TemplatesPage)),
  },
  {
    path: '/pqrResponse/:id',
    roles: ['financial', 'technical'],
    screen: lazyScreen(() => import('./pqr/DeskCasePage.tsx').then((file) => file.DeskCasePage)),
  },
  {
    path: '/reports',
    roles: ['admin', 'financial'],
    screen: lazyScreen(() => import('./reports/ReportsPage.tsx').then((file) => file.ReportsPage)),
  },
  {
    path: '/reports/:name',
    roles: ['admin', 'financial'],
    screen: lazyScreen(() => import('./reports/ReportPage.tsx').then((file) => file.ReportPage)),
  },
  {
    path: '/invoices',
    roles: ['financial'],
    screen: lazyScreen(() => import('./invoices/InvoicesPage.tsx').then((file) => file.InvoicesPage)),
  },
  {
    path: '/contracts/refunds',
    roles: ['financial'],
    screen: lazyScreen(() => import('./contracts/RefundsPage.tsx').then((file) => file.RefundsPage)),
  },
  {
    path: '/invoices/disputes',
    roles: ['financial'],
    screen: lazyScreen(() => import('./invoices/DisputesPage.tsx').then((file) => file.DisputesPage)),
  },
  {
    path: '/invoices/collections',
    roles: ['financial'],
    screen: lazyScreen(() => import('./collections/CollectionsPage.tsx').then((file) => file.CollectionsPage)),
  },
  {
    path: '/invoices/collections/policy',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./collections/PolicyPage.tsx').then((file) => file.PolicyPage)),
  },
  {
    path: '/invoices/bureau',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./collections/BureauPage.tsx').then((file) => file.BureauPage)),
  },
  {
    path: '/invoices/bureau/policy',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./collections/BureauPolicyPage.tsx').then((file) => file.BureauPolicyPage)),
  },
  {
    path: '/invoices/massive',
    roles: ['financial'],
    screen: lazyScreen(() => import('./screens/MassiveScreen.tsx').then((file) => file.MassiveScreen)),
  },
  {
    path: '/bulk',
    roles: ['financial'],
    screen: lazyScreen(() => import('./bulk/BulkPage.tsx').then((file) => file.BulkPage)),
  },
  {
    path: '/invoices/notes',
    roles: ['financial'],
    screen: lazyScreen(() => import('./screens/NotesScreen.tsx').then((file) => file.NotesScreen)),
  },
  {
    path: '/clients',
    roles: ['financial'],
    screen: lazyScreen(() => import('./screens/ClientsScreen.tsx').then((file) => file.ClientsScreen)),
  },
  {
    path: '/clients/import',
    roles: ['financial'],
    screen: lazyScreen(() => import('#web/imports/ImportPage.tsx').then((file) => file.ImportPage)),
  },
  {
    path: '/clients/:id',
    roles: ['financial'],
    screen: lazyScreen(() => import('./screens/ClientScreen.tsx').then((file) => file.ClientScreen)),
  },
  {
    path: '/plans-and-service',
    roles: ['financial'],
    screen: lazyScreen(() => import('./screens/PlansScreen.tsx').then((file) => file.PlansScreen)),
    toasts: { autoClose: 3000, limit: 3 },
  },
  {
    path: '/users',
    roles: ['admin'],
    screen: lazyScreen(() => import('./users/UsersPage.tsx').then((file) => file.UsersPage)),
    needsIntegrations: true,
    validate: () => true,
  },
  {
    path: '/integration',
    roles: ['admin', 'superadmin'],
    screen: lazyScreen(() => import('#web/screens/IntegrationScreen.tsx').then((file) => file.IntegrationScreen)),
  },
  {
    path: '/binnacle',
    roles: ['admin', 'superadmin'],
    screen: lazyScreen(() => import('#web/audit/AuditLogPage.tsx').then((file) => file.AuditLogPage)),
  },
  ...fieldRoutes,
  {
    path: '/view/invoice/:id',
    roles: ['client', 'financial'],
    screen: lazyScreen(() => import('./screens/InvoiceScreen.tsx').then((file) => file.InvoiceScreen)),
    read: ({ id = '' }) =>
      readWith(import('#domain/invoices/api.ts'), ({ invoiceApi }) => readEarly(invoiceApi.get, { params: { id } })),
  },
  {
    path: '/view/voucher/:id',
    roles: ['client', 'financial'],
    screen: lazyScreen(() => import('#web/payments/VoucherPage.tsx').then((file) => file.VoucherPage)),
  },
  {
    path: '/view/credit-note/:id',
    roles: ['client', 'financial'],
    screen: lazyScreen(() => import('#web/screens/CreditNoteScreen.tsx').then((file) => file.CreditNoteScreen)),
  },
  {
    path: '/view/document/:id',
    roles: ['client', 'financial'],
    screen: lazyScreen(() => import('./contracts/AnnexPage.tsx').then((file) => file.AnnexPage)),
  },
  {
    path: '/view/acta/:id',
    roles: ['client', 'financial'],
    screen: lazyScreen(() => import('./installations/ReportViewPage.tsx').then((file) => file.ReportViewPage)),
  },
  {
    path: '/view/pqr/:id',
    roles: ['client', 'financial'],
    screen: lazyScreen(() => import('./pqr/CaseRedirect.tsx').then((file) => file.CaseRedirect)),
  },
  {
    path: '/view/contract/:id',
    roles: ['client', 'financial'],
    screen: lazyScreen(() => import('./contracts/ContractViewPage.tsx').then((file) => file.ContractViewPage)),
  },
  {
    path: '/payments',
    roles: ['client'],
    screen: lazyScreen(() => import('./screens/DebtsScreen.tsx').then((file) => file.DebtsScreen)),
    read: () => readWith(import('#domain/payments/online-api.ts'), ({ paymentApi }) => readEarly(paymentApi.debts, {})),
  },
  {
    path: '/payments/payment_method',
    roles: ['client'],
    screen: lazyScreen(() => import('#web/payments/MethodPage.tsx').then((file) => file.MethodPage)),
  },
  {
    path: '/payments/payment_method/nq',
    roles: ['client'],
    screen: lazyScreen(() => import('#web/payments/NequiPage.tsx').then((file) => file.NequiPage)),
  },
  {
    path: '/payments/payment_method/pse',
    roles: ['client'],
    screen: lazyScreen(() => import('#web/payments/PsePage.tsx').then((file) => file.PsePage)),
  },
  {
    path: '/payments/payment_method/tarjeta',
    roles: ['client'],
    screen: lazyScreen(() => import('#web/payments/CardPage.tsx').then((file) => file.CardPage)),
  },
  {
    path: '/payments/payment_method/efectivo',
    roles: ['client'],
    screen: lazyScreen(() => import('#web/payments/BancolombiaPage.tsx').then((file) => file.CorrespondentPage)),
  },
  {
    path: '/payments/payment_method/wompi',
    roles: ['client'],
    screen: lazyScreen(() => import('#web/payments/BancolombiaPage.tsx').then((file) => file.WompiPage)),
  },
  {
    path: '/payments/payment_method/bancolombia',
    roles: ['client'],
    screen: lazyScreen(() => import('#web/payments/BancolombiaPage.tsx').then((file) => file.BancolombiaPage)),
  },
  {
    path: '/payments/processing',
    roles: ['client'],
    screen: lazyScreen(() => import('#web/payments/ProcessingPage.tsx').then((file) => file.ProcessingPage)),
  },
  {
    path: '/payments/checkout',
    roles: ['client'],
    screen: lazyScreen(() => import('#web/payments/CheckoutPage.tsx').then((file) => file.CheckoutPage)),
  },
  {
    path: '/companies',
    roles: ['superadmin'],
    screen: lazyScreen(() => import('./companies/CompaniesPage.tsx').then((file) => file.CompaniesPage)),
  },
  {
    path: '/companies/:id',
    roles: ['superadmin'],
    screen: lazyScreen(() => import('./companies/CompanyPage.tsx').then((file) => file.CompanyPage)),
  },
  {
    path: '/bucket',
    roles: ['superadmin'],
    screen: lazyScreen(() => import('./bucket/BucketPage.tsx').then((file) => file.BucketPage)),
  },
]

/** Whether a path is one of the guarded ones. */
export const isGuarded = (pathname: string): boolean => routeOf(pathname) !== undefined

/** Whether a role may open an address of this site, guarded or not. */
export function canOpen(role: Role, address: string): boolean {
  const route = routeOf(address.split(/[?#]/)[0] ?? '')
  return route === undefined || route.roles.includes(role)
}

/** The guarded route of an address. */
export const routeOf = (pathname: string): GuardedRoute | undefined =>
  guardedRoutes.find((route) => matchPath(route.path, pathname) !== null)
