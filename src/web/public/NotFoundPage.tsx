import { Link, useLocation } from 'react-router'
import { contactEmail } from '#web/core/contact.ts'
import { wasRedirectedFor } from '#web/core/origin.ts'
import { Title } from '#web/ui/Title.tsx'

/** The copy of the page that is not there, word for word (ERR-04). */
export const NOT_FOUND = {
  title: 'Página no encontrada',
  text: 'Lo sentimos, no pudimos encontrar la página que estás buscando.',
  home: 'Volver al inicio',
  support: 'Contactar soporte',
} as const

/** The 404 page. It says so when the page exists and the user's role may not open it. */
export function NotFoundPage() {
  const { state } = useLocation()
  return (
    <section className="public-lost">
      <Title screen={NOT_FOUND.title} />
      <p className="public-lost__code" aria-hidden="true">
        404
      </p>
      <h1>{NOT_FOUND.title}</h1>
      <p>{NOT_FOUND.text}</p>
      {wasRedirectedFor('role', state) && <p>Tu usuario no tiene acceso a esta sección</p>}
      <div className="public-lost__ways">
        <Link to="/" className="public-button">
          {NOT_FOUND.home}
        </Link>
        <a href={`mailto:${contactEmail()}`} className="public-button public-button--quiet">
          {NOT_FOUND.support}
        </a>
      </div>
    </section>
  )
}
