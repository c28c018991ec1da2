import { dayLabel } from '#domain/core/days.ts'
import { factusApi } from '#domain/integrations/api.ts'
import { ENVIRONMENT_LABELS } from '#domain/integrations/integration.ts'
import { countLabel, type NumberingRange, RANGE_DOCUMENT_LABELS } from '#domain/integrations/numbering-range.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

type Input = { company_id?: string }

/** The numbering ranges of the company: what is left of each, when it ends, and which one numbers (EIN-05). */
export function RangesCard({ query }: { query: Input }) {
  const read = useRead(factusApi.ranges, { query })
  return (
    <Card title="Rangos de numeración">
      <p className="integration__quiet">{originOf(read.data?.data ?? [])}</p>
      <Query of={read} lines={3} height={40}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No hay rangos">Prueba la conexión con Factus para leerlos.</EmptyState>
          ) : (
            <RowList label="Rangos de numeración">
              {data.map((range) => (
                <RangeRow key={range.id} range={range} query={query} />
              ))}
            </RowList>
          )
        }
      </Query>
    </Card>
  )
}

/** Where the ranges come from. A company may have those of Factus from before its files, and the other way around. */
function originOf(ranges: readonly NumberingRange[]): string {
  const isOfFiles = ranges.some(({ provider }) => provider === 'ubl_file')
  if (!isOfFiles) return FROM_FACTUS
  return ranges.every(({ provider }) => provider === 'ubl_file')
    ? FROM_FILES
    : `${FROM_FILES} Los de Factus los leemos de allá.`
}

const FROM_FACTUS = 'Los leemos de Factus cada día y cada vez que pruebas la conexión.'
const FROM_FILES = 'Los de Archivo UBL son los que escribiste: se cambian allá, con «Cambiar numeración».'

function RangeRow({ range, query }: { range: NumberingRange; query: Input }) {
  const choose = useChange(factusApi.chooseRange)
  const run = (): void =>
    void choose
      .mutateAsync({ query, params: { id: range.id } })
      .then(({ message }) => toastSuccess(message))
      .catch((error: unknown) => toastFailure(error, 'No pudimos elegir el rango'))
  return (
    <li>
      <span className="two-lines">
        {range.prefix} · {RANGE_DOCUMENT_LABELS[range.document]}
        <small>{detailOf(range)}</small>
        {range.problem !== null && <small>{range.problem}</small>}
      </span>
      {range.is_chosen ? (
        <StateBadge state={range.state} />
      ) : range.provider === 'ubl_file' ? (
        <Badge tone="quiet">Anterior</Badge>
      ) : (
        <Button
          size="dense"
          busy={choose.isPending ? 'Eligiendo…' : undefined}
          disabledReason={range.state === 'blocked' ? (range.problem ?? undefined) : undefined}
          aria-label={`Usar el rango ${range.prefix}`}
          onClick={run}
        >
          Usar
        </Button>
      )}
    </li>
  )
}

function StateBadge({ state }: { state: NumberingRange['state'] }) {
  if (state === 'ok') return <Badge tone="good">En uso</Badge>
  return state === 'warning' ? <Badge tone="warn">Por terminar</Badge> : <Badge tone="bad">No numera</Badge>
}

/** 'Pruebas · Resolución 18760000001 · del 990000000 al 995000000, sigue el 990000012 · vence el 19 de enero de 2030'. */
function detailOf(range: NumberingRange): string {
  const { from_number, to_number, resolution, ends_on } = range
  return [
    ENVIRONMENT_LABELS[range.environment],
    ...(resolution === null ? [] : [`Resolución ${resolution}`]),
    `${from_number === null || to_number === null ? '' : `del ${from_number} al ${to_number}, `}sigue el ${range.next_number}`,
    ...(range.left === null ? [] : [`quedan ${countLabel(range.left)}`]),
    ...(ends_on === null ? [] : [`vence el ${dayLabel(ends_on)}`]),
  ].join(' · ')
}
