import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type Failure, isFailure } from '#web/core/failure.ts'
import { isStepUpCancelled } from '#web/core/step-up.ts'
import type { FormDraft } from '#web/ui/DraftNotice.tsx'
import type { SummaryError } from '#web/ui/ErrorSummary.tsx'
import { type Errors, type Sent, useShownErrors } from './live-errors.ts'

type Options<S extends z.ZodMiniType> = {
  /** The schema of the values. The `name` and `id` of a control are the name of its field. */
  schema: S
  /** The fields in the order of the screen. */
  fields: readonly string[]
  /** Converts the values of the controls to the input of the schema, where they differ ('79,900' is a number). */
  read?: (typed: Readonly<Record<string, unknown>>) => unknown
  submit: (values: z.output<S>) => Promise<void>
  /** The fields of each step, in order: a submit before the last step checks the fields of its step and opens the next one. */
  steps?: readonly (readonly string[])[]
  /** Keeps what the user types in a long form until it is sent (useDraft). */
  draft?: FormDraft
}

/**
 * A short form without a library, because the first screen of the portal uses it: reads the controls at submit,
 * checks all of them, keeps the typed values, and shows each error of the server at its field. The first field with an error takes
 * the focus, and an error goes when the value is corrected.
 */
export function useForm<S extends z.ZodMiniType>({ schema, fields, read, submit, steps = [], draft }: Options<S>) {
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const sent = useRef<Sent | null>(null)
  const { step, setStep, setBack } = useSteps(steps, sent)
  const check = (form: HTMLFormElement) => checkForm(form, schema, read)

  /** Shows the errors, in the first step that has one. */
  const showErrors = (found: Errors): void => {
    setErrors(found)
    const wrong = steps.findIndex((names) => names.some((name) => name in found))
    if (wrong !== -1) setStep(wrong)
  }

  const send = async (form: HTMLFormElement): Promise<void> => {
    if (isBusy) return
    const { parsed, body, found: all } = check(form)
    sent.current = { form, body, isRefused: false }
    const isLast = step >= steps.length - 1
    const found = isLast ? all : only(all, steps[step] ?? [])
    setFailure(null)
    showErrors(found)
    if (!isLast && Object.keys(found).length === 0) return setStep(step + 1)
    if (!parsed.success || Object.keys(found).length > 0) return setAttempt((count) => count + 1)
    setBusy(true)
    try {
      await submit(parsed.data)
      draft?.remove()
    } catch (error) {
      if (!isFailure(error)) throw error
      if (isStepUpCancelled(error)) return
      sent.current = { form, body, isRefused: true }
      const refused = refusedFields(error, fields)
      showErrors(refused)
      if (Object.keys(refused).length === 0) setFailure(error)
      setAttempt((count) => count + 1)
    } finally {
      setBusy(false)
    }
  }

  useShownErrors({ attempt, failure, fields, errors, setErrors, sent, check })

  return {
    // A later step shows what was typed again: a draft that was not continued is not offered there.
    draft: draft === undefined || step === 0 ? draft : { ...draft, offer: null },
    errors,
    /** The properties of the control of a field. */
    field: (name: string) => ({ id: name, name, error: errors[name] }),
    failure,
    isBusy,
    attempt,
    step,
    /** Returns to the step before; the typed values remain. */
    goBack: (): void => {
      setErrors({})
      setFailure(null)
      setBack()
    },
    summary: summaryOf(fields, errors),
    onSubmit: (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault()
      void send(event.currentTarget)
    },
  }
}

/** The step that is open. After a return its first control takes the focus: the button that was pressed is gone. */
function useSteps(steps: readonly (readonly string[])[], sent: { readonly current: Sent | null }) {
  const [step, setStep] = useState(0)
  const [returns, setReturns] = useState(0)
  const first = steps[step]?.[0]
  useEffect(() => {
    const form = sent.current?.form
    if (returns === 0 || !form) return
    const controls = [...form.elements].filter(
      (control) => control instanceof HTMLElement && control.getAttribute('name') === first,
    )
    const chosen = controls.find((control) => control.matches(':checked')) ?? controls[0]
    if (chosen instanceof HTMLElement) chosen.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each return
  }, [returns])
  const setBack = (): void => {
    setStep(Math.max(0, step - 1))
    setReturns(returns + 1)
  }
  return { step, setStep, setBack }
}

/** The first message of the server for each field of the form. */
const refusedFields = ({ errors = [] }: Failure, fields: readonly string[]): Errors =>
  Object.fromEntries(
    errors
      .filter(({ field }) => fields.includes(field))
      .toReversed()
      .map(({ field, message }) => [field, message]),
  )

const summaryOf = (fields: readonly string[], errors: Errors): SummaryError[] =>
  fields.flatMap((field) => (errors[field] === undefined ? [] : [{ fieldId: field, message: errors[field] }]))

/** The body of a form, and the errors of its fields. */
function checkForm<S extends z.ZodMiniType>(form: HTMLFormElement, schema: S, read: Options<S>['read']) {
  const typed = valuesOf(form)
  const body = read ? read(typed) : typed
  const parsed = z.safeParse(schema, body)
  return { parsed, body, found: { ...errorsOf(parsed.error?.issues ?? []), ...invalidControls(form) } }
}

/** The values of the controls. A checked box is true; every text except a password is trimmed. */
const valuesOf = (form: HTMLFormElement): Record<string, unknown> =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, isCheckbox(form, name) ? true : textOf(name, value)]),
  )

/** Checks the control and not its value: a user can also type 'on'. */
function isCheckbox(form: HTMLFormElement, name: string): boolean {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement && control.type === 'checkbox'
}

const textOf = (name: string, value: FormDataEntryValue): unknown =>
  typeof value === 'string' && !name.includes('password') ? value.trim() : value

/** The errors that the controls set themselves (`setCustomValidity`): an amount with two possible meanings. */
const invalidControls = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...form.elements].flatMap((control) =>
      control instanceof HTMLInputElement && control.validity.customError
        ? [[control.name, control.validationMessage]]
        : [],
    ),
  )

const only = (errors: Errors, fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => fields.includes(field)))

/** The first error of each field. */
const errorsOf = (issues: readonly z.core.$ZodIssue[]): Record<string, string> =>
  Object.fromEntries(issues.toReversed().map((issue) => [issue.path.join('.'), issue.message]))
