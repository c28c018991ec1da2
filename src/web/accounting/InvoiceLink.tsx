import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { useSession } from '#web/core/session.ts'

/** The number of an invoice; a link for the financial desk, which can open it. */
export function InvoiceLink({ id, number }: { id: string; number: string }) {
  const { user } = useSession()
  return user?.metadata.role === 'financial' ? <Link to={paths.view('invoice', id)}>{number}</Link> : number
}
