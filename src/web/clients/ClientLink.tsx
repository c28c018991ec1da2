import { paths } from '#domain/core/paths.ts'
import { RowLink } from '#web/core/RowLink.tsx'

type Props = { id: string; client: { name: string; identification: string } }

/** The client of a row: the name, which opens the client, and the document below it. */
export const ClientLink = ({ id, client }: Props) => (
  <span className="two-lines">
    <RowLink to={paths.client(id)}>{client.name}</RowLink>
    <small>{client.identification}</small>
  </span>
)
