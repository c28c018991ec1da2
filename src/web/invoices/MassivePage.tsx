import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { dayOf } from '#domain/core/days.ts'
import { type Period, periodLabel, periodOf } from '#domain/core/period.ts'
import { runApi } from '#domain/invoices/api.ts'
import { isRunOver, type Run, RunScope } from '#domain/invoices/run.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { MonthSelect } from '#web/ui/MonthSelect.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { MassivePreview } from './MassivePreview.tsx'
import { PastRuns } from './PastRuns.tsx'
import { RunProgress, RunResult, type RunSlots } from './RunResult.tsx'
import './invoices.css'

const STEPS = ['Período y corte', 'Vista previa', 'Emisión', 'Resultado'] as const
const POLL_MS = 1_000

/** The action that e-mails the invoices of a run, its electronic documents, and what they need before it begins. */
type MassiveSlots = RunSlots & { forecast: (invoices: number) => ReactNode }

/**
 * Facturación masiva (INV-02, INV-03): nothing is issued until it is confirmed, and the run is a job of the server. `slots` are the
 * parts of modules to the right.
 */
export function MassivePage({ slots }: { slots: MassiveSlots }) {
  const [search, setSearch] = useSearchParams()
  const scope = scopeOf(search)
  const setScope = ({ period, cut_day }: RunScope): void =>
    setSearch({ period, ...(cut_day !== undefined && { cut_day: String(cut_day) }) })
  const runId = search.get('run')
  const open = (id: string | null): void => setSearch(id === null ? {} : { run: id })
  return (
    <Page
      title="Facturación masiva"
      subtitle="Nada se emite hasta que confirmes. Puedes cerrar esta página: el proceso sigue."
    >
      {runId !== null ? (
        <RunStep id={runId} onOpen={open} slots={slots} />
      ) : scope !== null ? (
        <>
          <Steps labels={STEPS} current={1} />
          <MassivePreview
            scope={scope}
            forecast={slots.forecast}
            onBack={() => setSearch({})}
            onScope={setScope}
            onStart={(run) => open(run.id)}
          />
        </>
      ) : (
        <>
          <Steps labels={STEPS} current={0} />
          <PeriodStep onNext={setScope} />
          <PastRuns onOpen={open} />
        </>
      )}
    </Page>
  )
}

/** The period and the cut day of the preview in the address, so that a reload shows it again. Null without a valid period. */
function scopeOf(search: URLSearchParams): RunScope | null {
  const cutDay = search.get('cut_day')
  const scope = RunScope.safeParse({
    period: search.get('period'),
    ...(cutDay !== null && { cut_day: Number(cutDay) }),
  })
  return scope.success ? scope.data : null
}

function PeriodStep({ onNext }: { onNext: (scope: RunScope) => void }) {
  const [period, setPeriod] = useState<Period>(() => periodOf(dayOf(new Date())))
  return (
    <Card title="¿Qué mes vas a facturar?">
      <form
        className="form massive-period"
        onSubmit={(event) => {
          event.preventDefault()
          onNext({ period })
        }}
      >
        <Field label="Período" hint="El mes en que termina el período de cada contrato, en su día de corte.">
          {(control) => <MonthSelect {...control} value={period} onChange={(chosen) => chosen && setPeriod(chosen)} />}
        </Field>
        <Button type="submit" variant="primary">
          Ver la vista previa de {periodLabel(period)}
        </Button>
      </form>
    </Card>
  )
}

type RunStepProps = { id: string; onOpen: (id: string | null) => void; slots: MassiveSlots }

function RunStep({ id, onOpen, slots }: RunStepProps) {
  const [isLive, setLive] = useState(true)
  const read = useRead(runApi.get, { params: { id } }, isLive ? { pollMs: POLL_MS } : {})
  const run: Run | undefined = read.data?.data
  if (run && isRunOver(run.status) === isLive) setLive(!isLive)
  if (!run) return <ReadState of={read} lines={4} height={40} />
  return (
    <>
      <Steps labels={STEPS} current={isRunOver(run.status) ? 3 : 2} />
      {isRunOver(run.status) ? <RunResult run={run} onOpen={onOpen} slots={slots} /> : <RunProgress run={run} />}
    </>
  )
}
