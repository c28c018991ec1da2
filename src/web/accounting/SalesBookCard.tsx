import { paths } from '#domain/core/paths.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Card } from '#web/ui/Page.tsx'

/** The link to the sales book. */
export const SalesBookCard = () => (
  <Card title="Libro de ventas" actions={<LinkButton to={paths.salesBook}>Ver el libro</LinkButton>}>
    <p>Cada factura y nota crédito con sus bases gravada, exenta y excluida, para la declaración del IVA.</p>
  </Card>
)
