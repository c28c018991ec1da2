import { Link, useSearchParams } from 'react-router'
import { shortDayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { installationReportApi } from '#domain/installations/api.ts'
import type { ReportRow } from '#domain/installations/report.ts'
import { WORK_ORDER_LABELS } from '#domain/installations/wording.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState } from '#web/ui/States.tsx'

const PAGE_SIZE = 10

/** What the desk looks at in the reports. The names are those of the address. */
const SHOWN = {
  tareas: { label: 'Con una tarea por hacer', query: { task: 'true' }, none: 'Ninguna acta dejó una tarea por hacer' },
  velocidad: {
    label: 'Bajo la velocidad contratada',
    query: { under_speed: 'true' },
    none: 'Ninguna acta midió menos velocidad que la contratada',
  },
} as const
type Shown = keyof typeof SHOWN

const isShown = (text: string | null): text is Shown => text !== null && Object.hasOwn(SHOWN, text)

/** The reports that need the financial desk: with an open task, or under the contracted speed. The choice is in the address. */
export function DeskReports() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('actas')
  const shown: Shown = isShown(asked) ? asked : 'tareas'
  const page = Math.max(1, Math.trunc(Number(search.get('actas_pagina') ?? 1)) || 1)
  const read = useRead(
    installationReportApi.list,
    { query: { ...SHOWN[shown].query, page, page_size: PAGE_SIZE } },
    { keepPrevious: true },
  )
  const set = (values: Readonly<Record<string, string>>, replace = false): void =>
    setSearch((before) => new URLSearchParams({ ...Object.fromEntries(before), ...values }), { replace })
  return (
    <Card title="Actas por revisar">
      <TableFilters>
        <SelectFilter
          label="Actas"
          all={null}
          options={Object.entries(SHOWN).map(([value, { label }]) => ({ value, label }))}
          value={shown}
          onChange={(value) => set({ actas: value, actas_pagina: '1' })}
        />
      </TableFilters>
      <Query of={read} lines={4} height={40}>
        {({ data, meta }) =>
          data.length === 0 && page === 1 ? (
            <EmptyState title={SHOWN[shown].none} />
          ) : (
            <>
              <RowList label="Actas por revisar">
                {data.map((row) => (
                  <DeskReport key={row.id} row={row} />
                ))}
              </RowList>
              <Pagination
                page={page}
                pageSize={PAGE_SIZE}
                total={meta?.total ?? data.length}
                shown={data.length}
                onPage={(next, isReplacing) => set({ actas_pagina: String(next) }, isReplacing)}
              />
            </>
          )
        }
      </Query>
    </Card>
  )
}

const DeskReport = ({ row }: { row: ReportRow }) => (
  <li>
    <span className="two-lines">
      <Link to={paths.view('acta', row.id)}>
        Acta {row.consecutive} de {row.city}, {row.no_contract}
      </Link>
      <small>
        {WORK_ORDER_LABELS[row.type_order_job]}, {shortDayLabel(row.visit_on)}, {row.client.name}
        {row.task !== null && `. ${row.task}`}
      </small>
    </span>
    {row.task !== null && <Badge tone="warn">Tarea por hacer</Badge>}
    {row.is_under_speed && <Badge tone="bad">Bajo la velocidad</Badge>}
  </li>
)
