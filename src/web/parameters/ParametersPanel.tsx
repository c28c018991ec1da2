import { parameterApi } from '#domain/parameters/api.ts'
import { groupsOf, type ParameterHistory } from '#domain/parameters/parameter.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { ParameterRow } from './ParameterRow.tsx'
import './parameters.css'

/** Every number that a regulator can change: its value in force today, its legal basis and its certainty. */
export function ParametersPanel() {
  const read = useRead(parameterApi.list, {})
  const { data } = read
  if (!data) return <ReadState of={read} lines={8} height={44} />
  if (data.data.length === 0) return <EmptyState title="Todavía no hay números regulados" />
  return (
    <div className="parameters">
      <UnconfirmedAlert histories={data.data} />
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

/** The count of numbers that are still to be confirmed, shown once above the list. */
function UnconfirmedAlert({ histories }: { histories: readonly ParameterHistory[] }) {
  const unconfirmed = histories.filter(({ current }) => current?.certainty !== 'verified').length
  if (unconfirmed === 0) return null
  return (
    <Alert tone="warn">
      {unconfirmed} de {histories.length} números están por confirmar o sin valor vigente. Revísalos con tu contador o
      abogado antes de cobrar con ellos.
    </Alert>
  )
}
