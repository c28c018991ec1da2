import { Alert } from '#web/ui/States.tsx'
import './pqr.css'

/** Who else of the desk has this case open, so that two people do not answer it (PQR-03). Nothing when no other person has. */
export function PresenceNotice({ text }: { text: string }) {
  return (
    <div role="status" className="pqr-presence">
      {text !== '' && <Alert tone="warn">{text}</Alert>}
    </div>
  )
}
