import { useState } from 'react'
import { smallBalanceApi } from '#domain/accounting/small-balance-api.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { useRead } from '#web/core/queries.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { ClosedBalances } from './ClosedBalances.tsx'
import { LimitDialog } from './LimitDialog.tsx'
import { OpenBalances } from './OpenBalances.tsx'

const STATES = [
  { value: 'open', label: 'Por cerrar' },
  { value: 'closed', label: 'Cerrados' },
]

/** The small balances that can be closed, and those that were. */
export function SmallBalancesPage() {
  const url = useTableUrl({ pageSize: 20 })
  const [isSettingLimit, setSettingLimit] = useState(false)
  const limits = useRead(smallBalanceApi.list, { query: { page: 1, page_size: 1 } }).data?.limits
  const isClosed = url.filters['status'] === 'closed'
  const List = isClosed ? ClosedBalances : OpenBalances
  return (
    <Page
      title="Saldos pequeños"
      subtitle={
        limits?.limit
          ? `Un saldo es pequeño hasta ${pesosLabel(limits.limit)}`
          : 'Define hasta qué valor un saldo es pequeño, y ciérralos de una vez'
      }
      actions={
        limits && (
          <Button onClick={() => setSettingLimit(true)}>
            {limits.limit === null ? 'Definir el límite' : 'Cambiar el límite'}
          </Button>
        )
      }
    >
      <List
        key={String(isClosed)}
        url={url}
        tools={
          <TableFilters>
            <SelectFilter
              label="Estado"
              all={null}
              options={STATES}
              value={isClosed ? 'closed' : 'open'}
              onChange={(value) => url.onFilter('status', value === 'closed' ? value : '')}
            />
          </TableFilters>
        }
      />
      {isSettingLimit && limits && <LimitDialog limits={limits} onClose={() => setSettingLimit(false)} />}
    </Page>
  )
}
