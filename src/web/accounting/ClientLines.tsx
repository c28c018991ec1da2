import { paths } from '#domain/core/paths.ts'
import { DeskLink } from './DeskLink.tsx'

/** The client of a row: the name, which opens the client when its `id` is known, and the document below it. */
export const ClientLines = ({ client: { id, name, identification } }: { client: BookClient }) => (
  <span className="two-lines">
    {id === undefined ? name : <DeskLink to={paths.client(id)}>{name}</DeskLink>}
    <small>{identification}</small>
  </span>
)

type BookClient = { id?: string; name: string; identification: string }
