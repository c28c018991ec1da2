import { Link } from 'react-router'
import { clientApi } from '#domain/clients/api.ts'
import type { Client } from '#domain/clients/client.ts'
import { minus, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { PeekPanel } from '#web/core/PeekPanel.tsx'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import type { Peek } from '#web/core/use-peek.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { clientFacts, clientSubtitle } from './client-facts.tsx'

/** A client beside the list: what it owes, its contracts and its data. */
export function ClientPeek({ id, peek }: { id: string; peek: Peek }) {
  const read = useRead(clientApi.get, { params: { id } }, { keepPrevious: true })
  const client = read.data?.data
  return (
    <PeekPanel peek={peek} title={client?.name ?? 'Cliente'} to={paths.client(id)} open="Abrir el cliente">
      {client ? <Content client={client} /> : <ReadState of={read} lines={6} height={24} />}
    </PeekPanel>
  )
}

const Content = ({ client }: { client: Client }) => (
  <>
    <p>{clientSubtitle(client)}</p>
    <p className="peek__amount figures">{balanceLabel(client)}</p>
    {client.disputed > 0 && <p>En reclamo, no se cobra: {pesosLabel(client.disputed)}</p>}
    <div className="page__actions">
      <LinkButton to={`${paths.client(client.id)}?new=payment`} variant="primary">
        Registrar pago
      </LinkButton>
      <LinkButton to={paths.invoicesOf(client.id)}>Ver facturas</LinkButton>
    </div>
    {client.contracts.length > 0 && (
      <RowList>
        {client.contracts.map(({ no_contract, plan }) => (
          <li key={no_contract}>
            <span className="two-lines">
              <Link to={paths.contract(no_contract)}>{no_contract}</Link>
              <small>{plan.name}</small>
            </span>
          </li>
        ))}
      </RowList>
    )}
    <Facts facts={clientFacts(client)} />
  </>
)

function balanceLabel(client: Client): string {
  const balance = minus(client.balance, client.disputed)
  if (balance === 0) return 'Al día'
  return balance > 0 ? `Debe ${pesosLabel(balance)}` : `${pesosLabel(balance).replace('-', '')} a favor`
}
