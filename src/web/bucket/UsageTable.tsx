import { Link } from 'react-router'
import { bucketApi } from '#domain/bucket/api.ts'
import type { BucketUsage } from '#domain/bucket/bucket.ts'
import { instantLabel } from '#domain/core/days.ts'
import { megabytesLabel, sizeLabel } from '#domain/core/megabytes.ts'
import { paths } from '#domain/core/paths.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { type Column, Table } from '#web/ui/Table.tsx'
import './bucket.css'

const columns: readonly Column<BucketUsage>[] = [
  {
    key: 'company',
    header: 'Empresa',
    cell: (row) => (
      <span className="two-lines">
        <Link to={paths.bucketOf(row.company_id)}>{row.company}</Link>
        <span className="in-card">
          <QuotaBar {...row} />
        </span>
      </span>
    ),
    card: 'title',
  },
  { key: 'quota', header: 'Espacio', cell: (row) => <QuotaBar {...row} />, card: 'hidden' },
  { key: 'used', header: 'En uso', cell: ({ used }) => amountLabel(used), align: 'end', cardLabel: 'en uso:' },
  { key: 'orphan', header: 'Sin uso', cell: ({ orphan }) => amountLabel(orphan), align: 'end', cardLabel: 'sin uso:' },
  {
    key: 'binned',
    header: 'Papelera',
    cell: ({ binned }) => amountLabel(binned),
    align: 'end',
    cardLabel: 'en la papelera:',
  },
  {
    key: 'missing',
    header: 'Faltan',
    cell: ({ missing }) => (missing === 0 ? '—' : numberLabel(missing)),
    align: 'end',
    cardLabel: 'faltan:',
  },
  {
    key: 'reviewed_at',
    header: 'Revisado',
    cell: ({ reviewed_at }) => (reviewed_at === null ? 'Todavía no' : instantLabel(new Date(reviewed_at))),
    card: 'hidden',
  },
]

/** What each company stores, as the last review found it, and what counts for its limit now. */
export function UsageTable() {
  const url = useTableUrl({ list: 'bucket-usage' })
  const list = useRead(bucketApi.usage, { query: { page: url.page, page_size: url.pageSize } }, { keepPrevious: true })
  return (
    <Table
      caption="Espacio de cada empresa"
      columns={columns}
      {...listProps(url, list)}
      rowKey={(row) => row.company_id}
      rowName={(row) => row.company}
    />
  )
}

/** How much of its limit a company takes, as a bar and in words. */
function QuotaBar({ company, counted_bytes, max_bytes }: BucketUsage) {
  const text = `${sizeLabel(counted_bytes)} de ${megabytesLabel(max_bytes)}`
  return (
    <span className="quota">
      <meter
        className="quota__bar"
        min={0}
        max={max_bytes}
        high={max_bytes * 0.9}
        value={counted_bytes}
        aria-label={`Espacio de ${company}: ${text}`}
      />
      <span>{text}</span>
    </span>
  )
}

const numberLabel = (value: number): string => new Intl.NumberFormat('es-CO').format(value)

/** '12 (3,5 MB)'. */
const amountLabel = ({ files, bytes }: BucketUsage['used']): string =>
  files === 0 ? '—' : `${numberLabel(files)} (${sizeLabel(bytes)})`
