import { accountLabel } from '#domain/payments/money-account.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { useRead } from '#web/core/queries.ts'

/** The accounts that may receive a payment at the desk, or return it, as the options of a field. */
export const useReceivingAccounts = () =>
  (useRead(moneyAccountApi.list, {}).data?.data ?? [])
    .filter(({ kind, is_active }) => is_active && kind !== 'gateway')
    .map((account) => ({ value: account.id, label: accountLabel(account) }))
