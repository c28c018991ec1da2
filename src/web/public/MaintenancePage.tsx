import { useEffect } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { Button } from '#web/ui/Button.tsx'
import { LinkLine } from './LinkLine.tsx'
import './public.css'

const RETRY_MS = 30_000

/** What happens, until when if it is known, and a look every half minute whether it is over (RTE-10). */
export function MaintenancePage({
  message,
  until,
  onRetry,
}: {
  message?: string
  until?: string | null
  onRetry: () => void
}) {
  useEffect(() => {
    document.title = 'En mantenimiento · Enlace'
    const timer = setInterval(onRetry, RETRY_MS)
    return () => clearInterval(timer)
  }, [onRetry])
  return (
    <main id="contenido" className="public-hero public-hero--whole">
      <div className="public-hero__in">
        <h1>Estamos en mantenimiento</h1>
        <p>{message || 'Estamos mejorando la plataforma. Tu información está a salvo y volvemos pronto.'}</p>
        {until && <p>Esperamos volver el {instantLabel(new Date(until))}.</p>}
        <p>Esta página revisa sola cada 30 segundos.</p>
        <Button variant="primary" onClick={onRetry}>
          Reintentar ahora
        </Button>
        <LinkLine />
      </div>
    </main>
  )
}
