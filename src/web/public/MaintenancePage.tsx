import { useEffect } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { useMaintenance } from '#web/platform/MaintenanceGate.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Title } from '#web/ui/Title.tsx'
import { LinkLine } from './LinkLine.tsx'
import './public.css'

const RETRY_MS = 30_000

/** The reason of the maintenance, its expected end if it is known, and a check every 30 seconds (RTE-10). */
export function MaintenancePage() {
  const { said, ask } = useMaintenance(true)
  useEffect(() => {
    const timer = setInterval(ask, RETRY_MS)
    return () => clearInterval(timer)
  }, [ask])
  return (
    <main id="contenido" className="public-hero public-hero--whole">
      <Title screen="En mantenimiento" />
      <div className="public-hero__in">
        <h1>Estamos en mantenimiento</h1>
        <p>{said?.message || 'Estamos mejorando la plataforma. Tu información está a salvo y volvemos pronto.'}</p>
        {said?.until && <p>Esperamos volver el {instantLabel(new Date(said.until))}.</p>}
        <p>Esta página revisa sola cada 30 segundos.</p>
        <Button variant="primary" onClick={ask}>
          Reintentar ahora
        </Button>
        <LinkLine />
      </div>
    </main>
  )
}
