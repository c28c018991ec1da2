import { useState } from 'react'
import { Link } from 'react-router'
import type { BureauPolicy } from '#domain/collections/bureau.ts'
import { bureauApi } from '#domain/collections/bureau-api.ts'
import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel, toPesos } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { useForm } from '#web/core/use-form.ts'
import { amountOf, numberOf } from '#web/ui/amount.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { FormFailure } from '#web/ui/FormProblem.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { textOf } from './policy-body.ts'

/** When a client in arrears enters the queue before a report, and the notice that it gets (SUS-09). An administrator changes it. */
export function BureauPolicyPage() {
  const read = useRead(bureauApi.policy, {})
  const policy = read.data?.data
  const isAdmin = useSession().user?.metadata.role === 'admin'
  return (
    <Page
      title="Política de centrales de riesgo"
      subtitle="Desde qué mora y qué deuda se avisa antes de un reporte. Cada cambio es una versión nueva"
      actions={<Link to={paths.bureau}>Ver la lista</Link>}
    >
      {policy === undefined ? (
        <ReadState of={read} lines={6} height={44} />
      ) : (
        <>
          <Alert tone={policy.is_on ? 'good' : 'info'}>
            {policy.is_on ? 'Encendida' : 'Apagada: no se avisa a nadie'}
            {policy.changed_by !== null &&
              policy.changed_at !== null &&
              `, la guardó ${policy.changed_by} el ${instantLabel(new Date(policy.changed_at))}`}
          </Alert>
          <p>{smallSentence(policy)}</p>
          <Card title="Reglas">
            <BureauPolicyForm key={policy.version} policy={policy} isReadOnly={!isAdmin} />
          </Card>
          <Card title="El aviso que se envía">
            <p>
              <strong>{policy.notice.subject}</strong>
            </p>
            {policy.notice.text.split('\n\n').map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Card>
        </>
      )}
    </Page>
  )
}

/** How many notices the law asks for now. */
const smallSentence = ({ small_debt, notice_days }: BureauPolicy): string =>
  small_debt === null
    ? `Falta el salario mínimo vigente: mientras tanto cada deuda recibe dos avisos, y se puede reportar ${notice_days} días después del último.`
    : `Hasta ${pesosLabel(small_debt)} una deuda recibe dos avisos en días distintos; se puede reportar ${notice_days} días después del último.`

function BureauPolicyForm({ policy, isReadOnly }: { policy: BureauPolicy; isReadOnly: boolean }) {
  const save = useChange(bureauApi.savePolicy, { invalidate: [bureauApi.policy, bureauApi.cases] })
  const [isOn, setOn] = useState(policy.is_on)
  const form = useForm({
    schema: bureauApi.savePolicy.body,
    read: (typed) => ({
      policy: {
        is_on: isOn,
        bureau: textOf(typed, 'policy.bureau'),
        overdue_days: numberOf(textOf(typed, 'policy.overdue_days')),
        minimum_debt: amountOf(textOf(typed, 'policy.minimum_debt')),
      },
    }),
    fields: ['policy.bureau', 'policy.overdue_days', 'policy.minimum_debt'],
    submit: async (body) => toastSuccess((await save.mutateAsync({ body })).message),
  })
  return (
    <form className="form" noValidate onSubmit={form.onSubmit}>
      <ErrorSummary errors={form.summary} />
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={({ target }) => setOn(target.checked)} />
        Avisar antes de un reporte
      </label>
      <div className="form__pair">
        <TextField
          label="Central de riesgo"
          hint="Como la nombra el aviso"
          {...form.field('policy.bureau')}
          defaultValue={policy.bureau}
          maxLength={80}
          autoComplete="off"
        />
        <TextField
          label="Días de mora para avisar"
          hint="Desde el último día para pagar"
          {...form.field('policy.overdue_days')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={policy.overdue_days}
        />
        <MoneyField
          label="Deuda mínima para avisar"
          {...form.field('policy.minimum_debt')}
          initial={toPesos(policy.minimum_debt)}
        />
      </div>
      {form.failure !== null && <FormFailure failure={form.failure} attempt={form.attempt} />}
      <Button
        type="submit"
        variant="primary"
        busy={form.isBusy ? 'Guardando…' : undefined}
        disabledReason={isReadOnly ? 'La cambia el administrador' : undefined}
      >
        Guardar política
      </Button>
    </form>
  )
}
