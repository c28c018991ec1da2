import type { ReactNode } from 'react'
import { nitLabel } from '#domain/core/identity.ts'
import type { Report } from '#domain/installations/report.ts'
import { Cells } from './ReportSection.tsx'

type Company = Report['contract']['client']['admin']

/** The head of the printed report: both logos, the title, and where and when the visit was (ACT-02). */
export const ReportHead = ({
  company,
  cells,
}: {
  company: Company
  cells: readonly (readonly [string, ReactNode])[]
}) => (
  <header className="acta__head">
    <div className="acta__brands">
      <div className="acta__company">
        {company.logo_url !== null && <img src={company.logo_url} alt="" height={48} />}
        <p>
          <strong>{company.name}</strong>
          <span>NIT {nitLabel(company.nit)}</span>
        </p>
      </div>
      <ProgrammeMark />
    </div>
    <Cells cells={cells} />
  </header>
)

/** The place of the government programme's logo, drawn here: the report is also read without a network. */
const ProgrammeMark = () => (
  <svg
    className="acta__programme"
    viewBox="0 0 176 48"
    width="176"
    height="48"
    role="img"
    aria-label="Programa de Gobierno, Colombia"
  >
    <rect x="0" y="8" width="8" height="16" fill="#fcd116" />
    <rect x="0" y="24" width="8" height="8" fill="#003893" />
    <rect x="0" y="32" width="8" height="8" fill="#ce1126" />
    <text x="18" y="22" fontSize="14" fontWeight="700" fill="currentColor">
      Programa de Gobierno
    </text>
    <text x="18" y="39" fontSize="12" fill="currentColor">
      Colombia
    </text>
  </svg>
)
