import { ParametersPanel } from '#web/parameters/ParametersPanel.tsx'
import { RoomPage } from '#web/rooms/RoomPage.tsx'

/** Integrations, and the regulated numbers that Enlace reckons with. */
export const IntegrationScreen = () => (
  <RoomPage path="/integration">
    <section className="regulated" aria-labelledby="regulated-title">
      <h2 id="regulated-title" className="regulated__title">
        Valores regulados
      </h2>
      <p className="regulated__about">Los números que fija la ley y con los que Enlace hace las cuentas.</p>
      <ParametersPanel />
    </section>
  </RoomPage>
)
