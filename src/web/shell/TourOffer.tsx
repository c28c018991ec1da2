import { useLocation } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { Button } from '#web/ui/Button.tsx'
import { rememberTour } from './use-tour.ts'

/** Offers the tour once, on the first visit to the dashboard on a computer. */
export function TourOffer({ user, onTour }: { user: SignedInUser; onTour: () => void }) {
  const { pathname } = useLocation()
  const { is_first_login: isFirstLogin, tour_seen: isSeen } = user.metadata
  if (isSeen || isFirstLogin || pathname !== paths.dashboard) return null
  return (
    <section className="tour-offer" aria-label="Recorrido guiado">
      <p>¿Es tu primera vez aquí? Te mostramos el menú en cinco pasos.</p>
      <div className="tour-offer__answers">
        <Button size="dense" onClick={() => rememberTour(user)}>
          Ahora no
        </Button>
        <Button size="dense" variant="primary" onClick={onTour}>
          Ver el recorrido
        </Button>
      </div>
    </section>
  )
}
