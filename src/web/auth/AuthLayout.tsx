import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { ScreenHeading } from '#web/ui/ScreenHeading.tsx'
import { Wordmark } from '#web/ui/Wordmark.tsx'
import './auth.css'

type Props = { title: string; lead?: ReactNode; children: ReactNode }

/** The layout of the screens before the login: a presentation of the product beside the form on a computer, only the form on a phone. */
export function AuthLayout({ title, lead, children }: Props) {
  return (
    <div className="auth">
      <header className="auth__side">
        <Link to={paths.home} className="auth__logo" aria-label="Enlace, ir al inicio">
          <Wordmark />
        </Link>
        <div className="auth__words">
          <p className="auth__claim">Tu servicio, tus facturas y tus pagos, en un solo lugar.</p>
          <p>Consulta tu saldo, paga con Nequi o PSE y radica tu PQR sin filas.</p>
        </div>
        <TwoPoints />
      </header>
      <main className="auth__main">
        <div className="auth__box">
          <div className="auth__head">
            <ScreenHeading key={title} title={title} className="auth__title" />
            {lead && <p className="auth__lead">{lead}</p>}
          </div>
          {children}
        </div>
      </main>
    </div>
  )
}

const TwoPoints = () => (
  <svg className="auth__line" viewBox="0 0 400 96" width="400" height="96" aria-hidden="true">
    <path d="M12 80h138q36 0 38-32t38-32h152" fill="none" stroke="#4f83f1" strokeWidth="4" />
    <circle cx="12" cy="80" r="9" fill="#e8ebf2" />
    <circle cx="188" cy="48" r="6.5" fill="#e8ebf2" />
    <circle cx="384" cy="16" r="9" fill="#4f83f1" />
  </svg>
)
