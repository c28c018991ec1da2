import { AccountingPage } from '#web/accounting/AccountingPage.tsx'
import { BankAgreementCard } from '#web/invoices/BankAgreementCard.tsx'
import { MoneyAccountsCard } from '#web/payments/MoneyAccountsCard.tsx'

/** The closing day and the accounts that receive the payments. */
export const AccountingScreen = () => (
  <AccountingPage>
    <MoneyAccountsCard />
    <BankAgreementCard />
  </AccountingPage>
)
