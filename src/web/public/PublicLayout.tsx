import { Link, Outlet } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { contactEmail } from '#web/core/contact.ts'
import { useFrameCompany } from '#web/core/use-brand.ts'
import { CompanyMark } from '#web/ui/CompanyMark.tsx'
import { Wordmark } from '#web/ui/Wordmark.tsx'
import { FOOTER_LINKS } from './contact.ts'
import './public.css'

/** The layout of the public pages: the login above, the six pages and the contact address below. */
export function PublicLayout({ signedIn }: { signedIn: boolean }) {
  const company = useFrameCompany()
  return (
    <div className="public">
      <a className="public-skip" href="#contenido">
        Saltar al contenido
      </a>
      <header className="public-head">
        {company === null ? (
          <Link to="/" className="public-head__mark" aria-label="Enlace, inicio">
            <Wordmark />
          </Link>
        ) : (
          <Link to={paths.companySite(company.initial_letter)} className="public-head__mark">
            <CompanyMark company={company} />
          </Link>
        )}
        <Link to={signedIn ? paths.dashboard : paths.login} className="public-button public-button--quiet">
          {signedIn ? 'Ir a mi panel' : 'Iniciar sesión'}
        </Link>
      </header>
      <main id="contenido" tabIndex={-1} className="public-main">
        <Outlet />
      </main>
      <footer className="public-foot">
        <nav aria-label="Información">
          <ul role="list" className="public-foot__links">
            {FOOTER_LINKS.map((link) => (
              <li key={link.path}>
                <Link to={link.path}>{link.label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <p>
          Contacto: <a href={`mailto:${contactEmail()}`}>{contactEmail()}</a>
        </p>
      </footer>
    </div>
  )
}
