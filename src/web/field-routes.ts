import { type GuardedRoute, lazyScreen } from './shell/Guard.tsx'

/** The guarded routes of contracts and of the work in the field: visits, reports, equipment, outages and the network. */
export const fieldRoutes: readonly GuardedRoute[] = [
  {
    path: '/contracts',
    roles: ['technical', 'financial', 'client', 'network'],
    screen: lazyScreen(() => import('./contracts/ContractsPage.tsx').then((file) => file.ContractsPage)),
  },
  {
    path: '/visits',
    roles: ['technical', 'financial'],
    screen: lazyScreen(() => import('./screens/VisitsScreen.tsx').then((file) => file.VisitsScreen)),
  },
  {
    path: '/outages',
    roles: ['technical', 'financial', 'network'],
    screen: lazyScreen(() => import('./outages/OutagesPage.tsx').then((file) => file.OutagesPage)),
  },
  {
    path: '/outages/:id',
    roles: ['technical', 'financial', 'network'],
    screen: lazyScreen(() => import('./outages/OutageContractsPage.tsx').then((file) => file.OutageContractsPage)),
  },
  {
    path: '/equipment',
    roles: ['technical', 'financial', 'network'],
    screen: lazyScreen(() => import('./equipment/EquipmentPage.tsx').then((file) => file.EquipmentPage)),
  },
  {
    path: '/network',
    roles: ['network', 'admin'],
    screen: lazyScreen(() => import('./network/OrdersPage.tsx').then((file) => file.OrdersPage)),
  },
  {
    path: '/network/devices',
    roles: ['network', 'admin', 'superadmin'],
    screen: lazyScreen(() => import('./network/DevicesPage.tsx').then((file) => file.DevicesPage)),
  },
  {
    path: '/network/differences',
    roles: ['network', 'admin'],
    screen: lazyScreen(() => import('./network/DifferencesPage.tsx').then((file) => file.DifferencesPage)),
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
    screen: lazyScreen(() => import('./installations/CreateReportPage.tsx').then((file) => file.CreateReportPage)),
  },
  {
    path: '/contracts/proceeding',
    roles: ['technical', 'financial'],
    screen: lazyScreen(() => import('./installations/DeviceReportsPage.tsx').then((file) => file.DeviceReportsPage)),
  },
  {
    path: '/contracts/proceeding/view/:no_contract/:identification',
    roles: ['technical', 'financial', 'network'],
    screen: lazyScreen(() => import('./installations/ReportPage.tsx').then((file) => file.ReportPage)),
  },
  {
    path: '/contracts/documents/:no_contract',
    roles: ['client', 'financial'],
    screen: lazyScreen(() =>
      import('./screens/ContractDocumentsScreen.tsx').then((file) => file.ContractDocumentsScreen),
    ),
  },
]
