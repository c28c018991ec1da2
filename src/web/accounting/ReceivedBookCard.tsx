import { paths } from '#domain/core/paths.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Card } from '#web/ui/Page.tsx'

/** The link to the book of what was collected. */
export const ReceivedBookCard = () => (
  <Card title="Libro de recaudo" actions={<LinkButton to={paths.receivedBook}>Ver el recaudo</LinkButton>}>
    <p>Cada pago, reverso y devolución por su fecha contable. Sus valores suman lo que entró en caja y bancos.</p>
  </Card>
)
