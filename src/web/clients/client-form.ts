import { PURPOSES, type Purpose } from '#domain/consents/consent.ts'

type FormValues = Readonly<Record<string, unknown>>

/** The controls of the client form, named as the server names the fields of the body, in the order of the screen. */
export const CLIENT_FIELDS = [
  'client.type_identification',
  'client.identification',
  'client.first_name',
  'client.second_name',
  'client.last_name',
  'client.second_lastname',
  'client.business_name',
  'client.nacionality',
  'client.segment',
  'client.stratum',
  'client.email',
  'client.phone',
  'client.telephone',
  'client.department',
  'client.city',
  'client.address',
  'client.payment_date',
] as const

const OPTIONAL = ['second_name', 'second_lastname', 'business_name', 'nacionality', 'email'] as const
const PHONES = ['phone', 'telephone'] as const
const NUMBERS = ['stratum', 'payment_date'] as const

/** The form values → the body of the call. An empty field is absent; in a change it is removed (null). */
export function clientBody(typed: FormValues, isChange: boolean) {
  const at = (name: string): string => {
    const value = typed[`client.${name}`]
    return typeof value === 'string' ? value : ''
  }
  const empty = isChange ? null : undefined
  const names = Object.fromEntries(
    (['first_name', 'last_name'] as const).flatMap((name) => (at(name) === '' ? [] : [[name, at(name)]])),
  )
  return {
    client: withoutAbsent({
      type_identification: at('type_identification'),
      identification: at('identification'),
      ...names,
      ...Object.fromEntries(OPTIONAL.map((name) => [name, at(name) === '' ? empty : at(name)])),
      ...Object.fromEntries(PHONES.map((name) => [name, at(name) === '' ? empty : at(name).replace(/[\s()-]/g, '')])),
      segment: at('segment') === '' ? undefined : at('segment'),
      ...Object.fromEntries(NUMBERS.map((name) => [name, at(name) === '' ? empty : Number(at(name))])),
      department: at('department'),
      city: at('city'),
      address: at('address'),
      // A change does not contain them: each has its own call.
      consents: isChange ? undefined : PURPOSES.filter((purpose) => typed[consentField(purpose)] === true),
    }),
  }
}

export const consentField = (purpose: Purpose): string => `client.consents.${purpose}`

const withoutAbsent = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
