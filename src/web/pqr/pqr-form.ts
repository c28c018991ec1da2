import { amountOf } from '#web/ui/amount.ts'

type Typed = Readonly<Record<string, unknown>>

/** The fields of a complaint in the order of the screen. */
export const COMPLAINT_FIELDS = [
  'pqr.type',
  'pqr.typology',
  'pqr.data_request',
  'pqr.no_contract',
  'pqr.report_id',
  'pqr.invoice_id',
  'pqr.amount',
  'pqr.subject',
  'pqr.text',
  'pqr.files',
  'pqr.response_channel',
  'pqr.response_address',
] as const

/** The fields of the person who files, when it is not a client with a session. */
export const PETITIONER_FIELDS = [
  'pqr.petitioner.name',
  'pqr.petitioner.type_identification',
  'pqr.petitioner.identification',
  'pqr.petitioner.email',
  'pqr.petitioner.phone',
  'pqr.petitioner.address',
] as const

/** What the controls of a complaint have; an empty control is absent, so that the error is that of a missing value. */
export function complaintBody(typed: Typed) {
  const value = (name: string): string | undefined => textOf(typed, `pqr.${name}`)
  const amount = amountOf(value('amount') ?? '')
  return {
    type: value('type'),
    // Empty is no subject: the person chooses one, which may be 'Otra'.
    typology: value('typology') ?? '',
    data_request: value('data_request'),
    subject: value('subject'),
    text: value('text'),
    response_channel: value('response_channel'),
    response_address: value('response_address'),
    no_contract: value('no_contract'),
    report_id: value('report_id'),
    invoice_id: value('invoice_id'),
    ...(amount === undefined ? {} : { amount }),
  }
}

/** The person of the fields of a petitioner. */
export function petitionerBody(typed: Typed) {
  const value = (name: string): string | undefined => textOf(typed, `pqr.petitioner.${name}`)
  return {
    name: value('name'),
    type_identification: value('type_identification'),
    identification: value('identification'),
    email: value('email'),
    phone: value('phone'),
    address: value('address'),
  }
}

/** The text of a control; undefined when it is empty or absent. */
export function textOf(typed: Typed, name: string): string | undefined {
  const value = typed[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The texts of the controls of a form, as the user sees them before sending: a cited report and a claimed invoice by their labels. */
export function shownTexts(form: HTMLFormElement): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(
      [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()]] : [])),
    ),
    ...labelOfChoice(form, 'pqr.report_id'),
    ...labelOfChoice(form, 'pqr.invoice_id'),
  }
}

/** The label of a chosen option instead of its value, which is an id. */
function labelOfChoice(form: HTMLFormElement, name: string): Readonly<Record<string, string>> {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLSelectElement && control.value !== ''
    ? { [name]: control.selectedOptions[0]?.label ?? '' }
    : {}
}
