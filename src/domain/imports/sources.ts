import type { TargetColumn } from './columns.ts'

type SourceId = 'mikrowisp' | 'wisphub' | 'splynx' | 'uisp' | 'odoo' | 'alegra' | 'siigo' | 'sae'

/** How the list of clients of one system is read. Headings as `headingText` returns them. */
export type SourceProfile = {
  id: SourceId
  /** The name of the system, as a person knows it. */
  name: string
  /** The headings that together only this list has. */
  signature: readonly string[]
  columns: Readonly<Record<string, TargetColumn>>
  /** The name ends with the state: 'FELIPE ACUÑA  SUSPENDIDO'. */
  hasStateInName?: true
  /** The kinds of client of the system with their kind of document; '' for the default one. */
  types?: Readonly<Record<string, string>>
}

/** The system of a list without a known signature: the provider's own. */
export const OWN_SOURCE = 'excel'

/** Whether all signature headings of a profile are in a row of a file. */
export const hasSignature = (profile: SourceProfile, headings: ReadonlySet<string>): boolean =>
  profile.signature.every((heading) => headings.has(heading))

const PERSON_OR_COMPANY = { person: '', company: 'NIT', '1': '', '2': 'NIT' } as const

/** The known systems. The titles are those of real files (MikroWisp, WispHub, SAE Plus) or of the fields of their programs. */
export const SOURCES: readonly SourceProfile[] = [
  {
    id: 'mikrowisp',
    name: 'MikroWisp',
    signature: ['user ppp hotspot', 'cedula', 'dia pago'],
    hasStateInName: true,
    columns: {
      id: 'external_id',
      nombre: 'full_name',
      cedula: 'identification',
      movil: 'phone',
      telefono: 'telephone',
      correo: 'email',
      'direccion servicio': 'address',
      'direccion principal': 'other_address',
      plan: 'plan_code',
      'el plan': 'plan_code',
      'total cobrar': 'plan_price',
      'valor plan': 'plan_price',
      'dia pago': 'payment_date',
      'deuda actual': 'opening_balance',
      saldo: 'credit_balance',
      'tipo estrato': 'stratum',
      instalado: 'date_contract',
      'fecha suspendido': 'suspended_on',
    },
  },
  {
    id: 'wisphub',
    name: 'WispHub',
    signature: ['dni c i c c ife', 'plan internet'],
    columns: {
      usuario: 'external_id',
      nombre: 'full_name',
      'dni c i c c ife': 'identification',
      estado: 'status',
      'plan internet': 'plan_code',
      'plan precio': 'plan_price',
      direccion: 'address',
      'barrio localidad': 'address_detail',
      'ciudad municipio': 'city',
      telefono: 'any_phone',
      email: 'email',
      'pagos pendientes': 'opening_balance',
      saldo: 'other_balance',
      'fecha instalacion': 'date_contract',
      'dia de corte': 'payment_date',
    },
  },
  {
    id: 'splynx',
    name: 'Splynx',
    signature: ['login', 'billing type', 'partner id'],
    columns: {
      id: 'external_id',
      status: 'status',
      name: 'full_name',
      category: 'type_identification',
      'vat id': 'identification',
      passport: 'other_identification',
      email: 'email',
      phone: 'any_phone',
      'street 1': 'address',
      city: 'city',
      'date add': 'date_contract',
      deposit: 'deposit',
      'billing date': 'payment_date',
      tariff: 'plan_code',
      'unit price': 'plan_price',
    },
    types: PERSON_OR_COMPANY,
  },
  {
    id: 'uisp',
    name: 'UISP (UCRM)',
    signature: ['userident', 'clienttype', 'firstname'],
    columns: {
      id: 'external_id',
      userident: 'identification',
      companytaxid: 'other_identification',
      clienttype: 'type_identification',
      firstname: 'first_names',
      lastname: 'last_names',
      companyname: 'business_name',
      email: 'email',
      phone: 'any_phone',
      street1: 'address',
      fulladdress: 'other_address',
      street2: 'address_detail',
      city: 'city',
      registrationdate: 'date_contract',
      activefrom: 'date_contract',
      accountoutstanding: 'opening_balance',
      accountcredit: 'credit_balance',
      serviceplanname: 'plan_code',
      serviceplanprice: 'plan_price',
      price: 'plan_price',
      invoicingperiodstartday: 'payment_date',
    },
    types: PERSON_OR_COMPANY,
  },
  {
    id: 'odoo',
    name: 'Odoo',
    signature: ['vat', 'l10n latam identification type id', 'name'],
    columns: {
      id: 'external_id',
      name: 'full_name',
      vat: 'identification',
      'l10n latam identification type id': 'type_identification',
      email: 'email',
      phone: 'any_phone',
      mobile: 'phone',
      street: 'address',
      street2: 'address_detail',
      city: 'city',
      'state id': 'department',
      'amount residual': 'opening_balance',
    },
  },
  {
    id: 'alegra',
    name: 'Alegra',
    signature: ['phoneprimary', 'identification', 'name'],
    columns: {
      id: 'external_id',
      name: 'full_name',
      identification: 'identification',
      email: 'email',
      phoneprimary: 'any_phone',
      mobile: 'phone',
      address: 'address',
      city: 'city',
      balance: 'opening_balance',
    },
  },
  {
    id: 'siigo',
    name: 'Siigo',
    signature: ['id type', 'identification', 'check digit'],
    columns: {
      id: 'external_id',
      'id type': 'type_identification',
      identification: 'identification',
      'check digit': 'check_digit',
      name: 'full_name',
      address: 'address',
      phones: 'any_phone',
      contacts: 'email',
      balance: 'opening_balance',
    },
  },
  {
    id: 'sae',
    name: 'SAE Plus',
    signature: ['id contrato', 'detalle suscripcion', 'grupo afinidad'],
    columns: {
      'id contrato': 'external_id',
      documento: 'identification',
      cliente: 'full_name',
      correo: 'email',
      telefono: 'any_phone',
      'fecha contrato': 'date_contract',
      estatus: 'status',
      saldo: 'opening_balance',
      'detalle suscripcion': 'plan_code',
    },
  },
]
