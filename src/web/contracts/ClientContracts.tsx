import { Link } from 'react-router'
import type { Client } from '#domain/clients/client.ts'
import { CONTRACT_STATUS_LABELS } from '#domain/contracts/lifecycle.ts'
import { paths } from '#domain/core/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'

/** The contracts of a client, with their plan and status. */
export function ClientContracts({ client }: { client: Client }) {
  return (
    <Card title="Contratos">
      {client.contracts.length === 0 ? (
        <EmptyState title="Sin contratos">Crea su contrato para empezar a facturarle.</EmptyState>
      ) : (
        <RowList>
          {client.contracts.map((contract) => (
            <li key={contract.no_contract}>
              <span className="two-lines">
                <Link className="client-name" to={paths.contract(contract.no_contract)}>
                  {contract.no_contract}
                </Link>
                <small>
                  {contract.plan.name} · {contract.address}
                </small>
              </span>
              <Badge tone={contract.status === 'active' ? 'good' : 'quiet'}>
                {CONTRACT_STATUS_LABELS[contract.status]}
              </Badge>
            </li>
          ))}
        </RowList>
      )}
      <Link to={paths.newContract(client.identification)}>Crear contrato</Link>
    </Card>
  )
}
