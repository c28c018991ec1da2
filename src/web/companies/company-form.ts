type FormValues = Readonly<Record<string, unknown>>

/** The controls of the company form, named as the server names the fields of the body, in the order of the screen. */
export const COMPANY_FIELDS = [
  'admin.name',
  'admin.nit',
  'admin.legal_representative',
  'admin.initial_letter',
  'admin.tic',
  'admin.prices_include_vat',
  'admin.department',
  'admin.city',
  'admin.address',
  'admin.phone',
  'admin.email',
  'admin.website_url',
  'admin.whatsapp_url',
  'admin.instagram_url',
  'admin.facebook_url',
  'admin.qr_url',
  'admin.color_code',
  'admin.user.email',
] as const

/** The fields of each step of a creation (COM-01). */
export const COMPANY_STEPS = [
  COMPANY_FIELDS.slice(0, COMPANY_FIELDS.indexOf('admin.department')),
  COMPANY_FIELDS.slice(COMPANY_FIELDS.indexOf('admin.department'), COMPANY_FIELDS.indexOf('admin.color_code')),
  COMPANY_FIELDS.slice(COMPANY_FIELDS.indexOf('admin.color_code')),
] as const

const OPTIONAL = ['tic', 'website_url', 'whatsapp_url', 'instagram_url', 'facebook_url', 'qr_url'] as const

/** The form values → the body of the call. An empty optional field is removed (null). */
export function companyBody(typed: FormValues, isNew: boolean) {
  const at = (name: string): string => {
    const value = typed[`admin.${name}`]
    return typeof value === 'string' ? value : ''
  }
  return {
    admin: {
      name: at('name'),
      nit: at('nit'),
      legal_representative: at('legal_representative'),
      initial_letter: at('initial_letter').toUpperCase(),
      department: at('department'),
      city: at('city'),
      address: at('address'),
      phone: at('phone').replaceAll(/[\s()-]/g, ''),
      email: at('email'),
      color_code: at('color_code').toUpperCase(),
      prices_include_vat: at('prices_include_vat') !== 'false',
      ...Object.fromEntries(OPTIONAL.map((name) => [name, at(name) === '' ? null : at(name)])),
      ...(isNew ? { user: { email: at('user.email').toLowerCase() } } : {}),
    },
  }
}
