import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'

type Props = { id: string; client: { name: string; identification: string } }

/** The client of a row: the name, which opens the client, and the document below it. */
export const ClientLink = ({ id, client }: Props) => (
  <span className="two-lines">
    <Link to={paths.client(id)}>{client.name}</Link>
    <small>{client.identification}</small>
  </span>
)
