import { WifiOff } from 'lucide-react'
import { useOnline } from './use-online.ts'
import './OfflineBanner.css'

/**
 * Above every screen while the browser has no connection; it disappears when the connection is back. What fails meanwhile is not sent
 * later, except an installation report (`isKept`). The status is always in the page, so that a screen reader announces its change.
 */
export function OfflineBanner({ isKept = false }: { isKept?: boolean }) {
  const isOnline = useOnline()
  return (
    <div className={isOnline ? 'visually-hidden' : 'offline'} role="status">
      {!isOnline && (
        <>
          <WifiOff size={16} aria-hidden="true" />
          {isKept ? KEPT : NOT_SENT}
        </>
      )}
    </div>
  )
}

const NOT_SENT = 'Sin conexión. Lo que hagas ahora no se envía.'
const KEPT = 'Sin conexión. El acta se guarda en este teléfono y se envía al volver.'
