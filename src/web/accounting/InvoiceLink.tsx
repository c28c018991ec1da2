import { paths } from '#domain/core/paths.ts'
import { DeskLink } from './DeskLink.tsx'

/** The number of an invoice; a link for the financial desk, which can open it. */
export const InvoiceLink = ({ id, number }: { id: string; number: string }) => (
  <DeskLink to={paths.view('invoice', id)}>{number}</DeskLink>
)
