import { COMPANY_STATUS_LABELS, type CompanyStatus } from '#domain/companies/company.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'

const TONES: Readonly<Record<CompanyStatus, Tone>> = { active: 'good', suspended: 'warn', closed: 'quiet' }

/** The status of a company. */
export const CompanyBadge = ({ status }: { status: CompanyStatus }) => (
  <Badge tone={TONES[status]}>{COMPANY_STATUS_LABELS[status]}</Badge>
)
