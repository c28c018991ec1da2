import { parameterApi } from '#domain/parameters/api.ts'
import { groupsOf, type ParameterHistory } from '#domain/parameters/parameter.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { ParameterRow } from './ParameterRow.tsx'
import './parameters.css'

/** Every number that a regulator can change, as it is in force today, with the rule behind it and how sure we are of it. */
export function ParametersPanel() {
  const read = useRead(parameterApi.list, {})
  const { data } = read
  if (!data) return <ReadState of={read} lines={8} height={44} />
  if (data.data.length === 0) return <EmptyState title="Todavía no hay números regulados" />
  return (
    <div className="parameters">
      <Doubts histories={data.data} />
      {groupsOf(data.data).map(({ label, histories }) => (
        <Card key={label} title={label}>
          <ul role="list" className="parameters__list">
            {histories.map((history) => (
              <ParameterRow key={history.key} history={history} />
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

/** Said once above the list: how many of these numbers somebody still has to confirm. */
function Doubts({ histories }: { histories: readonly ParameterHistory[] }) {
  const doubtful = histories.filter(({ current }) => current?.certainty !== 'verified').length
  if (doubtful === 0) return null
  return (
    <Alert tone="warn">
      {doubtful} de {histories.length} números están por confirmar o sin valor vigente. Revísalos con tu contador o
      abogado antes de cobrar con ellos.
    </Alert>
  )
}
