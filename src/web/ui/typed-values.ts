/** The values of the named controls of a form, as a text or as the state of a box. */
export type TypedValues = Readonly<Record<string, string | boolean>>

/** What the user changed in a form since it was shown. */
export type Typing = {
  /** The values that differ from the initial ones, without secrets and files. */
  changes(): TypedValues
  stop(): void
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
/** The properties of a control that decide whether its value may be stored. */
type ControlLook = { type: string; name: string; autocomplete: string }

const SECRET_TYPES: ReadonlySet<string> = new Set(['password', 'file', 'hidden'])
const SECRET_COMPLETIONS = /^(?:cc-|one-time-code|current-password|new-password)/
const SECRET_NAMES =
  /password|contrasena|secret|token|totp|otp|card|cvc|cvv|(?:^|[._])(?:pin|key|private_key|integrity|events)$/i

/** Whether a control holds a password, a code, card data, a key or a file: its value is never stored. */
export const isSecret = ({ type, name, autocomplete }: ControlLook): boolean =>
  SECRET_TYPES.has(type) || SECRET_COMPLETIONS.test(autocomplete) || SECRET_NAMES.test(name)

/**
 * Watches the edits of a form. Only a control that the user edited counts: a list that loads later or a computed amount is not a
 * change. The initial value is the one at the first focus, or at the start for a control that was never focused.
 */
export function watchTyping(form: HTMLFormElement, onTyped: () => void): Typing {
  const initial = new Map(controlsOf(form).map((control) => [control.name, valueOf(form, control)]))
  const focused = new Set<string>()
  const edited = new Set<string>()
  const keepInitial = ({ target }: Event): void => {
    if (!isKept(target) || focused.has(target.name)) return
    focused.add(target.name)
    if (!edited.has(target.name)) initial.set(target.name, valueOf(form, target))
  }
  const note = ({ target }: Event): void => {
    if (!isKept(target)) return
    edited.add(target.name)
    onTyped()
  }
  form.addEventListener('focusin', keepInitial)
  form.addEventListener('input', note)
  form.addEventListener('change', note)
  return {
    changes: () =>
      Object.fromEntries(
        controlsOf(form)
          .filter(({ name }) => edited.has(name))
          .map((control) => [control.name, valueOf(form, control)] as const)
          .filter(([name, value]) => value !== (initial.get(name) ?? '')),
      ),
    stop: () => {
      form.removeEventListener('focusin', keepInitial)
      form.removeEventListener('input', note)
      form.removeEventListener('change', note)
    },
  }
}

/** The renders that a value may need to appear: a type shows its fields, a department loads its municipalities. */
const PASSES = 20
const PASS_MS = 50

/**
 * Writes values into a form as the user would: each control receives its events, so that a component that keeps the value in its
 * state follows. A control that does not exist yet is tried again.
 */
export async function typeValues(form: HTMLFormElement, values: TypedValues): Promise<void> {
  let left = Object.entries(values)
  for (let pass = 0; pass < PASSES && left.length > 0 && form.isConnected; pass += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each pass needs the controls that the one before made appear
    await new Promise((resolve) => setTimeout(resolve, PASS_MS))
    for (const [name, value] of left) write(form, name, value)
    left = Object.entries(values).filter(
      ([name, value]) => !controlsOf(form).some((control) => control.name === name && valueOf(form, control) === value),
    )
  }
}

function write(form: HTMLFormElement, name: string, value: string | boolean): void {
  for (const control of controlsOf(form)) {
    if (control.name !== name || valueOf(form, control) === value) continue
    if (isBox(control)) {
      if (typeof value === 'boolean' || control.value === value) control.click()
    } else if (typeof value === 'string') {
      // The setter of the element: React replaces that of each control, and would not see the change.
      const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')
      own?.set?.call(control, value)
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }
}

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement

const isBox = (control: Control): control is HTMLInputElement => control.type === 'checkbox' || control.type === 'radio'

const isKept = (element: unknown): element is Control =>
  isControl(element) &&
  element.name !== '' &&
  !isSecret({ type: element.type, name: element.name, autocomplete: element.autocomplete })

const controlsOf = (form: HTMLFormElement): Control[] => [...form.elements].filter(isKept)

/** The value of a control; of the chosen radio button in a group. */
function valueOf(form: HTMLFormElement, control: Control): string | boolean {
  if (control.type === 'checkbox') return isBox(control) && control.checked
  if (control.type !== 'radio') return control.value
  const group = form.elements.namedItem(control.name)
  return group instanceof RadioNodeList ? group.value : isBox(control) && control.checked ? control.value : ''
}
