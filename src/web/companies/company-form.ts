type FormValues = Readonly<Record<string, unknown>>

/** The controls of the company form, named as the server names the fields of the body, in the order of the screen. */
export const COMPANY_FIELDS = [
  'admin.name',
  'admin.nit',
  'admin.legal_representative',
  'admin.initial_letter',
  'admin.department',
  'admin.city',
  'admin.address',
  'admin.phone',
  'admin.email',
  'admin.color_code',
  'admin.prices_include_vat',
  'admin.website_url',
  'admin.whatsapp_url',
  'admin.user.email',
] as const

const LINKS = ['website_url', 'whatsapp_url'] as const

/** The form values → the body of the call. An empty address is removed (null). */
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
      ...Object.fromEntries(LINKS.map((name) => [name, at(name) === '' ? null : at(name)])),
      ...(isNew ? { user: { email: at('user.email').toLowerCase() } } : {}),
    },
  }
}
