import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { integrationApi } from '#domain/integrations/api.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { Page, PageSkeleton } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { ApiTokensCard } from './ApiTokensCard.tsx'
import { EventList } from './EventList.tsx'
import { FactusCard } from './FactusCard.tsx'
import { FactusDocuments } from './FactusDocuments.tsx'
import { RangesCard } from './RangesCard.tsx'
import { SmsCard } from './SmsCard.tsx'
import { WebhooksCard } from './WebhooksCard.tsx'
import { WhatsappCard } from './WhatsappCard.tsx'
import { WompiCard } from './WompiCard.tsx'
import './integrations.css'

/** Integraciones: the external systems of a company (INT-01). `children`, the regulated numbers, are shown below. */
export function IntegrationPage({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const [search] = useSearchParams()
  const companyId = search.get('company_id')
  // A superadmin belongs to no company: the address contains the company's id.
  const isAsking = user?.metadata.role === 'superadmin' && companyId === null
  return (
    <Page title="Integraciones" subtitle="Con qué recibe pagos, factura y avisa tu empresa.">
      {isAsking ? (
        <EmptyState title="Elige una empresa">
          Abre las integraciones de una empresa desde su ficha, en Gestión de empresas.
        </EmptyState>
      ) : (
        <Connections query={companyId === null ? {} : { company_id: companyId }} />
      )}
      {user?.metadata.role === 'admin' && (
        <>
          <ApiTokensCard />
          <WebhooksCard />
        </>
      )}
      {children}
    </Page>
  )
}

function Connections({ query }: { query: { company_id?: string } }) {
  const read = useRead(integrationApi.get, { query })
  const { data } = read
  if (read.isPending) return <PageSkeleton />
  if (!data) return <ReadState of={read} lines={8} height={28} />
  return (
    <div className="card-pair">
      <WompiCard integrations={data.data} query={query} />
      <FactusCard integrations={data.data} query={query} />
      {data.data.wompi.length > 0 && <EventList query={query} />}
      {data.data.factus.length > 0 && <RangesCard query={query} />}
      {data.data.is_factus_integration && <FactusDocuments query={query} />}
      <WhatsappCard query={query} />
      <SmsCard query={query} />
    </div>
  )
}
