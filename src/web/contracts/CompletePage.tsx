import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { contractApi } from '#domain/contracts/api.ts'
import type { Signing } from '#domain/contracts/signature.ts'
import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { CheckboxField } from '#web/ui/TextField.tsx'
import { SignForm } from './SignForm.tsx'
import './contracts.css'

/** Completar Contrato (CON-03): the missing data, the text that is signed today, and the signature. */
export function CompletePage() {
  const { no_contract: no = '' } = useParams()
  const read = useRead(contractApi.signing, { params: { no } })
  return (
    <Page
      title={`Completar contrato ${no}`}
      subtitle="Lee las condiciones y firma. Queda una copia igual a lo que ves aquí."
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
  const [accepts, setAccepts] = useState(false)
  const { text, text_hash } = accepts && signing.permanence ? signing.permanence : signing
  if (signing.blocked !== null && signing.missing.length === 0) {
    return (
      <EmptyState
        title={signing.blocked}
        action={<Link to={paths.contract(signing.no_contract)}>Ver el contrato</Link>}
      />
    )
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
          <Link to={paths.contract(signing.no_contract)}>Completar los datos del contrato</Link>
        </Alert>
      )}
      <Card title="Condiciones">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard */}
        <section className="contract-text" tabIndex={0} aria-label="Texto del contrato">
          {text}
        </section>
      </Card>
      {signing.permanence && <Clause clause={signing.permanence} isAccepted={accepts} onAccept={setAccepts} />}
      <Card title="Firma">
        <SignForm
          no={signing.no_contract}
          textHash={text_hash}
          acceptsPermanence={accepts}
          blocked={signing.blocked ?? undefined}
        />
      </Card>
    </>
  )
}

type ClauseProps = {
  clause: NonNullable<Signing['permanence']>
  isAccepted: boolean
  onAccept: (isAccepted: boolean) => void
}

/** The clause of minimum permanence has its own box, which starts unticked (R2.8). */
function Clause({ clause, isAccepted, onAccept }: ClauseProps) {
  return (
    <Card title="Permanencia mínima">
      <p>
        {clause.months} meses, del {dayLabel(clause.from_on)} al {dayLabel(clause.ends_on)}. Si el contrato termina
        antes, se paga lo que indique esta tabla.
      </p>
      <details>
        <summary>Ver cuánto se paga en cada mes</summary>
        <ol className="contract-table">
          {clause.table.map((value, month) => (
            <li key={month}>
              Mes {month + 1}: <strong>{pesosLabel(value)}</strong>
            </li>
          ))}
        </ol>
      </details>
      <CheckboxField
        label="Acepto la cláusula de permanencia mínima"
        checked={isAccepted}
        onChange={({ target }) => onAccept(target.checked)}
      />
    </Card>
  )
}
