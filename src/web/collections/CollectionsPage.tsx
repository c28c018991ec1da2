import { Link, useNavigate } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { AgreementList } from './AgreementList.tsx'
import { PreviewList } from './PreviewList.tsx'
import { PromiseList } from './PromiseList.tsx'
import { ReconnectionList } from './ReconnectionList.tsx'
import { RunList } from './RunList.tsx'

const VIEWS = [
  { value: 'preview', label: 'Cortes de mañana', List: PreviewList },
  { value: 'runs', label: 'Días pasados', List: RunList },
  { value: 'promises', label: 'Promesas de pago', List: PromiseList },
  { value: 'agreements', label: 'Acuerdos en cuotas', List: AgreementList },
  { value: 'reconnections', label: 'Reconexiones', List: ReconnectionList },
] as const

/** What is owed today, each in its own report, whose numbers are lists of invoices. */
const DEBT_REPORTS = [
  ['cartera', 'por edades'],
  ['cartera_municipios', 'por municipio'],
  ['cartera_planes', 'por plan'],
  ['cartera_tecnicos', 'por técnico'],
] as const

/** Cartera y cortes: who will be notified and cut, what was done, the promises and the terms to reconnect (SUS-01 to SUS-04). */
export function CollectionsPage() {
  const navigate = useNavigate()
  const url = useTableUrl({ pageSize: 20 })
  const view = VIEWS.find(({ value }) => value === url.filters['status']) ?? VIEWS[0]
  return (
    <Page
      title="Cartera y cortes"
      subtitle="A quién se le avisa, a quién se le corta y a quién no, y por qué"
      actions={<Button onClick={() => void navigate(paths.collectionPolicy)}>Política y mensajes</Button>}
    >
      <p>
        La cartera de hoy:{' '}
        {DEBT_REPORTS.map(([name, label], index) => (
          <span key={name}>
            {index > 0 && ' · '}
            <Link to={paths.report(name)}>{label}</Link>
          </span>
        ))}
      </p>
      <view.List
        key={view.value}
        url={url}
        tools={
          <TableFilters>
            <SelectFilter
              label="Ver"
              all={null}
              options={VIEWS}
              value={view.value}
              onChange={(value) => url.onFilter('status', value === 'preview' ? '' : value)}
            />
          </TableFilters>
        }
      />
    </Page>
  )
}
