import { type GuardedRoute, lazyScreen } from './shell/Guard.tsx'

/** The screens of the accountant. */
export const accountingRoutes: readonly GuardedRoute[] = [
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
    path: '/accounting/bad-debts',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./screens/BookScreens.tsx').then((file) => file.BadDebtsPage)),
  },
  {
    path: '/accounting/write-offs',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./screens/BookScreens.tsx').then((file) => file.WriteOffsPage)),
  },
  {
    path: '/accounting/income',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./accounting/IncomePage.tsx').then((file) => file.IncomePage)),
  },
  {
    path: '/accounting/sales-book',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./accounting/SalesBookPage.tsx').then((file) => file.SalesBookPage)),
  },
  {
    path: '/accounting/received-book',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./screens/BookScreens.tsx').then((file) => file.ReceivedBookPage)),
  },
  {
    path: '/accounting/portfolio',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./screens/BookScreens.tsx').then((file) => file.PortfolioPage)),
  },
  {
    path: '/accounting/advances',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./screens/BookScreens.tsx').then((file) => file.AdvancesPage)),
  },
  {
    path: '/accounting/advance-movements',
    roles: ['financial', 'admin'],
    screen: lazyScreen(() => import('./screens/BookScreens.tsx').then((file) => file.AdvanceMovesPage)),
  },
]
