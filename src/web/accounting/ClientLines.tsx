/** The client of a row: the name, and the document below it. */
export const ClientLines = ({ client }: { client: { name: string; identification: string } }) => (
  <span className="two-lines">
    {client.name}
    <small>{client.identification}</small>
  </span>
)
