import { folded } from '#domain/places/place.ts'

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

/** A column of a file that stands for two of ours: 'Nombres', 'Apellidos', 'Nombre completo'. */
export const JOINT_COLUMNS = ['first_names', 'last_names', 'full_name'] as const
export type JointColumn = (typeof JOINT_COLUMNS)[number]
export type TargetColumn = ImportColumn | JointColumn

export const JOINT_LABELS: Readonly<Record<JointColumn, string>> = {
  first_names: 'Nombres (juntos)',
  last_names: 'Apellidos (juntos)',
  full_name: 'Nombre completo',
}

/** How people head their columns, folded. */
const SYNONYMS: Readonly<Record<TargetColumn, readonly string[]>> = {
  type_identification: [
    'tipo de documento',
    'tipo documento',
    'tipo doc',
    'tipo id',
    'tipo identificacion',
    'tipo de identificacion',
    'tipo',
  ],
  identification: [
    'identificacion',
    'cedula',
    'documento',
    'numero de documento',
    'numero documento',
    'no documento',
    'nro documento',
    'num documento',
    'cc',
    'nit',
    'cedula nit',
    'cc nit',
    'cedula o nit',
    'numero de identificacion',
    'numero identificacion',
    'no identificacion',
    'id',
    'identificacion cliente',
  ],
  first_name: ['primer nombre', 'nombre 1', 'nombre1'],
  second_name: ['segundo nombre', 'nombre 2', 'nombre2'],
  last_name: ['primer apellido', 'apellido 1', 'apellido1', 'apellido'],
  second_lastname: ['segundo apellido', 'apellido 2', 'apellido2'],
  business_name: ['razon social', 'empresa', 'nombre empresa', 'nombre de la empresa'],
  email: ['correo', 'correo electronico', 'e-mail', 'mail', 'email cliente'],
  phone: ['celular', 'movil', 'telefono celular', 'telefono movil', 'whatsapp', 'numero celular', 'cel', 'telefono'],
  telephone: ['telefono fijo', 'fijo', 'tel fijo'],
  stratum: ['estrato', 'estrato socioeconomico'],
  department: ['departamento', 'depto', 'dpto'],
  city: ['municipio', 'ciudad', 'municipio ciudad', 'ciudad municipio', 'poblacion'],
  address: ['direccion', 'direccion de instalacion', 'direccion servicio', 'direccion del servicio', 'domicilio'],
  date_contract: [
    'fecha de contrato',
    'fecha contrato',
    'fecha de inicio',
    'fecha inicio',
    'fecha de instalacion',
    'fecha instalacion',
    'fecha de alta',
    'inicio',
  ],
  payment_date: ['dia de pago', 'dia pago', 'fecha de pago', 'fecha pago', 'dia limite de pago'],
  plan_code: ['codigo del plan', 'codigo plan', 'plan', 'cod plan', 'codigo de plan', 'plan contratado'],
  opening_balance: ['saldo inicial', 'saldo', 'deuda', 'saldo pendiente', 'saldo anterior', 'cartera'],
  first_names: ['nombres', 'nombre'],
  last_names: ['apellidos'],
  full_name: [
    'nombre completo',
    'cliente',
    'nombre del cliente',
    'nombres y apellidos',
    'nombre y apellido',
    'titular',
    'suscriptor',
  ],
}

const plain = (heading: string): string =>
  folded(heading.replace(/^\ufeff/, ''))
    .replace(/[_/.:#°º*()-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const BY_HEADING = new Map<string, TargetColumn>([
  ...IMPORT_COLUMNS.map((column) => [plain(column), column] as const),
  ...Object.entries(SYNONYMS).flatMap(([column, names]) =>
    names.flatMap((name) =>
      [...IMPORT_COLUMNS, ...JOINT_COLUMNS]
        .filter((known) => known === column)
        .map((known) => [plain(name), known] as const),
    ),
  ),
])

/** What a heading of other words must carry to mean a column, tried in this order. */
const KEYWORDS: readonly (readonly [RegExp, TargetColumn])[] = [
  [/\btipo\b.*(doc|ident|cedula|id\b)/, 'type_identification'],
  [/cedula|identific|\bdocumento\b|\bnit\b/, 'identification'],
  [/correo|mail/, 'email'],
  [/fijo/, 'telephone'],
  [/celular|movil|whatsapp|\bcel\b/, 'phone'],
  [/estrato/, 'stratum'],
  [/departamento|\bdep(t|to)?\b/, 'department'],
  [/municipio|ciudad/, 'city'],
  [/direccion|domicilio/, 'address'],
  [/razon social/, 'business_name'],
  [/primer nombre/, 'first_name'],
  [/segundo nombre/, 'second_name'],
  [/primer apellido/, 'last_name'],
  [/segundo apellido/, 'second_lastname'],
  [/nombres? (y|e) apellidos?|nombre completo|titular|suscriptor/, 'full_name'],
  [/apellidos/, 'last_names'],
  [/nombres?/, 'first_names'],
  [/\bdia\b.*pago|fecha.*pago|pago oportuno/, 'payment_date'],
  [/fecha.*(contrato|inicio|instal|alta|ingreso|activa)/, 'date_contract'],
  [/\bplan\b/, 'plan_code'],
  [/saldo|deuda|cartera/, 'opening_balance'],
]

const meaningOf = (header: string): TargetColumn | null => {
  const text = plain(header)
  return BY_HEADING.get(text) ?? KEYWORDS.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

export type ColumnMatch = { header: string; field: TargetColumn | null }

/**
 * What each column of a file means: as `mapping` says (its own heading → ours, '' for none), else by the heading. The first one
 * that fits wins; a heading that is not known is left out.
 */
export function matchColumns(
  headers: readonly string[],
  mapping: Readonly<Record<string, string>> = {},
): ColumnMatch[] {
  const taken = new Set<TargetColumn>()
  return headers.map((header) => {
    const chosen = mapping[header.trim()]
    const field =
      chosen === undefined
        ? meaningOf(header)
        : ([...IMPORT_COLUMNS, ...JOINT_COLUMNS].find((known) => known === chosen) ?? null)
    if (field === null || taken.has(field)) return { header: header.trim(), field: null }
    taken.add(field)
    return { header: header.trim(), field }
  })
}

/** What a file cannot do without, as a sentence; null when it has it all. */
export function missingColumns(matches: readonly ColumnMatch[]): string | null {
  const has = (field: TargetColumn): boolean => matches.some((match) => match.field === field)
  const missing = (['identification', 'department', 'city', 'address'] as const)
    .filter((field) => !has(field))
    .map((field) => IMPORT_LABELS[field])
  if (!has('full_name') && !has('first_name') && !has('first_names') && !has('business_name')) missing.push('Nombre')
  if (missing.length === 0) return null
  return `Faltan columnas en el archivo: ${missing.join(', ')}. Relaciónalas o usa la plantilla.`
}
