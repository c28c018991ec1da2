/** The text of a control in the values that `useForm` reads; '' for a box and for a control that is not shown. */
export function typedText(typed: Readonly<Record<string, unknown>>, name: string): string {
  const value = typed[name]
  return typeof value === 'string' ? value : ''
}
