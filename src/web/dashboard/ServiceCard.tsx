import { Link } from 'react-router'
import { CONTRACT_STATUS_LABELS, type ContractStatus } from '#domain/contracts/lifecycle.ts'
import { paths } from '#domain/core/paths.ts'
import type { Service } from '#domain/dashboard/api.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'

const TONES: Readonly<Record<ContractStatus, Tone>> = {
  draft: 'quiet',
  awaiting_installation: 'info',
  active: 'good',
  suspended: 'warn',
  terminated: 'quiet',
  cancelled: 'quiet',
}

/** A service of the client: its plan, its speed, its status, and the action to take when it is suspended or not signed. */
export function ServiceCard({ service }: { service: Service }) {
  return (
    <Card>
      <div className="debt__head">
        <Link className="debt__number" to={paths.contract(service.no_contract)}>
          {service.plan}
        </Link>
        <Badge tone={TONES[service.status]}>{CONTRACT_STATUS_LABELS[service.status]}</Badge>
      </div>
      <p className="debt__about">
        {service.download_speed} de bajada, {service.upload_speed} de subida · contrato {service.no_contract}
        <br />
        {service.address}
      </p>
      {service.status === 'suspended' && (
        <Alert tone="warn">Tu servicio está suspendido. Ponte al día para reconectarlo.</Alert>
      )}
      {service.status === 'draft' && (
        <Alert>
          Falta tu firma. <Link to={paths.completeContract(service.no_contract)}>Leer y firmar</Link>
        </Alert>
      )}
    </Card>
  )
}
