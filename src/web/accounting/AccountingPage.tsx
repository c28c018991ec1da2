import type { ReactNode } from 'react'
import { closingApi } from '#domain/accounting/api.ts'
import { smallBalanceApi } from '#domain/accounting/small-balance-api.ts'
import { useRead } from '#web/core/queries.ts'
import { Settled } from '#web/core/Settled.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ClosingCard } from './ClosingCard.tsx'
import { IncomeCard } from './IncomeCard.tsx'
import { PortfolioCard } from './PortfolioCard.tsx'
import { ReceivedBookCard } from './ReceivedBookCard.tsx'
import { SalesBookCard } from './SalesBookCard.tsx'
import { SmallBalancesCard } from './SmallBalancesCard.tsx'
import { VouchersCard } from './VouchersCard.tsx'
import { WriteOffsCard } from './WriteOffsCard.tsx'

/** Contabilidad: what the accountant of the company decides. `children`: the accounts that receive the payments. */
export function AccountingPage({ children }: { children: ReactNode }) {
  const closing = useRead(closingApi.get, {})
  const balances = useRead(smallBalanceApi.list, { query: { page: 1, page_size: 1 } })
  return (
    <Page title="Contabilidad" subtitle="Lo que decide quien lleva tus libros.">
      <Settled reads={[closing, balances]}>
        <ClosingCard read={closing} />
        <SmallBalancesCard read={balances} />
        <IncomeCard />
        <SalesBookCard />
        <ReceivedBookCard />
        <PortfolioCard />
        <WriteOffsCard />
        <VouchersCard />
        {children}
      </Settled>
    </Page>
  )
}
