import { Link } from 'react-router'
import { contactEmail } from '#web/core/contact.ts'
import { LinkLine } from './LinkLine.tsx'

const FOR_PROVIDERS = [
  [
    'Factura todo el mes de una vez',
    'Ves el total, el IVA por estrato y quién queda por fuera, con la razón, antes de emitir.',
  ],
  ['Cobra en línea', 'El cliente paga desde el celular y el saldo queda al día sin que nadie lo escriba.'],
  [
    'Contratos que se firman en pantalla',
    'El contrato único de servicios fijos, con su cláusula de permanencia y la prueba de la firma.',
  ],
  [
    'PQR con el plazo a la vista',
    'Cada caso dice cuántos días hábiles le quedan para que la respuesta llegue a tiempo.',
  ],
  [
    'Actas en terreno, sin señal',
    'El técnico llena el acta, toma las fotos y recoge las firmas; se envía cuando vuelve la conexión.',
  ],
  ['Cada peso cuadra', 'El saldo de cada cliente sale de un libro que no se borra, y cada cambio dice quién lo hizo.'],
] as const

/** Inicio. First the links for clients, then the presentation for providers. Shown to every visitor, signed in or not. */
export function HomePage() {
  return (
    <>
      <title>Enlace · Facturación y portal para proveedores de internet</title>
      <section className="public-hero">
        <div className="public-hero__in">
          <h1>Tu servicio de internet, tus facturas y tus pagos, en un solo lugar</h1>
          <p>Consulta lo que debes, paga en línea y haz seguimiento a tus solicitudes sin filas.</p>
          <div className="public-hero__links">
            <HeroLink
              to="/pagar"
              title="Paga tu factura"
              text="Con el número de tu contrato y tu documento, sin usuario ni contraseña."
            />
            <HeroLink
              to="/consulta-pqr"
              title="Consulta tu PQR"
              text="Mira en qué va con su número y tu documento, o radica una nueva."
            />
          </div>
          <p className="public-hero__help">
            ¿No puedes entrar? Escríbenos a <a href={`mailto:${contactEmail()}`}>{contactEmail()}</a>
          </p>
          <LinkLine />
        </div>
      </section>
      <section className="public-section">
        <h2>Para quienes prestan el servicio</h2>
        <p>
          Enlace lleva la cartera, los contratos y la atención de proveedores de internet colombianos, con la ley al
          día.
        </p>
        <ul role="list" className="public-cards">
          {FOR_PROVIDERS.map(([title, text]) => (
            <li key={title} className="public-card">
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function HeroLink({ to, title, text }: { to: string; title: string; text: string }) {
  return (
    <Link to={to} className="public-link">
      <strong>{title}</strong>
      <span>{text}</span>
    </Link>
  )
}
