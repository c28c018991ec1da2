import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { companyApi } from '#domain/companies/api.ts'
import { COMPANY_STATUSES, type CompanyRow, type CompanyStatus } from '#domain/companies/company.ts'
import { nitLabel } from '#domain/core/identity.ts'
import { paths } from '#domain/core/paths.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { READ_ERRORS } from '#web/core/read-errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { Facts, Figure } from '#web/ui/Facts.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { PeopleCard } from '#web/users/PeopleCard.tsx'
import { CompanyBadge } from './CompanyBadge.tsx'
import { CompanyDialog } from './CompanyDialog.tsx'
import { CompanyFilesCard } from './CompanyFilesCard.tsx'
import { StatusDialog } from './StatusDialog.tsx'
import { siteUrlOf } from './site-url.ts'
import { TaxRegimeCard } from './TaxRegimeCard.tsx'

/** One company, as a superadmin sees it: its data, its status and its staff. */
export function CompanyPage() {
  const { id = '' } = useParams()
  const read = useRead(companyApi.listFiles, { query: { id } })
  const company = read.data?.data.find((one) => one.id === id)
  if (company) return <CompanyDetail company={company} />
  return (
    <Page title="Empresa">
      <Query of={read} lines={6} height={32} problem={READ_ERRORS.company}>
        {() => (
          <EmptyState title="No encontramos esa empresa" action={<Link to={paths.companies}>Ver las empresas</Link>} />
        )}
      </Query>
    </Page>
  )
}

const ACTIONS: Readonly<Record<CompanyStatus, string>> = { active: 'Activar', suspended: 'Suspender', closed: 'Cerrar' }

function CompanyDetail({ company }: { company: CompanyRow }) {
  const [isEditing, setEditing] = useState(false)
  const [status, setStatus] = useState<CompanyStatus | null>(null)
  return (
    <Page
      title={company.name}
      subtitle={<CompanyBadge status={company.status} />}
      actions={
        <>
          <LinkButton to={paths.integrationOf(company.id)}>Integraciones</LinkButton>
          <LinkButton to={paths.networkDevicesOf(company.id)}>Equipos de red</LinkButton>
          <LinkButton to={paths.electronicOf(company.id)}>Facturas electrónicas</LinkButton>
          <LinkButton to={paths.auditLogOf(company.id)}>Bitácora</LinkButton>
          {COMPANY_STATUSES.filter((one) => one !== company.status).map((one) => (
            <Button key={one} onClick={() => setStatus(one)}>
              {ACTIONS[one]}
            </Button>
          ))}
          <Button variant="primary" onClick={() => setEditing(true)}>
            Editar empresa
          </Button>
        </>
      }
    >
      {company.status_reason && <Alert tone="warn">Motivo: {company.status_reason}</Alert>}
      <div className="figures-row">
        <Figure label="Clientes" value={company.clients} />
        <Figure label="Facturas del mes" value={company.invoices_this_month} />
        <Figure label="Pagos en línea" value={company.is_wompi_integration ? 'Encendidos' : 'Sin conectar'} />
      </div>
      <div className="card-pair">
        <Card title="Datos">
          <Facts facts={factsOf(company)} />
        </Card>
        <PeopleCard companyId={company.id} />
      </div>
      <TaxRegimeCard companyId={company.id} />
      <CompanyFilesCard company={company} canUpload />
      {isEditing && <CompanyDialog company={company} onClose={() => setEditing(false)} />}
      {status && <StatusDialog company={company} status={status} onClose={() => setStatus(null)} />}
    </Page>
  )
}

const LINKS = [
  ['Página web', 'website_url'],
  ['WhatsApp', 'whatsapp_url'],
  ['Instagram', 'instagram_url'],
  ['Facebook', 'facebook_url'],
  ['Código QR', 'qr_url'],
] as const

const ExternalLink = ({ url }: { url: string | null }) =>
  url === null ? (
    '—'
  ) : (
    <a href={url} target="_blank" rel="noreferrer">
      {url}
    </a>
  )

const SiteLink = ({ prefix }: { prefix: string }) => <a href={paths.companySite(prefix)}>{siteUrlOf(prefix)}</a>

const factsOf = (company: CompanyRow) => [
  { label: 'NIT', value: nitLabel(company.nit) },
  { label: 'Representante legal', value: company.legal_representative },
  { label: 'Letras de sus contratos', value: company.initial_letter },
  { label: 'Página de sus clientes', value: <SiteLink prefix={company.initial_letter} /> },
  { label: 'Dirección', value: [company.address, company.city, company.department].filter(Boolean).join(', ') || '—' },
  { label: 'Teléfono', value: company.phone ?? '—' },
  { label: 'Correo', value: company.email ?? '—' },
  { label: 'Administrador', value: company.user?.username ?? '—' },
  { label: 'IVA de sus precios', value: company.prices_include_vat ? 'Incluido en el precio' : 'Se suma al precio' },
  { label: 'Registro TIC', value: company.tic ?? '—' },
  ...LINKS.map(([label, name]) => ({ label, value: <ExternalLink key={name} url={company[name]} /> })),
]
