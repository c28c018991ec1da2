import { useSession } from './core/session.ts'
import { canOpen } from './routes.tsx'
import { lazyScreen } from './shell/Guard.tsx'

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
const PqrLookupPage = lazyScreen(() => import('#web/pqr/LookupPage.tsx').then((file) => file.LookupPage))
const PublicPqrPage = lazyScreen(() => import('#web/pqr/PublicFilePage.tsx').then((file) => file.PublicFilePage))
const PublicSigningPage = lazyScreen(() =>
  import('./contracts/PublicSigningPage.tsx').then((file) => file.PublicSigningPage),
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
  { path: '/consulta-pqr', page: PqrLookupPage },
  { path: '/radicar-pqr', page: PublicPqrPage },
  { path: '/firma/:token', page: PublicSigningPage },
  { path: '/api-docs', page: ApiPage },
] as const

/** The screens without a guard, each with its own layout. */
export const unguardedRoutes = [
  { path: '/auth', page: SignIn },
  { path: '/e/:prefix', page: SignIn },
  { path: '/reset-password', page: RecoveryPage },
  { path: '/reset-password/otp/:email', page: OtpPage },
  { path: '/reset-password/new-password/:token', page: NewPasswordPage },
  { path: '/confirm-email/:token', page: ConfirmEmailPage },
  { path: '/maintenance', page: MaintenancePage },
] as const
