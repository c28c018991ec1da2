import { paths } from '#domain/core/paths.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Card } from '#web/ui/Page.tsx'

/** The link to the income by month of service. */
export const IncomeCard = () => (
  <Card title="Ingresos por mes de servicio" actions={<LinkButton to={paths.income}>Ver los ingresos</LinkButton>}>
    <p>
      Cuánto de lo facturado es ingreso del mes y cuánto queda por anticipado (PUC 2705), factura por factura y con su
      archivo para tu contabilidad.
    </p>
  </Card>
)
