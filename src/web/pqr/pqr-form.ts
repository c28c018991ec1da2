import { amountOf } from '#web/ui/amount.ts'

type Typed = Readonly<Record<string, unknown>>

/** The fields of a complaint in the order of the screen. */
export const COMPLAINT_FIELDS = [
  'pqr.type',
  'pqr.typology',
  'pqr.no_contract',
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
    typology: value('typology'),
    subject: value('subject'),
    text: value('text'),
    response_channel: value('response_channel'),
    response_address: value('response_address'),
    no_contract: value('no_contract'),
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

/** The texts of the controls of a form, as the user sees them before sending. */
export const shownTexts = (form: HTMLFormElement): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()]] : [])),
  )
