import { Link, useNavigate, useParams } from 'react-router'
import { contractApi } from '#domain/contracts/api.ts'
import type { Signing } from '#domain/contracts/signature.ts'
import { paths } from '#domain/core/paths.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { ContractToSign } from './ContractToSign.tsx'
import './contracts.css'

/** Completar Contrato (CON-03): the missing data, the contract that is signed today, and the signature. */
export function CompletePage() {
  const { no_contract: no = '' } = useParams()
  const read = useRead(contractApi.signing, { params: { no } })
  return (
    <Page
      title={`Completar contrato ${no}`}
      subtitle="Lee el contrato y firma. Queda una copia igual a lo que ves aquí."
    >
      <Query
        of={read}
        lines={10}
        height={24}
        missing={
          <EmptyState
            title="No encontramos ese contrato"
            action={<Link to={paths.contracts}>Ver los contratos</Link>}
          />
        }
      >
        {({ data }) => <ContractSigning signing={data} />}
      </Query>
    </Page>
  )
}

function ContractSigning({ signing }: { signing: Signing }) {
  const navigate = useNavigate()
  const sign = useChange(contractApi.sign)
  const { no_contract: no } = signing
  if (signing.blocked !== null && signing.missing.length === 0) {
    return <EmptyState title={signing.blocked} action={<Link to={paths.contract(no)}>Ver el contrato</Link>} />
  }
  return (
    <>
      {signing.missing.length > 0 && (
        <Alert tone="warn">
          <p>Antes de firmar falta:</p>
          <ul>
            {signing.missing.map(({ field, message }) => (
              <li key={field}>{message}</li>
            ))}
          </ul>
          <Link to={paths.contract(no)}>Completar los datos del contrato</Link>
        </Alert>
      )}
      <ContractToSign
        signing={signing}
        onBack={() => void navigate(paths.contract(no))}
        sign={async (body) => {
          const { message } = await sign.mutateAsync({ params: { no }, body })
          toastSuccess(message)
          void navigate(paths.contract(no))
        }}
      />
    </>
  )
}
