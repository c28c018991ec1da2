import { Link } from 'react-router'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { paths } from '#domain/core/paths.ts'
import { useRead } from '#web/core/queries.ts'
import { Alert } from '#web/ui/States.tsx'
import { agreementSentence } from './agreement-words.ts'

/** The agreement that runs, on the first screen: what is late or next, with the way to its instalments (SUS-04). */
export function OwnAgreement() {
  const read = useRead(promiseApi.agreements, {}, { background: true })
  return (read.data?.data ?? [])
    .filter(({ outcome }) => outcome === null)
    .map((agreement) => (
      <Alert key={agreement.id} tone={agreement.instalments.some(({ state }) => state === 'late') ? 'warn' : 'info'}>
        <p>Tienes un acuerdo de pago. {agreementSentence(agreement)}</p>
        <p>
          <Link to={paths.payments}>Ver tu acuerdo de pago</Link>
        </p>
      </Alert>
    ))
}
