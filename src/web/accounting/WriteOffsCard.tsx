import { paths } from '#domain/core/paths.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Card } from '#web/ui/Page.tsx'

/** The debts of who left, and what was written off of them. */
export const WriteOffsCard = () => (
  <Card
    title="Castigo de cartera"
    actions={
      <>
        <LinkButton to={paths.badDebts}>Cartera por castigar</LinkButton>
        <LinkButton to={paths.writeOffs}>Castigos y recuperaciones</LinkButton>
      </>
    }
  >
    <p>Lo que ya no se va a cobrar de quien no tiene servicio, y lo que se recupera de ello.</p>
  </Card>
)
