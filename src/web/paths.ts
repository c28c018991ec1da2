/** The addresses that code goes to. The whole table is in routes.tsx. */
export const paths = {
  home: '/',
  login: '/auth',
  recovery: '/reset-password',
  otp: (email: string) => `/reset-password/otp/${encodeURIComponent(email)}`,
  newPassword: (token: string) => `/reset-password/new-password/${encodeURIComponent(token)}`,
  maintenance: '/maintenance',
  notFound: '/404',
  dashboard: '/dashboard',
  profile: '/profile',
  notifications: '/notifications',
  integration: '/integration',
  plans: '/plans-and-service',
  invoices: '/invoices',
  massive: '/invoices/massive',
  view: (type: string, id: string) => `/view/${type}/${encodeURIComponent(id)}`,
} as const
