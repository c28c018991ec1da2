import { matchPath } from 'react-router'
import type { Role } from '#domain/core/roles.ts'
import type { PlaceholderPath } from '#web/placeholders/placeholders.ts'
import { readEarly } from './core/queries.ts'
import { session, useSession } from './core/session.ts'
import { type GuardedRoute, lazyScreen, type Screen } from './shell/Guard.tsx'

const ALL: readonly Role[] = ['admin', 'financial', 'technical', 'client', 'superadmin', 'network']

const placeholder = (path: PlaceholderPath): Screen =>
  lazyScreen(() =>
    import('./placeholders/PlaceholderPage.tsx').then((file) => () => <file.PlaceholderPage path={path} />),
  )

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
  { path: '/invoices-electronic', roles: ['superadmin', 'admin'], screen: placeholder('/invoices-electronic') },
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
    path: '/messages',
    roles: ['financial'],
    screen: lazyScreen(() => import('./messages/MessagesPage.tsx').then((file) => file.MessagesPage)),
  },
  {
    path: '/accounting',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./screens/AccountingScreen.tsx').then((file) => file.AccountingScreen)),
  },
  {
    path: '/accounting/small-balances',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./accounting/SmallBalancesPage.tsx').then((file) => file.SmallBalancesPage)),
  },
  {
    path: '/accounting/income',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./accounting/IncomePage.tsx').then((file) => file.IncomePage)),
  },
  { path: '/pqr', roles: ['client'], screen: placeholder('/pqr') },
  { path: '/pqrResponse', roles: ['financial', 'technical'], screen: placeholder('/pqrResponse') },
  { path: '/reports', roles: ['admin', 'financial'], screen: placeholder('/reports') },
  {
    path: '/invoices',
    roles: ['financial'],
    screen: lazyScreen(() => import('./invoices/InvoicesPage.tsx').then((file) => file.InvoicesPage)),
  },
  {
    path: '/invoices/disputes',
    roles: ['financial'],
    screen: lazyScreen(() => import('./invoices/DisputesPage.tsx').then((file) => file.DisputesPage)),
  },
  {
    path: '/invoices/massive',
    roles: ['financial'],
    screen: lazyScreen(() => import('./screens/MassiveScreen.tsx').then((file) => file.MassiveScreen)),
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
  {
    path: '/contracts',
    roles: ['technical', 'financial', 'client', 'network'],
    screen: lazyScreen(() => import('./contracts/ContractsPage.tsx').then((file) => file.ContractsPage)),
  },
  {
    path: '/contracts/detail/:no_contract',
    roles: ['technical', 'financial', 'client', 'network'],
    screen: lazyScreen(() => import('./screens/ContractScreen.tsx').then((file) => file.ContractScreen)),
  },
  {
    path: '/contracts/complete/:no_contract',
    roles: ['financial', 'client'],
    screen: lazyScreen(() => import('./contracts/CompletePage.tsx').then((file) => file.CompletePage)),
  },
  {
    path: '/contracts/proceeding/create/:no_contract/:identification',
    roles: ['technical', 'financial'],
    screen: placeholder('/contracts/proceeding/create/:no_contract/:identification'),
  },
  {
    path: '/contracts/proceeding/view/:no_contract/:identification',
    roles: ['technical', 'financial', 'network'],
    screen: placeholder('/contracts/proceeding/view/:no_contract/:identification'),
  },
  {
    path: '/contracts/documents/:no_contract',
    roles: ['client', 'financial'],
    screen: placeholder('/contracts/documents/:no_contract'),
  },
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
  { path: '/view/:type/:id', roles: ['client', 'financial'], screen: placeholder('/view/:type/:id') },
  {
    path: '/payments',
    roles: ['client'],
    screen: lazyScreen(() => import('#web/payments/DebtsPage.tsx').then((file) => file.DebtsPage)),
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
  { path: '/bucket', roles: ['superadmin'], screen: placeholder('/bucket') },
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

const SignIn = lazyScreen(() =>
  import('./auth/LoginPage.tsx').then(({ LoginPage }) => () => <LoginPage canOpen={canOpen} />),
)
const RecoveryPage = lazyScreen(() => import('./auth/RecoveryPage.tsx').then((file) => file.RecoveryPage))
const OtpPage = lazyScreen(() => import('./auth/OtpPage.tsx').then((file) => file.OtpPage))
const NewPasswordPage = lazyScreen(() => import('./auth/NewPasswordPage.tsx').then((file) => file.NewPasswordPage))
const ConfirmEmailPage = lazyScreen(() =>
  import('./profile/ConfirmEmailPage.tsx').then((file) => file.ConfirmEmailPage),
)
/** The frame of the guarded screens. */
export const AppShell = lazyScreen(() => import('./shell/AppShell.tsx').then((file) => file.AppShell))
const MaintenancePage = lazyScreen(() => import('./public/MaintenancePage.tsx').then((file) => file.MaintenancePage))
/** The frame of the public screens. */
export const PublicFrame = lazyScreen(() =>
  import('./public/PublicLayout.tsx').then((file) => () => <file.PublicLayout signedIn={useSession().user !== null} />),
)
const HomePage = lazyScreen(() => import('./public/HomePage.tsx').then((file) => file.HomePage))
const AboutPage = lazyScreen(() => import('./public/AboutPage.tsx').then((file) => file.AboutPage))
const ServicesPage = lazyScreen(() => import('./public/ServicesPage.tsx').then((file) => file.ServicesPage))
const SpecialtiesPage = lazyScreen(() => import('./public/SpecialtiesPage.tsx').then((file) => file.SpecialtiesPage))
const TermsPage = lazyScreen(() => import('./public/TermsPage.tsx').then((file) => file.TermsPage))
const PrivacyPage = lazyScreen(() => import('./public/PrivacyPage.tsx').then((file) => file.PrivacyPage))
const FaqPage = lazyScreen(() => import('./public/FaqPage.tsx').then((file) => file.FaqPage))
const PublicInvoicePage = lazyScreen(() =>
  import('#web/payments/PublicInvoicePage.tsx').then((file) => file.PublicInvoicePage),
)
const PaySearchPage = lazyScreen(() => import('#web/payments/PaySearchPage.tsx').then((file) => file.PaySearchPage))
const LinkPaymentPage = lazyScreen(() =>
  import('#web/payments/LinkPaymentPage.tsx').then((file) => file.LinkPaymentPage),
)
const NotFoundPage = lazyScreen(() => import('./public/NotFoundPage.tsx').then((file) => file.NotFoundPage))
const ApiPage = lazyScreen(() => import('#web/api-reference/ApiPage.tsx').then((file) => file.ApiPage))
/** The parts of the kit, while developing. */
export const KitPage = import.meta.env.DEV
  ? lazyScreen(() => import('./kit/KitPage.tsx').then((file) => file.KitPage))
  : null

/** The screens without a guard, in the public layout (RTE-01). */
export const publicRoutes = [
  { path: '/', page: HomePage },
  { path: '/about', page: AboutPage },
  { path: '/services', page: ServicesPage },
  { path: '/specialties', page: SpecialtiesPage },
  { path: '/terms', page: TermsPage },
  { path: '/privacy', page: PrivacyPage },
  { path: '/faq', page: FaqPage },
  { path: '/404', page: NotFoundPage },
  { path: '/pagar', page: PaySearchPage },
  { path: '/factura/:token', page: PublicInvoicePage },
  { path: '/factura/:token/pago/:id', page: LinkPaymentPage },
  { path: '/api-docs', page: ApiPage },
] as const

/** The screens without a guard, each with its own layout. */
export const unguardedRoutes = [
  { path: '/auth', page: SignIn },
  { path: '/reset-password', page: RecoveryPage },
  { path: '/reset-password/otp/:email', page: OtpPage },
  { path: '/reset-password/new-password/:token', page: NewPasswordPage },
  { path: '/confirm-email/:token', page: ConfirmEmailPage },
  { path: '/maintenance', page: MaintenancePage },
] as const

/**
 * Loads the code and the data of an address before the first render: on a phone each file or call that waits for another one costs a
 * round trip. Ends when the first render has what it shows first; the code and the data of a guarded screen may arrive later.
 */
export async function fetchEarly(pathname: string): Promise<void> {
  const route = routeOf(pathname)
  const isOpened = ({ path }: { path: string }): boolean => matchPath(path, pathname) !== null
  if (route !== undefined) {
    if (session.get().user === null) return
    void route.screen.load()
    route.read?.(matchPath(route.path, pathname)?.params ?? {})
    return AppShell.load()
  }
  const inFrame = publicRoutes.find(isOpened)
  await Promise.all([inFrame && PublicFrame.load(), (inFrame ?? unguardedRoutes.find(isOpened))?.page.load()])
}

/** The path of an address of the older menu: '/backoffice/clients' is '/clients', and the prefix alone is the dashboard (RTE-11). */
export const withoutBackofficePrefix = (pathname: string): string =>
  pathname.replace(/^\/backoffice(?=\/|$)/, '').replace(/\/+$/, '') || '/dashboard'
