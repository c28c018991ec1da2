import { Link } from 'react-router'

type ClaimWordsProps = {
  /** The page that files a PQR: with the invoice chosen for a signed-in client, without a session from the link. */
  to: string
  /** The months in which what was paid can be claimed; null when no rule of the day of the invoice said it. */
  claimMonths: number | null
}

/** How, where and until when an invoice can be claimed, for the pages that its client reads (R2.2, R2.15). */
export const ClaimWords = ({ to, claimMonths }: ClaimWordsProps) => (
  <p>
    ¿No estás de acuerdo con un cobro? <Link to={to}>Radica una PQR</Link>, sin costo. Lo que reclames antes del
    vencimiento no se cobra mientras se decide.
    {claimMonths !== null && ` Lo que ya pagaste se puede reclamar hasta ${claimMonths} meses después.`}
  </p>
)
