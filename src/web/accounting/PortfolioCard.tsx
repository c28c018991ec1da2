import { paths } from '#domain/core/paths.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Card } from '#web/ui/Page.tsx'

/** The links to what was owed, and to the credit in favour, at the end of a day. */
export const PortfolioCard = () => (
  <Card
    title="Cartera y saldos a favor a una fecha"
    actions={
      <>
        <LinkButton to={paths.portfolio}>Ver la cartera</LinkButton>
        <LinkButton to={paths.advances}>Ver los saldos a favor</LinkButton>
        <LinkButton to={paths.advanceMoves}>Ver sus movimientos</LinkButton>
      </>
    }
  >
    <p>
      Lo que debían los clientes por edades, y lo que tenían a favor, al cierre de un mes o al final de cualquier día.
    </p>
  </Card>
)
