import { ROLE_LABELS, type Role } from './roles.ts'

/** The filters that tables read, by the names they have in an address and in a query (TBL-03). */
export const TABLE_FILTERS = [
  'first_name',
  'is_active',
  'identification',
  'username',
  'no_contract',
  'createdAt',
  'date_contract',
  'role',
  'status',
  'role_users',
] as const
export type TableFilter = (typeof TABLE_FILTERS)[number]

export type FilterOption = { readonly value: string; readonly label: string }

/** How a debt stands, as lists filter it. */
export const PAYMENT_STATUSES: readonly FilterOption[] = [
  { value: 'pagado', label: 'Pagado' },
  { value: 'pendiente', label: 'Pendiente' },
  { value: 'vencido', label: 'Vencido' },
  { value: 'anulado', label: 'Anulado' },
]

/** Whether a person may enter. */
export const USER_STATUSES: readonly FilterOption[] = [
  { value: 'true', label: 'Activo' },
  { value: 'false', label: 'Inactivo' },
]

/** The two sides of the house in a filter by role, and the roles each one stands for. */
export const ROLE_GROUPS: readonly (FilterOption & { readonly roles: readonly Role[] })[] = [
  { value: 'admin', label: 'Admin', roles: ['admin'] },
  { value: 'soporte', label: 'Soporte', roles: ['financial', 'technical', 'network'] },
]

/** The roles that an administrator gives, as the users' list filters them: without the accent, as the specification writes it. */
export const STAFF_ROLES: readonly (FilterOption & { readonly value: Role })[] = [
  { value: 'financial', label: ROLE_LABELS.financial },
  { value: 'technical', label: 'Tecnico' },
  { value: 'network', label: ROLE_LABELS.network },
]
