import type { ReactNode } from 'react'
import { nitLabel } from '#domain/core/identity.ts'
import type { Report } from '#domain/installations/report.ts'
import { PROGRAMME } from '#domain/installations/wording.ts'
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

/** Stripes of 32 points, from 8. */
const STRIPES = PROGRAMME.stripes.map(({ color, share }, index, all) => ({
  color,
  y: 8 + 32 * all.slice(0, index).reduce((sum, before) => sum + before.share, 0),
  height: 32 * share,
}))

/** The place of the government programme's logo, drawn here: the report is also read without a network. */
const ProgrammeMark = () => (
  <svg
    className="acta__programme"
    viewBox="0 0 176 48"
    width="176"
    height="48"
    role="img"
    aria-label={`${PROGRAMME.name}, ${PROGRAMME.country}`}
  >
    {STRIPES.map(({ color, y, height }) => (
      <rect key={color} x="0" y={y} width="8" height={height} fill={color} />
    ))}
    <text x="18" y="22" fontSize="14" fontWeight="700" fill="currentColor">
      {PROGRAMME.name}
    </text>
    <text x="18" y="39" fontSize="12" fill="currentColor">
      {PROGRAMME.country}
    </text>
  </svg>
)
