import { useEffect, useState } from 'react'

/** The message of each field with an error. */
export type Errors = Readonly<Record<string, string>>

/** The last attempt: its form and body. `isRefused`: the server refused values that the schema accepts. */
export type Sent = { form: HTMLFormElement; body: unknown; isRefused: boolean }

type Shown = {
  /** The count of the failed attempts. */
  attempt: number
  failure: Error | null
  fields: readonly string[]
  errors: Errors
  setErrors: (errors: Errors) => void
  sent: Readonly<{ current: Sent | null }>
  check: (form: HTMLFormElement) => { body: unknown; found: Errors }
}

/** The errors of a form after a failed attempt: the first one takes the focus, and each goes when its value is corrected. */
export function useShownErrors(shown: Shown): void {
  useErrorTitle(shown.failure !== null || Object.keys(shown.errors).length > 0)
  useFocusOnError(shown)
  useLiveErrors(shown)
}

/** After a failed attempt the first field with an error takes the focus; the summary, when it is an error without a control. */
function useFocusOnError({ attempt, sent, fields, errors }: Shown): void {
  const first = fields.find((name) => errors[name] !== undefined)
  useEffect(() => {
    const form = sent.current?.form
    if (attempt === 0 || first === undefined || !form) return
    const control = document.getElementById(first) ?? form.elements.namedItem(first)
    const target = control instanceof HTMLElement ? control : form.querySelector<HTMLElement>('.error-summary')
    target?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each attempt: a corrected error does not move the focus
  }, [attempt])
}

/**
 * After a failed attempt each edit checks the values again, with the same schema: an error goes when its value is valid. A value
 * that only the server refused remains wrong until it changes. No error is added before the next attempt.
 */
function useLiveErrors({ errors, setErrors, sent, check }: Shown): void {
  const [, setEdits] = useState(0)
  const isWrong = Object.keys(errors).length > 0
  useEffect(() => {
    if (!isWrong) return undefined
    const note = ({ type, target }: Event): void => {
      // React handles only the second event of a select: drawn between the two, it would have its value of before, and lose the choice.
      if (type === 'input' && target instanceof HTMLSelectElement) return
      if (target instanceof Node && sent.current?.form.contains(target)) setEdits((count) => count + 1)
    }
    // At the document, after React handled the event: a control that keeps its value in a state has rendered it by then.
    for (const type of ['input', 'change']) document.addEventListener(type, note)
    return () => {
      for (const type of ['input', 'change']) document.removeEventListener(type, note)
    }
  }, [isWrong, sent])
  // After every render: a value outside of the controls, such as a signature, is state of the form's component.
  useEffect(() => {
    if (!isWrong || !sent.current) return
    const { body, found } = check(sent.current.form)
    const { body: sentBody, isRefused } = sent.current
    const left = Object.entries(errors).flatMap(([name, message]) => {
      const isStillRefused = isRefused && textAt(body, name) === textAt(sentBody, name)
      const current = found[name] ?? (isStillRefused ? message : undefined)
      return current === undefined ? [] : [[name, current] as const]
    })
    if (left.length < Object.keys(errors).length || left.some(([name, message]) => errors[name] !== message))
      setErrors(Object.fromEntries(left))
  })
}

/** The value of a field in a body, as text to compare. */
function textAt(body: unknown, field: string): string | undefined {
  const value = field
    .split('.')
    .reduce<unknown>(
      (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
      body,
    )
  return JSON.stringify(value)
}

/** Begins the title of the browser tab with 'Error: ' while the form has errors. */
function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => {
    if (!hasErrors) return undefined
    document.title = `Error: ${document.title}`
    return () => {
      document.title = document.title.replace(/^Error: /, '')
    }
  }, [hasErrors])
}
