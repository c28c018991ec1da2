import { useState } from 'react'
import { Link } from 'react-router'
import type { Client } from '#domain/clients/client.ts'
import { paths } from '#domain/core/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { ContractStatus } from './ContractStatus.tsx'
import { ReconnectDialog } from './ServiceDialogs.tsx'

type Props = { client: Client; onCreate: () => void }

/** The contracts of a client, each with its plan, its status and, when it is suspended, the button that reconnects it. */
export function ClientContracts({ client, onCreate }: Props) {
  const [reconnecting, setReconnecting] = useState<string | null>(null)
  const create = (
    <Button size="dense" onClick={onCreate}>
      Crear contrato
    </Button>
  )
  return (
    <Card title="Contratos" actions={client.contracts.length > 0 && create}>
      {client.contracts.length === 0 ? (
        <EmptyState title="Sin contratos" action={create}>
          Crea su contrato para empezar a facturarle.
        </EmptyState>
      ) : (
        <RowList label="Contratos del cliente">
          {client.contracts.map(({ no_contract, plan, address, status }) => (
            <li key={no_contract}>
              <span className="two-lines">
                <Link to={paths.contract(no_contract)}>{no_contract}</Link>
                <small>
                  {plan.name} · {address}
                </small>
              </span>
              <ContractStatus status={status} />
              {status === 'suspended' && (
                <Button
                  size="dense"
                  aria-label={`Reconectar ${no_contract}`}
                  onClick={() => setReconnecting(no_contract)}
                >
                  Reconectar
                </Button>
              )}
            </li>
          ))}
        </RowList>
      )}
      {reconnecting !== null && (
        <ReconnectDialog contract={{ no_contract: reconnecting, client }} onClose={() => setReconnecting(null)} />
      )}
    </Card>
  )
}
