import { comparableText } from '#domain/places/place.ts'

/** The columns of a list of clients, in the order of the template. The last four create the contract. */
export const IMPORT_COLUMNS = [
  'type_identification',
  'identification',
  'first_name',
  'second_name',
  'last_name',
  'second_lastname',
  'business_name',
  'email',
  'phone',
  'telephone',
  'stratum',
  'department',
  'city',
  'address',
  'date_contract',
  'payment_date',
  'plan_code',
  'opening_balance',
] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

export const IMPORT_LABELS: Readonly<Record<ImportColumn, string>> = {
  type_identification: 'Tipo de documento',
  identification: 'Número de documento',
  first_name: 'Primer nombre',
  second_name: 'Segundo nombre',
  last_name: 'Primer apellido',
  second_lastname: 'Segundo apellido',
  business_name: 'Razón social',
  email: 'Correo',
  phone: 'Celular',
  telephone: 'Teléfono fijo',
  stratum: 'Estrato',
  department: 'Departamento',
  city: 'Municipio',
  address: 'Dirección',
  date_contract: 'Fecha de contrato',
  payment_date: 'Día de pago',
  plan_code: 'Código del plan',
  opening_balance: 'Saldo inicial',
}

/** The columns of a file that are read. Spreadsheets may write thousands of empty ones. */
export const FILE_COLUMNS_MAX = 200
/** The maximum characters of one cell. A longer cell is refused before it is parsed. */
export const CELL_MAX_CHARS = 1_000

/** Columns of a file that contain several target columns: 'Nombres', 'Apellidos', 'Nombre completo', 'Teléfono'. */
export const COMBINED_COLUMNS = ['first_names', 'last_names', 'full_name', 'any_phone'] as const
export type CombinedColumn = (typeof COMBINED_COLUMNS)[number]

/** Columns that only lists of other systems have. `other_…` is read where the first column of its kind is empty. */
export const SOURCE_COLUMNS = [
  'external_id',
  'status',
  'suspended_on',
  'plan_price',
  'credit_balance',
  'deposit',
  'other_balance',
  'other_address',
  'address_detail',
  'other_identification',
  'check_digit',
] as const
type SourceColumn = (typeof SOURCE_COLUMNS)[number]
export type TargetColumn = ImportColumn | CombinedColumn | SourceColumn

export const COMBINED_LABELS: Readonly<Record<CombinedColumn, string>> = {
  first_names: 'Nombres (juntos)',
  last_names: 'Apellidos (juntos)',
  full_name: 'Nombre completo',
  any_phone: 'Teléfono (celular o fijo)',
}

export const SOURCE_LABELS: Readonly<Record<SourceColumn, string>> = {
  external_id: 'Código en el sistema anterior',
  status: 'Estado del servicio',
  suspended_on: 'Fecha de suspensión',
  plan_price: 'Valor del plan',
  credit_balance: 'Saldo a favor',
  deposit: 'Saldo a favor (negativo si debe)',
  other_balance: 'Saldo inicial, si el otro viene vacío',
  other_address: 'Dirección, si la otra viene vacía',
  address_detail: 'Barrio',
  other_identification: 'Documento, si el otro viene vacío',
  check_digit: 'Dígito de verificación',
}

/** The characters of a heading that are compared. */
const HEADING_MAX_CHARS = 120

/** A heading for comparison: alphanumeric characters in lower case, without accents, with one blank between words. */
export const headingText = (heading: string): string =>
  comparableText(heading.slice(0, HEADING_MAX_CHARS))
    .replace(/[^a-z0-9ñ]+/g, ' ')
    .trim()

/** The target column of a column of a file; null when it is not imported, by a choice of the user (`is_ignored`) or because it is unknown. */
export type ColumnMatch = { header: string; field: TargetColumn | null; is_ignored?: boolean }
