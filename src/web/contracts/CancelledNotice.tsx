import { Link } from 'react-router'
import type { ContractDetail } from '#domain/contracts/contract.ts'
import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'
import { Alert } from '#web/ui/States.tsx'
import { refundWords } from './refund-words.ts'

/** What is paid back of a signed contract that was cancelled before its installation (R2.9, R2.14). */
export function CancelledNotice({ contract: { cancelled, client }, role }: { contract: ContractDetail; role: Role }) {
  if (cancelled === null) return null
  return (
    <Alert tone="warn">
      El contrato terminó antes de instalar el servicio. {refundWords(cancelled, role === 'client')}{' '}
      {role === 'financial' && cancelled.refund !== null && (
        <Link to={paths.client(client.id)}>Ver su saldo a favor</Link>
      )}
    </Alert>
  )
}
