import { Card, Page } from '#web/ui/Page.tsx'
import { TwoFactorSetup } from './TwoFactorSetup.tsx'

type Props = { onCodes: () => void; onDone: () => void }

/** The screen of a user who must set the second factor up before any other. */
export const TwoFactorStep = (props: Props) => (
  <Page title="Verificación en dos pasos" subtitle="Tu usuario ve todas las empresas: protégelo antes de empezar.">
    <Card className="narrow-card">
      <TwoFactorSetup {...props} />
    </Card>
  </Page>
)
