import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { contractApi } from '#domain/contracts/api.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import { paths } from '#domain/core/paths.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { FiledPqr } from '#domain/pqr/case.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Page } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { FiledCard } from './FiledCard.tsx'
import { NewPqrForm } from './NewPqrForm.tsx'
import './pqr.css'

// Most clients have no outage.
const OutagesWhileFiling = lazy(() =>
  import('#web/outages/OwnOutages.tsx').then((file) => ({ default: file.OutagesWhileFiling })),
)

type Filed = { pqr: FiledPqr; message: string }

/** Nueva PQR: the form of the client, and then the number of the case (PQR-01). '?factura=' is a claim on that invoice. */
export function NewPqrPage() {
  const [search] = useSearchParams()
  const invoiceId = search.get('factura')
  const [filed, setFiled] = useState<Filed | null>(null)
  if (filed) return <FiledCard {...filed} href={paths.ownPqr(filed.pqr.id)} />
  return (
    <Page title="Nueva PQR" subtitle="Radicar es gratis, no necesitas abogado y no tienes que estar al día.">
      <Suspense fallback={null}>
        <OutagesWhileFiling />
      </Suspense>
      <FormWithData key={invoiceId} invoiceId={invoiceId} onFiled={setFiled} />
    </Page>
  )
}

type Props = { invoiceId: string | null; onFiled: (filed: Filed) => void }

/** The form, when the contracts and the claimed invoice are known. */
function FormWithData({ invoiceId, onFiled }: Props) {
  const contracts = useRead(contractApi.list, { query: {} })
  const invoice = useRead(invoiceApi.get, { params: { id: invoiceId ?? '' } }, { enabled: invoiceId !== null })
  const missing = contracts.data === undefined ? contracts : invoiceId !== null && !invoice.data ? invoice : null
  if (missing !== null)
    return (
      <ReadState
        of={missing}
        lines={6}
        height={44}
        missing={
          <EmptyState title="No encontramos esa factura" action={<Link to={paths.newPqr}>Radicar sin factura</Link>}>
            Puede que el enlace esté incompleto.
          </EmptyState>
        }
      />
    )
  const own: readonly Contract[] = contracts.data?.data ?? []
  const claimed: Invoice | null = invoice.data?.data ?? null
  return <NewPqrForm contracts={own} invoice={claimed} onFiled={onFiled} />
}
