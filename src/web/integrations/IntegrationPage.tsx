import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { integrationApi } from '#domain/integrations/api.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { Card, Page } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { EventList } from './EventList.tsx'
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
    <Page title="Integraciones" subtitle="Con qué recibe pagos y factura tu empresa.">
      {isAsking ? (
        <EmptyState title="Elige una empresa">
          Abre las integraciones de una empresa desde su ficha, en Gestión de empresas.
        </EmptyState>
      ) : (
        <Connections query={companyId === null ? {} : { company_id: companyId }} />
      )}
      {children}
    </Page>
  )
}

function Connections({ query }: { query: { company_id?: string } }) {
  const read = useRead(integrationApi.get, { query })
  const { data } = read
  if (!data) return <ReadState of={read} lines={8} height={28} />
  return (
    <div className="card-pair">
      <WompiCard integrations={data.data} query={query} />
      <Card title="Factus, facturación electrónica">
        <p>
          Aquí vas a conectar Factus para emitir la factura electrónica de cada cobro, en pruebas y en producción, con
          su rango de numeración.
        </p>
        <p className="integration__quiet">Todavía no está lista en tu versión de Enlace.</p>
      </Card>
      {data.data.wompi.length > 0 && <EventList query={query} />}
    </div>
  )
}
