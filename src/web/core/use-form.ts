import { type FormEvent, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { type Failure, isFailure } from '#web/core/failure.ts'
import type { SummaryError } from '#web/ui/ErrorSummary.tsx'

type Options<S extends z.ZodMiniType> = {
  /** What the form must say. A control's `name` and `id` are the field's name in it. */
  schema: S
  /** The fields in the order of the screen. */
  fields: readonly string[]
  /** Turns what the controls say into what the schema reads, where they differ ('79,900' is a number). */
  read?: (typed: Readonly<Record<string, unknown>>) => unknown
  submit: (values: z.output<S>) => Promise<void>
}

/**
 * A short form without a library, because it stands on the first screen of the portal: reads the controls when it is sent,
 * checks them all at once, keeps what was typed, and puts what the server refused beside the field it concerns.
 */
export function useForm<S extends z.ZodMiniType>({ schema, fields, read, submit }: Options<S>) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)

  const send = async (form: HTMLFormElement): Promise<void> => {
    if (isBusy) return
    const typed = valuesOf(form)
    const parsed = z.safeParse(schema, read ? read(typed) : typed)
    const wrong = { ...errorsOf(parsed.error?.issues ?? []), ...refusedIn(form) }
    setFailure(null)
    setErrors(wrong)
    if (!parsed.success || Object.keys(wrong).length > 0) return setAttempt((count) => count + 1)
    setBusy(true)
    try {
      await submit(parsed.data)
    } catch (error) {
      if (!isFailure(error)) throw error
      const told = (error.errors ?? []).filter(({ field }) => fields.includes(field))
      setErrors(Object.fromEntries(told.toReversed().map(({ field, message }) => [field, message])))
      if (told.length === 0) setFailure(error)
      setAttempt((count) => count + 1)
    } finally {
      setBusy(false)
    }
  }

  const hasErrors = failure !== null || Object.keys(errors).length > 0
  useEffect(() => {
    document.title = `${hasErrors ? 'Error: ' : ''}${document.title.replace(/^Error: /, '')}`
  }, [hasErrors])

  return {
    errors,
    /** What ties a control to a field of the form. */
    field: (name: string) => ({ id: name, name, error: errors[name] }),
    failure,
    isBusy,
    attempt,
    summary: fields.flatMap((field): SummaryError[] =>
      errors[field] === undefined ? [] : [{ fieldId: field, message: errors[field] }],
    ),
    onSubmit: (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault()
      void send(event.currentTarget)
    },
  }
}

/** What the controls say. A ticked box says true; a password keeps its spaces, and nothing else does. */
const valuesOf = (form: HTMLFormElement): Record<string, unknown> =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, isCheckbox(form, name) ? true : textOf(name, value)]),
  )

/** By the control and not by its value: 'on' is also a text that a person can write. */
function isCheckbox(form: HTMLFormElement, name: string): boolean {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement && control.type === 'checkbox'
}

const textOf = (name: string, value: FormDataEntryValue): unknown =>
  typeof value === 'string' && !name.includes('password') ? value.trim() : value

/** What the controls themselves refuse, with their own sentence: an amount that can be read in two ways. */
const refusedIn = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...form.elements].flatMap((control) =>
      control instanceof HTMLInputElement && control.validity.customError
        ? [[control.name, control.validationMessage]]
        : [],
    ),
  )

/** The first thing wrong with each field. */
const errorsOf = (issues: readonly z.core.$ZodIssue[]): Record<string, string> =>
  Object.fromEntries(issues.toReversed().map((issue) => [issue.path.join('.'), issue.message]))
