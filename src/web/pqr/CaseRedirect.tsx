import { Navigate, useParams } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { useSession } from '#web/core/session.ts'

/** /view/pqr/:id leads to the case: that of the client, or that of the desk. */
export function CaseRedirect() {
  const { id = '' } = useParams()
  const isClient = useSession().user?.metadata.role === 'client'
  return <Navigate to={isClient ? paths.ownPqr(id) : paths.pqrCase(id)} replace />
}
