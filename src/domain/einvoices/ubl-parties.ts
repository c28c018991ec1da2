import { money } from '#domain/core/money.ts'
import type { FrozenDocument } from './document.ts'
import { amountText } from './document-text.ts'

/** A part of an XML document: a text, or elements in their order. A name that begins with '@' is an attribute, '#' is the text. */
export type XmlPart = string | { readonly [name: string]: XmlPart | readonly XmlPart[] | undefined }

/** The company that issues, as its document has it. */
export type UblIssuer = {
  /** Without check digit. */
  nit: string
  check_digit: string
  name: string
  email: string | null
  phone: string | null
  address: string
  place: UblPlace
  is_vat_responsible: boolean
  /** DIAN's codes: O-15 self-withholder, O-47 simple regime, R-99-PN none. */
  responsibilities: readonly string[]
}

export type UblPlace = { municipality_code: string; city: string; department: string }

const AGENCY = {
  '@schemeAgencyID': '195',
  '@schemeAgencyName': 'CO, DIAN (Dirección de Impuestos y Aduanas Nacionales)',
}
const NIT = '31'
const COMPANY = '1'
const PERSON = '2'

/** VAT, or no tax. */
const taxScheme = (isVat: boolean): XmlPart =>
  isVat ? { 'cbc:ID': '01', 'cbc:Name': 'IVA' } : { 'cbc:ID': 'ZZ', 'cbc:Name': 'No aplica' }

export const VAT_SCHEME = taxScheme(true)

export const amountPart = (amount: Parameters<typeof amountText>[0]): XmlPart => ({
  '@currencyID': 'COP',
  '#': amountText(amount),
})

/** 1900 is '19.00'. */
export const percentText = (bps: number): string => amountText(money(bps))

const identification = (documentCode: string, id: string, checkDigit: string | null): XmlPart => ({
  ...AGENCY,
  ...(documentCode === NIT && checkDigit !== null ? { '@schemeID': checkDigit } : {}),
  '@schemeName': documentCode,
  '#': id,
})

const addressPart = ({ municipality_code, city, department }: UblPlace, line: string): XmlPart => ({
  'cbc:ID': municipality_code,
  'cbc:CityName': city,
  'cbc:CountrySubentity': department,
  'cbc:CountrySubentityCode': municipality_code.slice(0, 2),
  'cac:AddressLine': { 'cbc:Line': line },
  'cac:Country': { 'cbc:IdentificationCode': 'CO', 'cbc:Name': { '@languageID': 'es', '#': 'Colombia' } },
})

type Party = {
  kind: typeof COMPANY | typeof PERSON
  documentCode: string
  id: string
  checkDigit: string | null
  name: string
  address: XmlPart
  responsibilities: readonly string[]
  isVat: boolean
  email: string | null
  phone: string | null
  /** The prefix of the range, for the issuer. */
  prefix: string | null
}

function partyPart(party: Party): XmlPart {
  const company = identification(party.documentCode, party.id, party.checkDigit)
  return {
    'cbc:AdditionalAccountID': party.kind,
    'cac:Party': {
      'cac:PartyIdentification': { 'cbc:ID': company },
      'cac:PartyName': { 'cbc:Name': party.name },
      'cac:PhysicalLocation': { 'cac:Address': party.address },
      'cac:PartyTaxScheme': {
        'cbc:RegistrationName': party.name,
        'cbc:CompanyID': company,
        'cbc:TaxLevelCode': party.responsibilities.join(';'),
        'cac:RegistrationAddress': party.address,
        'cac:TaxScheme': taxScheme(party.isVat),
      },
      'cac:PartyLegalEntity': {
        'cbc:RegistrationName': party.name,
        'cbc:CompanyID': company,
        'cac:CorporateRegistrationScheme': party.prefix === null ? undefined : { 'cbc:ID': party.prefix },
      },
      'cac:Contact':
        party.email === null && party.phone === null
          ? undefined
          : { 'cbc:Telephone': party.phone ?? undefined, 'cbc:ElectronicMail': party.email ?? undefined },
    },
  }
}

export const issuerPart = (issuer: UblIssuer, prefix: string): XmlPart =>
  partyPart({
    ...issuer,
    kind: COMPANY,
    documentCode: NIT,
    id: issuer.nit,
    checkDigit: issuer.check_digit,
    address: addressPart(issuer.place, issuer.address),
    isVat: issuer.is_vat_responsible,
    prefix,
  })

/** The buyer. A client of an internet provider has no responsibility that the provider must know (R-99-PN). */
export const buyerPart = (buyer: FrozenDocument['buyer'], place: UblPlace): XmlPart =>
  partyPart({
    ...buyer,
    kind: buyer.is_company ? COMPANY : PERSON,
    documentCode: buyer.document_code,
    id: buyer.identification,
    checkDigit: buyer.check_digit,
    address: addressPart(place, buyer.address),
    responsibilities: ['R-99-PN'],
    isVat: false,
    prefix: null,
  })
