import { paths } from '#domain/core/paths.ts'
import { isUnder } from './guard-decision.ts'

export type Tab = 'home' | 'invoices' | 'pay' | 'payments'

/** The screens in the bar at the bottom of a client's phone. */
export const TABS: readonly { readonly tab: Tab; readonly to: string; readonly label: string }[] = [
  { tab: 'home', to: paths.dashboard, label: 'Inicio' },
  { tab: 'invoices', to: paths.ownInvoices, label: 'Facturas' },
  { tab: 'pay', to: paths.payments, label: 'Pagar' },
  { tab: 'payments', to: paths.transactions, label: 'Pagos' },
]

/** The tab of an address; null for a screen of the rest of the menu. */
export function tabOf(pathname: string, hash: string): Tab | null {
  if (isUnder(pathname, '/view/invoice')) return 'invoices'
  if (isUnder(pathname, '/view/voucher') || isUnder(pathname, paths.transactions)) return 'payments'
  if (isUnder(pathname, paths.payments)) return `${pathname}${hash}` === paths.ownInvoices ? 'invoices' : 'pay'
  return isUnder(pathname, paths.dashboard) ? 'home' : null
}
