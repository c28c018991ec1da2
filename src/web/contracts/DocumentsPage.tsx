import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { contractApi } from '#domain/contracts/api.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import { dayLabel, dayOf } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { AnnexesCard } from './AnnexesCard.tsx'
import { ContractStatus } from './ContractStatus.tsx'
import { VersionsCard } from './VersionsCard.tsx'

/** `others`: the cards of the other modules, such as the invoices of the contract. */
type Props = { others: (contract: Contract, isDesk: boolean) => ReactNode }

/** Every paper of a contract in one place (CON-05). */
export function DocumentsPage({ others }: Props) {
  const { no_contract: no = '' } = useParams()
  const { user } = useSession()
  const read = useRead(contractApi.get, { params: { no } })
  const isDesk = user?.metadata.role === 'financial'
  if (read.data) return <Documents contract={read.data.data} isDesk={isDesk} others={others} />
  return (
    <Page title={`Documentos de ${no}`}>
      <ReadState
        of={read}
        lines={6}
        height={28}
        missing={
          <EmptyState title="No encontramos ese contrato" action={<Link to={paths.contracts}>Ver los contratos</Link>}>
            Puede que el número esté incompleto: se ve como AF-000123.
          </EmptyState>
        }
      />
    </Page>
  )
}

function Documents({ contract, isDesk, others }: { contract: Contract; isDesk: boolean } & Props) {
  return (
    <Page title={`Documentos de ${contract.no_contract}`} subtitle={<ContractStatus status={contract.status} />}>
      <div className="card-pair">
        <SignedContract contract={contract} />
        <VersionsCard no={contract.no_contract} />
        <AnnexesCard no={contract.no_contract} isDesk={isDesk} />
        {others(contract, isDesk)}
      </div>
    </Page>
  )
}

/** The contract itself: whether it is signed, and the way to its page. */
const SignedContract = ({ contract }: { contract: Contract }) => (
  <Card title="Contrato">
    <Facts
      facts={[
        { label: 'Titular', value: contract.client.name },
        {
          label: 'Firma',
          value: contract.signed_at === null ? 'Sin firmar' : dayLabel(dayOf(new Date(contract.signed_at))),
        },
        {
          label: 'Contrato',
          value: <Link to={paths.contract(contract.no_contract)}>Ver el contrato {contract.no_contract}</Link>,
        },
      ]}
    />
  </Card>
)
