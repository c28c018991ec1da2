import { useState } from 'react'
import { dayOf } from '#domain/core/days.ts'
import { parameterApi } from '#domain/parameters/api.ts'
import { groupsOf, type ParameterHistory } from '#domain/parameters/parameter.ts'
import { runOutLabel, runOutOf } from '#domain/parameters/run-out.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { AddValueDialog } from './AddValueDialog.tsx'
import { ParameterRow } from './ParameterRow.tsx'
import './parameters.css'

/**
 * Every number that a regulator can change: its value in force today, its legal basis and its certainty. The superadmin adds values, and
 * sees which numbers need one.
 */
export function ParametersPanel() {
  const read = useRead(parameterApi.list, {})
  const { user } = useSession()
  const [added, setAdded] = useState<ParameterHistory | null>(null)
  const { data } = read
  if (!data) return <ReadState of={read} lines={8} height={44} />
  if (data.data.length === 0) return <EmptyState title="Todavía no hay números regulados" />
  const isEditor = user?.metadata.role === 'superadmin'
  return (
    <div className="parameters">
      {isEditor && <RunOutAlert histories={data.data} />}
      <UnconfirmedAlert histories={data.data} />
      {groupsOf(data.data).map(({ label, histories }) => (
        <Card key={label} title={label}>
          <ul role="list" className="parameters__list">
            {histories.map((history) => (
              <ParameterRow
                key={history.key}
                history={history}
                action={
                  isEditor && (
                    <Button
                      size="dense"
                      aria-label={`Agregar valor: ${history.label}`}
                      onClick={() => setAdded(history)}
                    >
                      Agregar valor
                    </Button>
                  )
                }
              />
            ))}
          </ul>
        </Card>
      ))}
      {added && <AddValueDialog history={added} onClose={() => setAdded(null)} />}
    </div>
  )
}

/** The numbers without a value today, and those whose last value ends soon. */
function RunOutAlert({ histories }: { histories: readonly ParameterHistory[] }) {
  const [today] = useState(() => dayOf(new Date()))
  const ending = histories.flatMap((history) => {
    const runOut = runOutOf(history, today)
    return runOut === null ? [] : [runOutLabel(history.label, runOut)]
  })
  if (ending.length === 0) return null
  return (
    <Alert tone="warn">
      Necesitan un valor nuevo:
      <ul>
        {ending.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
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
