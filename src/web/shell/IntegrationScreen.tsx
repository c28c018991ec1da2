import { ParametersPanel } from '#web/parameters/ParametersPanel.tsx'
import { RoomPage } from '#web/rooms/RoomPage.tsx'

/** Integrations, and the regulated numbers that Enlace reckons with. */
export const IntegrationScreen = () => (
  <RoomPage path="/integration">
    <ParametersPanel />
  </RoomPage>
)
