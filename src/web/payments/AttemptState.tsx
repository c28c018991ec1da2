import type { ReactNode } from 'react'
import type { Failure } from '#web/core/failure.ts'
import { Query } from '#web/core/Query.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'

type Props<Reply> = {
  of: { data: Reply | undefined; error: Failure | null; refetch: () => unknown }
  isOpen: boolean
  /** The link for a payment that does not exist. */
  back: ReactNode
  children: (reply: Reply) => ReactNode
}

/** A payment that is read again until it ends. While it is open and the connection is lost, a message says so above what is known. */
export function AttemptState<Reply>({ of: read, isOpen, back, children }: Props<Reply>) {
  return (
    <div className="paying">
      <Query of={read} lines={4} height={40} missing={<EmptyState title="No encontramos ese pago" action={back} />}>
        {(reply) => (
          <>
            {isOpen && read.error && (
              <Alert tone="warn">No hay conexión. Tu pago sigue: esta página se actualiza sola al volver.</Alert>
            )}
            {children(reply)}
          </>
        )}
      </Query>
    </div>
  )
}
