import type { ReactNode } from 'react'
import { Page } from '#web/ui/Page.tsx'
import { ClosingCard } from './ClosingCard.tsx'
import { IncomeCard } from './IncomeCard.tsx'
import { PortfolioCard } from './PortfolioCard.tsx'
import { ReceivedBookCard } from './ReceivedBookCard.tsx'
import { SalesBookCard } from './SalesBookCard.tsx'
import { SmallBalancesCard } from './SmallBalancesCard.tsx'
import { VouchersCard } from './VouchersCard.tsx'

/** Contabilidad: what the accountant of the company decides. `children`: the accounts that receive the payments. */
export const AccountingPage = ({ children }: { children: ReactNode }) => (
  <Page title="Contabilidad" subtitle="Lo que decide quien lleva tus libros.">
    <ClosingCard />
    <SmallBalancesCard />
    <IncomeCard />
    <SalesBookCard />
    <ReceivedBookCard />
    <PortfolioCard />
    <VouchersCard />
    {children}
  </Page>
)
