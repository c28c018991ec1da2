import * as z from 'zod/mini'
import { emailField, Phone } from '#domain/core/contact-fields.ts'
import { isNit, nitProblem } from '#domain/core/identity.ts'
import { RoleName } from '#domain/core/roles.ts'
import { lineOfText, patternText, trimmedText } from '#domain/core/text.ts'

/** The users of a suspended company cannot sign in and see the reason; a closed company is kept for its records. No company is deleted. */
export const COMPANY_STATUSES = ['active', 'suspended', 'closed'] as const
export const CompanyStatus = z.enum(COMPANY_STATUSES)
export type CompanyStatus = z.output<typeof CompanyStatus>

const Url = z.nullable(z.string())

/** The administrator's account of a company, as its card shows it. */
const CompanyUser = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.nullable(z.string()),
  role: RoleName,
  is_active: z.boolean(),
  is_first_login: z.boolean(),
})

const record = {
  id: z.uuid(),
  nit: z.string(),
  name: z.string(),
  address: z.nullable(z.string()),
  department: z.nullable(z.string()),
  city: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  tic: z.nullable(z.string()),
  legal_representative: z.string(),
  logo_url: Url,
  website_url: Url,
  whatsapp_url: Url,
  instagram_url: Url,
  facebook_url: Url,
  qr_url: Url,
  color_code: z.string(),
  initial_letter: z.string(),
  /** Whether the prices that the company types include VAT. A contract keeps the value of its signature. */
  prices_include_vat: z.boolean(),
  is_wompi_integration: z.boolean(),
  is_factus_integration: z.boolean(),
  status: CompanyStatus,
  status_reason: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  user: z.nullable(CompanyUser),
}

/** A company as its own administrator sees it. Provider credentials are never sent to the browser: `Credentials` lists the ones that are set. */
export const Company = z.object(record)
export type Company = z.output<typeof Company>

/** A company as the superadmin sees it: with the three documents of its registration. */
export const CompanyFile = z.object({
  ...record,
  chamber_of_commerce_pdf_url: Url,
  updated_rut_pdf_url: Url,
  range_of_numbers_pdf_url: Url,
})
export type CompanyFile = z.output<typeof CompanyFile>

/** A company in the list of the superadmin: with its number of clients and invoices. */
export const CompanyRow = z.extend(CompanyFile, { clients: z.number(), invoices_this_month: z.number() })
export type CompanyRow = z.output<typeof CompanyRow>

export const COMPANY_STATUS_LABELS: Readonly<Record<CompanyStatus, string>> = {
  active: 'Activa',
  suspended: 'Suspendida',
  closed: 'Cerrada',
}

const Nit = z.pipe(
  trimmedText(30, { required: 'El NIT es requerido' }).check(
    z.refine((nit) => isNit(nit), { error: ({ input }) => nitProblem(String(input)) ?? '' }),
  ),
  z.transform((nit: string) => nit.replace(/[.\s]/g, '')),
)

/** An https address without a user name, a password or characters that end an attribute. */
function isPlainLink(text: string): boolean {
  if (!/^https:\/\/[^\s"'<>`]+$/.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

const Link = z.nullable(
  trimmedText(500).check(z.refine(isPlainLink, { error: 'Escribe una dirección que empiece por https://' })),
)

const details = {
  nit: Nit,
  name: lineOfText('La razón social es requerida', 120),
  address: lineOfText('La dirección es requerida', 160),
  department: lineOfText('El departamento es requerido', 60),
  city: lineOfText('El municipio es requerido', 60),
  phone: Phone,
  email: emailField(),
  legal_representative: lineOfText('El representante legal es requerido', 120),
  initial_letter: patternText(4, /^[A-Z]{1,4}$/, 'Escribe de 1 a 4 letras mayúsculas', 'La letra inicial es requerida'),
}

const optionalDetails = {
  tic: z.nullable(trimmedText(40)),
  website_url: Link,
  whatsapp_url: Link,
  instagram_url: Link,
  facebook_url: Link,
  qr_url: Link,
  prices_include_vat: z.boolean({ error: 'Elige si tus precios incluyen el IVA' }),
  color_code: patternText(7, /^#[0-9A-Fa-f]{6}$/, 'Escribe el color como #0B5FFF'),
}

/** The administrator of the new company, who receives an invitation by e-mail. Without a username the e-mail is the sign-in name. */
const NewCompanyUser = z.strictObject({
  email: emailField(),
  username: z.optional(
    patternText(60, /^[a-z0-9._@-]{3,60}$/, 'Usa de 3 a 60 letras minúsculas, números, punto o guion'),
  ),
})

export const NewCompany = z.strictObject({
  ...details,
  ...z.partial(z.object(optionalDetails)).shape,
  user: NewCompanyUser,
})
export type NewCompany = z.output<typeof NewCompany>

/** Only the fields that change. The logo and the documents are uploaded by separate calls. */
export const CompanyChanges = z.partial(z.strictObject({ ...details, ...optionalDetails }))
export type CompanyChanges = z.output<typeof CompanyChanges>
