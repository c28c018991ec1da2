import { IntegrationPage } from '#web/integrations/IntegrationPage.tsx'
import { ParametersPanel } from '#web/parameters/ParametersPanel.tsx'

/** The integrations, and the regulated values that Enlace calculates with. */
export const IntegrationScreen = () => (
  <IntegrationPage>
    <section className="regulated" aria-labelledby="regulated-title">
      <h2 id="regulated-title" className="regulated__title">
        Valores regulados
      </h2>
      <p className="regulated__about">Los números que fija la ley y con los que Enlace hace las cuentas.</p>
      <ParametersPanel />
    </section>
  </IntegrationPage>
)
