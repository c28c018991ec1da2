import { useState } from 'react'
import { collectionApi } from '#domain/collections/api.ts'
import { POLICY_MODE_LABELS, POLICY_MODES, type Policy, type PolicyMode } from '#domain/collections/policy.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { FormFailure } from '#web/ui/FormProblem.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { FLAGS, NUMBERS, POLICY_FIELDS, type PolicyFlags, policyBody } from './policy-body.ts'

const MODE_ABOUT: Readonly<Record<PolicyMode, string>> = {
  off: 'No se avisa ni se corta a nadie',
  trial: 'Cada día se decide y se guarda, sin avisar ni cortar',
  on: 'Se avisa, se corta y se reconecta sin la mano de nadie',
}

/** The form of the policy, with the field names of the server. */
export function PolicyForm({ policy, isReadOnly }: { policy: Policy; isReadOnly: boolean }) {
  const save = useChange(collectionApi.savePolicy, { invalidate: [collectionApi.policy, collectionApi.preview] })
  const [mode, setMode] = useState<PolicyMode>(policy.mode)
  const [flags, setFlags] = useState<PolicyFlags>(policy)
  const form = useForm({
    schema: collectionApi.savePolicy.body,
    read: (typed) => ({ policy: policyBody(typed, mode, flags) }),
    fields: POLICY_FIELDS,
    submit: async (body) => toastSuccess((await save.mutateAsync({ body })).message),
  })
  return (
    <form className="form" noValidate onSubmit={form.onSubmit}>
      <ErrorSummary errors={form.summary} />
      <ChoiceField
        label="Cómo está"
        name="policy.mode"
        id={form.field('policy.mode').id}
        error={form.field('policy.mode').error}
        options={POLICY_MODES.map((value) => ({ value, label: POLICY_MODE_LABELS[value], about: MODE_ABOUT[value] }))}
        value={mode}
        onChange={setMode}
      />
      <div className="form__pair">
        <Numbers policy={policy} field={form.field} />
        <MoneyField
          label="Deuda mínima para cortar"
          {...form.field('policy.minimum_debt')}
          initial={toPesos(policy.minimum_debt)}
        />
        <TextField
          label="Más días sin cortes"
          hint="Fechas separadas por comas, por ejemplo 24/12/2026. Los festivos nunca tienen cortes"
          {...form.field('policy.days_off')}
          autoComplete="off"
          defaultValue={policy.days_off.map(shortDayLabel).join(', ')}
        />
      </div>
      <Flags flags={flags} onChange={setFlags} />
      {form.failure !== null && <FormFailure failure={form.failure} attempt={form.attempt} />}
      <Button
        type="submit"
        variant="primary"
        busy={form.isBusy ? 'Guardando…' : undefined}
        disabledReason={isReadOnly ? 'La cambia la persona de finanzas' : undefined}
      >
        Guardar política
      </Button>
    </form>
  )
}

type Field = ReturnType<typeof useForm>['field']

/** The numbers of the policy, with the names of the server. */
function Numbers({ policy, field }: { policy: Policy; field: Field }) {
  return NUMBERS.map(([name, label, hint]) => (
    <TextField
      key={name}
      label={label}
      hint={name === 'notice_days' ? `${hint}. Mínimo ${policy.notice_days_min}` : hint}
      {...field(`policy.${name}`)}
      inputMode="numeric"
      autoComplete="off"
      defaultValue={policy[name] ?? ''}
    />
  ))
}

function Flags({ flags, onChange }: { flags: PolicyFlags; onChange: (flags: PolicyFlags) => void }) {
  return FLAGS.map(([name, label]) => (
    <label key={name} className="check">
      <input
        type="checkbox"
        checked={flags[name]}
        onChange={(event) => onChange({ ...flags, [name]: event.target.checked })}
      />
      {label}
    </label>
  ))
}
