import { paths } from '#domain/core/paths.ts'
import { copyText } from '#web/core/share.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { siteUrlOf } from './site-url.ts'

/** The own address of the company, to share with its clients (COM-04). */
export const OwnSiteCard = ({ prefix }: { prefix: string }) => (
  <Card
    title="La página de tus clientes"
    actions={<Button onClick={() => void copyText(siteUrlOf(prefix), 'Copiamos la dirección')}>Copiar</Button>}
  >
    <p>
      <a href={paths.companySite(prefix)}>{siteUrlOf(prefix)}</a>
    </p>
    <p className="facts__who">Ahí entran con el logo, el nombre y el color de tu empresa. Ponla en tu página web.</p>
  </Card>
)
