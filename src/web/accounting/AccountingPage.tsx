import { Page } from '#web/ui/Page.tsx'
import { ClosingCard } from './ClosingCard.tsx'

/** Contabilidad: what the accountant of the company decides. */
export const AccountingPage = () => (
  <Page title="Contabilidad" subtitle="Lo que decide quien lleva tus libros.">
    <ClosingCard />
  </Page>
)
