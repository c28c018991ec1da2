import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { clientApi } from '#domain/clients/api.ts'
import { paths } from '#domain/core/paths.ts'
import type { FiledPqr } from '#domain/pqr/case.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Page } from '#web/ui/Page.tsx'
import { FiledCard } from './FiledCard.tsx'
import { NewDeskPqrForm } from './NewDeskPqrForm.tsx'
import './pqr.css'

type Filed = { pqr: FiledPqr; message: string }

/** A case of a person who calls or comes to the office, a client or not (PQR-01). '?cliente=' has the client already. */
export function NewDeskPqrPage() {
  const [search] = useSearchParams()
  const [filed, setFiled] = useState<Filed | null>(null)
  const clientId = search.get('cliente')
  const client = useRead(clientApi.get, { params: { id: clientId ?? '' } }, { enabled: clientId !== null })
  if (filed) return <FiledCard {...filed} href={paths.pqrCase(filed.pqr.id)} isDesk />
  return (
    <Page title="Radicar por un cliente" subtitle="Por teléfono o en la oficina. Al terminar le dices su número.">
      {clientId !== null && !client.data ? (
        <ReadState of={client} lines={6} height={44} />
      ) : (
        <NewDeskPqrForm known={client.data?.data ?? null} onFiled={setFiled} />
      )}
    </Page>
  )
}
