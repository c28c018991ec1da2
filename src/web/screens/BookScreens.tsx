// One file of code for the lists of a day or a period: each file has its name in the first screen.
export { AdvanceMovesPage } from '#web/accounting/AdvanceMovesPage.tsx'
export { AdvancesPage } from '#web/accounting/AdvancesPage.tsx'
export { BadDebtsPage } from '#web/accounting/BadDebtsPage.tsx'
export { PortfolioPage } from '#web/accounting/PortfolioPage.tsx'
export { ReceivedBookPage } from '#web/accounting/ReceivedBookPage.tsx'
export { WriteOffsPage } from '#web/accounting/WriteOffsPage.tsx'
