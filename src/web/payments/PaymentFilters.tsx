import { isDay } from '#domain/core/days.ts'
import { accountLabel, type MoneyAccount, NO_ACCOUNT_LABEL } from '#domain/payments/money-account.ts'
import { METHOD_LABELS, PAYMENT_METHODS } from '#domain/payments/payment.ts'
import { idFilterOf } from '#web/core/table-address.ts'
import { DayFilters, SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'

/** The filters of this list in the page address; other parameters are ignored. */
export function readFilters(filters: Readonly<Record<string, string>>) {
  const dayAt = (name: string) => {
    const text = filters[name]
    return text !== undefined && isDay(text) ? text : undefined
  }
  return {
    method: PAYMENT_METHODS.find((known) => known === filters['method']),
    account_id: filters['account_id'] === 'none' ? ('none' as const) : idFilterOf(filters, 'account_id'),
    certificate: filters['certificate'] === 'missing' ? ('missing' as const) : undefined,
    withheld: filters['withheld'] === 'true' ? ('true' as const) : undefined,
    reversed_from: dayAt('reversed_from'),
    reversed_to: dayAt('reversed_to'),
    from: dayAt('from'),
    to: dayAt('to'),
    client_id: idFilterOf(filters, 'client_id'),
  }
}

type Props = {
  filters: ReturnType<typeof readFilters>
  accounts: readonly MoneyAccount[]
  onFilter: (name: string, value: string) => void
}

/** Filters by payment method, by the account that received the money and by a range of days. */
export function PaymentFilters({ filters, accounts, onFilter }: Props) {
  return (
    <TableFilters>
      <SelectFilter
        label="Medio"
        options={PAYMENT_METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }))}
        value={filters.method}
        onChange={(value) => onFilter('method', value)}
      />
      {accounts.length > 0 && (
        <SelectFilter
          label="Cuenta"
          all="Todas"
          options={[
            ...accounts.map((account) => ({ value: account.id, label: accountLabel(account) })),
            { value: 'none', label: NO_ACCOUNT_LABEL },
          ]}
          value={filters.account_id}
          onChange={(value) => onFilter('account_id', value)}
        />
      )}
      <SelectFilter
        label="Retenciones"
        options={[{ value: 'missing', label: 'Sin certificado' }]}
        value={filters.certificate}
        onChange={(value) => onFilter('certificate', value)}
      />
      <DayFilters from={filters.from} to={filters.to} onFilter={onFilter} />
    </TableFilters>
  )
}
