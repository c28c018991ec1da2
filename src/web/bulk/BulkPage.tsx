import { useSearchParams } from 'react-router'
import { bulkApi } from '#domain/bulk/api.ts'
import { BULK_DAYS, type BulkItem, type BulkJob, isBulkOver } from '#domain/bulk/bulk.ts'
import { instantLabel } from '#domain/core/days.ts'
import { Query, ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useLocalPages } from '#web/core/use-local-pages.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { BulkActions, BulkProgress } from './BulkProgress.tsx'
import { count, STATUS_WORDS, titleOf } from './bulk-words.ts'
import './bulk.css'

const POLL_MS = 1_500

/** Tareas de las listas (TBL-01): the actions over many rows of the last days, and how each row ended. */
export function BulkPage() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('job')
  const open = (job: string | null): void => setSearch(job === null ? {} : { job })
  return (
    <Page
      title="Tareas de las listas"
      subtitle={`Lo que se hizo con muchas filas a la vez. Se guarda ${BULK_DAYS} días.`}
    >
      {id === null ? <Jobs onOpen={open} /> : <Job id={id} onBack={() => open(null)} />}
    </Page>
  )
}

function Jobs({ onOpen }: { onOpen: (id: string) => void }) {
  const read = useRead(
    bulkApi.list,
    {},
    { pollMs: POLL_MS, pollWhile: ({ data }) => data.some(({ status }) => !isBulkOver(status)) },
  )
  return (
    <Card>
      <Query of={read} lines={3} height={32}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="Aún no hay tareas">
              En las facturas o en los clientes, elige varias filas y lo que quieres hacer con ellas.
            </EmptyState>
          ) : (
            <RowList>
              {data.map((job) => (
                <JobRow key={job.id} job={job} onOpen={onOpen} />
              ))}
            </RowList>
          )
        }
      </Query>
    </Card>
  )
}

const JobRow = ({ job, onOpen }: { job: BulkJob; onOpen: (id: string) => void }) => (
  <li>
    <span className="two-lines">
      {titleOf(job)}
      <small>
        {instantLabel(new Date(job.created_at))}, {job.asked_by}
      </small>
    </span>
    <span className="bulk-row">
      <Badge tone={STATUS_WORDS[job.status].tone}>{STATUS_WORDS[job.status].label}</Badge>
      <span className="figures">
        {count(job.done)} de {count(job.total)}
      </span>
      <Button size="dense" aria-label={`Ver la tarea ${titleOf(job)}`} onClick={() => onOpen(job.id)}>
        Ver
      </Button>
    </span>
  </li>
)

function Job({ id, onBack }: { id: string; onBack: () => void }) {
  const read = useRead(
    bulkApi.get,
    { params: { id } },
    { pollMs: POLL_MS, pollWhile: ({ data }) => !isBulkOver(data.status) },
  )
  const job = read.data?.data
  if (!job) return <ReadState of={read} lines={4} height={40} />
  return (
    <>
      <Card
        title={titleOf(job)}
        actions={<Badge tone={STATUS_WORDS[job.status].tone}>{STATUS_WORDS[job.status].label}</Badge>}
      >
        <BulkProgress job={job} />
        <div className="page__actions">
          <Button onClick={onBack}>Ver todas las tareas</Button>
          <BulkActions job={job} />
        </div>
      </Card>
      {/* When the job ends the rows are read once more. */}
      <Items key={String(isBulkOver(job.status))} job={job} />
    </>
  )
}

const OUTCOMES = {
  waiting: { label: 'Por hacer', tone: 'info' },
  done: { label: 'Hecha', tone: 'good' },
  failed: { label: 'No se pudo', tone: 'bad' },
} as const

const columns: readonly Column<BulkItem>[] = [
  { key: 'name', header: 'Qué', cell: (item) => item.name, card: 'title' },
  {
    key: 'outcome',
    header: 'Resultado',
    cell: ({ outcome }) => <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</Badge>,
    card: 'badge',
  },
  { key: 'reason', header: 'Motivo', cell: (item) => item.reason ?? '' },
]

function Items({ job }: { job: BulkJob }) {
  const [search, setSearch] = useSearchParams()
  const outcome = outcomeOf(search.get('outcome'))
  const { pages } = useLocalPages(20)
  const query = { page: pages.page, page_size: pages.pageSize, ...(outcome && { outcome }) }
  const read = useRead(
    bulkApi.items,
    { params: { id: job.id }, query },
    { keepPrevious: true, pollMs: POLL_MS, pollWhile: () => !isBulkOver(job.status) },
  )
  return (
    <Table
      caption="Cómo le fue a cada fila"
      columns={columns}
      rows={read.data?.data}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      total={read.data?.meta.total ?? 0}
      {...pages}
      tools={
        <TableFilters>
          <SelectFilter
            label="Resultado"
            options={Object.entries(OUTCOMES).map(([value, { label }]) => ({ value, label }))}
            value={outcome}
            onChange={(value) => setSearch({ job: job.id, ...(value && { outcome: value }) })}
          />
        </TableFilters>
      }
      empty={<EmptyState title="Ninguna fila terminó así" />}
    />
  )
}

const outcomeOf = (text: string | null): BulkItem['outcome'] | undefined =>
  text === 'waiting' || text === 'done' || text === 'failed' ? text : undefined
