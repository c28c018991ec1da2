import { Link } from 'react-router'
import { dayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import type { FiledPqr } from '#domain/pqr/case.ts'
import { copyText } from '#web/core/share.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { ConstanciaButton, PublicConstanciaButton } from './PdfButton.tsx'
import './pqr.css'

type Props = {
  pqr: FiledPqr
  message: string
  /** The page of the case, for a user with a session; without it the number and the document find it. */
  href?: string
  /** The key of the receipt of who filed without a session. */
  receiptToken?: string
  /** Whether the desk filed it for a person. */
  isDesk?: boolean
}

/** The number of a new case: large, to copy, with its certificate and the last day of the answer (PQR-01). */
export function FiledCard({ pqr, message, href, receiptToken, isDesk = false }: Props) {
  return (
    <Page title={isDesk ? 'La PQR quedó radicada' : 'Tu PQR quedó radicada'} subtitle={message}>
      <div className="pqr">
        <Card className="pqr-filed">
          <p className="pqr-quiet">{pqr.is_cun ? 'CUN' : 'Radicado interno'}</p>
          <p className="pqr-cun" data-testid="cun">
            {pqr.reference}
          </p>
          <div className="page__actions">
            <Button onClick={() => void copyText(pqr.reference, 'Número copiado')}>Copiar el número</Button>
            {href !== undefined && <ConstanciaButton id={pqr.id} />}
            {receiptToken !== undefined && <PublicConstanciaButton token={receiptToken} />}
          </div>
          <p>
            {isDesk ? 'Dile el número y que le respondemos' : 'Te respondemos'} a más tardar el{' '}
            <strong>{dayLabel(pqr.answer_by)}</strong>. Si ese día no hay respuesta, la ley da por aceptado lo que{' '}
            {isDesk ? 'pide' : 'pides'}.
          </p>
          {!pqr.is_cun && (
            <p className="pqr-quiet">
              Es el número interno de la empresa. Cuando la SIC asigne el CUN, lo agregamos a tu caso.
            </p>
          )}
        </Card>
        <Links href={href} isDesk={isDesk} />
      </div>
    </Page>
  )
}

function Links({ href, isDesk }: { href: string | undefined; isDesk: boolean }) {
  if (href === undefined)
    return (
      <p>
        Con ese número y tu documento miras en qué va en <Link to={paths.pqrLookup}>Consulta tu PQR</Link>.
      </p>
    )
  return (
    <p>
      <Link to={href}>{isDesk ? 'Ver el caso' : 'Ver mi caso'}</Link> ·{' '}
      {isDesk ? <Link to={paths.pqrQueue}>Gestión de PQR</Link> : <Link to={paths.pqr}>Mis PQR</Link>}
    </p>
  )
}
