import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CompanySite } from '#domain/auth/site-api.ts'
import { paths } from '#domain/core/paths.ts'
import { CompanyMark } from '#web/ui/CompanyMark.tsx'
import { ScreenHeading } from '#web/ui/ScreenHeading.tsx'
import { Alert } from '#web/ui/States.tsx'
import { Wordmark } from '#web/ui/Wordmark.tsx'
import { type OwnCompany, useOwnCompany } from './own-company.ts'
import './auth.css'

type Props = { title: string; lead?: ReactNode; children: ReactNode }

/** The layout of the screens before the login: a presentation of the product beside the form on a computer, only the form on a phone. */
export function AuthLayout({ title, lead, children }: Props) {
  const own = useOwnCompany()
  return (
    <div className={own.company ? 'auth auth--company' : 'auth'}>
      <Side {...own} />
      <main className="auth__main">
        <div className="auth__box">
          <div className="auth__head">
            <ScreenHeading key={title} title={title} className="auth__title" />
            {lead && <p className="auth__lead">{lead}</p>}
          </div>
          {own.isUnknown && (
            <Alert tone="warn">Esta dirección no es de ninguna empresa. Puedes entrar igual, con tu usuario.</Alert>
          )}
          {children}
        </div>
      </main>
    </div>
  )
}

/** The mark of the company whose address was opened, with how to reach it; without one, that of the product. */
function Side({ company, isLoading }: OwnCompany) {
  if (isLoading) return <header className="auth__side" />
  if (company === null)
    return (
      <header className="auth__side">
        <Link to={paths.home} className="auth__logo" aria-label="Enlace, ir al inicio">
          <Wordmark />
        </Link>
        <div className="auth__words">
          <p className="auth__claim">Tu servicio, tus facturas y tus pagos, en un solo lugar.</p>
          <p>Consulta tu saldo, paga en línea y radica tu PQR sin filas.</p>
        </div>
        <TwoPoints />
      </header>
    )
  return (
    <header className="auth__side">
      <p className="auth__logo">
        <CompanyMark company={company} />
      </p>
      <div className="auth__words">
        <p className="auth__claim">Tu servicio, tus facturas y tus pagos con {sentenceEnd(company.name)}</p>
        <p>{reachOf(company)}</p>
      </div>
    </header>
  )
}

/** 'Andina Fibra S.A.S.' ends a sentence by itself. */
const sentenceEnd = (name: string): string => (name.endsWith('.') ? name : `${name}.`)

/** 'Marinilla. Teléfono 6045550199.' */
const reachOf = ({ city, phone }: CompanySite): string =>
  [city, phone === null ? null : `Teléfono ${phone}`].flatMap((part) => (part === null ? [] : [`${part}.`])).join(' ')

const TwoPoints = () => (
  <svg className="auth__line" viewBox="0 0 400 96" width="400" height="96" aria-hidden="true">
    <path d="M12 80h138q36 0 38-32t38-32h152" fill="none" stroke="#4f83f1" strokeWidth="4" />
    <circle cx="12" cy="80" r="9" fill="#e8ebf2" />
    <circle cx="188" cy="48" r="6.5" fill="#e8ebf2" />
    <circle cx="384" cy="16" r="9" fill="#4f83f1" />
  </svg>
)
