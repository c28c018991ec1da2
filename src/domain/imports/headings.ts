import {
  COMBINED_COLUMNS,
  type ColumnMatch,
  FILE_COLUMNS_MAX,
  headingText,
  IMPORT_COLUMNS,
  IMPORT_LABELS,
  SOURCE_COLUMNS,
  type TargetColumn,
} from './columns.ts'
import { hasSignature, SOURCES, type SourceProfile } from './sources.ts'

const TARGETS: readonly TargetColumn[] = [...IMPORT_COLUMNS, ...COMBINED_COLUMNS, ...SOURCE_COLUMNS]

/** Whether a text is the name of a target column. */
const isTarget = (text: string): text is TargetColumn => TARGETS.some((target) => target === text)

/**
 * The target column of each column of a file: from `mapping` (heading → target column, '' for none), else from the profile of its
 * system, else from its heading. Exact matches are assigned first, at any position: 'Cédula' is the document also after an 'ID'. In
 * the list of a known system a heading that is not exact is left out: its 'Ultimo pago' is no payment day.
 */
export function matchColumns(
  row: readonly string[],
  mapping: Readonly<Record<string, string>> = {},
  profile: SourceProfile | null = null,
): ColumnMatch[] {
  const headers = row.slice(0, FILE_COLUMNS_MAX)
  const fields = new Map<number, TargetColumn>()
  const assigned = new Set<TargetColumn>()
  const assign = (index: number, field: TargetColumn | null | undefined): void => {
    if (field === null || field === undefined || fields.has(index) || assigned.has(field)) return
    fields.set(index, field)
    assigned.add(field)
  }
  const chosen = headers.map((header) => mapping[header.trim()])
  for (const [index, target] of chosen.entries())
    assign(index, target !== undefined && isTarget(target) ? target : null)
  const unmapped = headers.flatMap((header, index) =>
    chosen[index] === undefined ? [{ index, text: headingText(header) }] : [],
  )
  const profileMatch = (text: string) => profile?.columns[text]
  const matchers = profile === null ? [exactMatch, keywordMatch, weakMatch] : [profileMatch, exactClientMatch]
  for (const match of matchers) for (const { index, text } of unmapped) assign(index, match(text))
  const hasSurnames = (['last_name', 'last_names', 'full_name'] as const).some((field) => assigned.has(field))
  return headers.map((header, index) => {
    const field = fields.get(index) ?? null
    // 'Nombre' without a column of surnames is the full name.
    const isFullName = field === 'first_names' && !hasSurnames && chosen[index] === undefined
    return {
      header: header.trim(),
      field: isFullName ? 'full_name' : field,
      ...(chosen[index] === '' && { is_ignored: true }),
    }
  })
}

/**
 * What a mapping changes for the next file. `kept`: what does not follow from the headings alone, '' for one that is not imported.
 * `forgotten`: the headings that the next file reads by itself, so that an earlier choice of them ends. A known heading that was left
 * out of this file is among them, because the next file may need it.
 */
export function choicesOf(
  headers: readonly string[],
  mapping: Readonly<Record<string, string>>,
  profile: SourceProfile | null = null,
): { kept: [header: string, target: string][]; forgotten: string[] } {
  const kept: [string, string][] = []
  const forgotten: string[] = []
  for (const { header, field } of matchColumns(headers, {}, profile)) {
    const chosen = mapping[header]
    if (header === '' || chosen === undefined) continue
    const isKnown = field !== null || matchColumns([header]).some((alone) => alone.field !== null)
    if (chosen === field || (chosen === '' && isKnown)) forgotten.push(header)
    else kept.push([header, chosen])
  }
  return { kept, forgotten }
}

/** Whether a text is a column that a heading can be related to, or '' for none. */
export const isColumnChoice = (text: string): boolean => text === '' || isTarget(text)

/** The missing required columns of a file without a default, as a message; null when it has all of them. */
export function missingColumns(
  matches: readonly ColumnMatch[],
  defaults: Readonly<Partial<Record<TargetColumn, unknown>>> = {},
): string | null {
  const has = (field: TargetColumn): boolean => matches.some((match) => match.field === field)
  const missing = (['identification', 'department', 'city', 'address'] as const)
    .filter((field) => !has(field) && defaults[field] === undefined)
    .filter((field) => field !== 'address' || !has('other_address'))
    .map((field) => IMPORT_LABELS[field])
  if (!has('full_name') && !has('first_name') && !has('first_names') && !has('business_name')) missing.push('Nombre')
  if (missing.length === 0) return null
  return `Faltan columnas en el archivo: ${missing.join(', ')}. Relaciónalas o usa la plantilla.`
}

const HEADING_ROWS_MAX = 10
const HEADING_MATCHES_MIN = 3

/** The index of the heading row: exports put a title and blank rows above it. Without a known heading, the first row that is not blank. */
export function headingIndex(
  rows: readonly (readonly string[])[],
  mapping: Readonly<Record<string, string>> = {},
): number {
  const source = rows.slice(0, HEADING_ROWS_MAX).findIndex((row) => profileOf(row) !== null)
  if (source >= 0) return source
  const matches = rows
    .slice(0, HEADING_ROWS_MAX)
    .map((row) => matchColumns(row, mapping).filter((match) => match.field !== null).length)
  const best = Math.max(0, ...matches)
  if (best >= HEADING_MATCHES_MIN) return matches.indexOf(best)
  return Math.max(
    0,
    rows.findIndex((row) => row.some((text) => text.trim() !== '')),
  )
}

/** The system whose list has this heading row: all its signature headings are there. Null for any other list. */
export function profileOf(row: readonly string[]): SourceProfile | null {
  const headings = new Set(row.slice(0, FILE_COLUMNS_MAX).map(headingText))
  return SOURCES.find((profile) => hasSignature(profile, headings)) ?? null
}

/** The known headings of each target column, as `headingText` returns them, separated by '|'. */
const SYNONYMS: Readonly<Record<TargetColumn, string>> = {
  type_identification:
    'tipo de documento|tipo documento|tipo doc|tipo id|tipo identificacion|tipo de identificacion|tipo documento identidad',
  identification:
    'identificacion|cedula|documento|dni|dni c i c c ife|vat|vat id|numero de documento|numero documento|no documento|nro documento|num documento|n documento|cc|nit|cedula nit|cc nit|nit cc|cedula o nit|numero de identificacion|numero identificacion|no identificacion|identificacion cliente|documento de identidad',
  first_name: 'primer nombre|nombre 1|nombre1',
  second_name: 'segundo nombre|nombre 2|nombre2',
  last_name: 'primer apellido|apellido 1|apellido1',
  second_lastname: 'segundo apellido|apellido 2|apellido2',
  business_name: 'razon social|empresa|nombre empresa|nombre de la empresa|nombre comercial',
  email: 'correo|correo electronico|e mail|mail|email cliente',
  phone: 'celular|movil|mobile|telefono celular|telefono movil|whatsapp|numero celular|numero de celular|cel',
  telephone: 'telefono fijo|fijo|tel fijo|linea fija',
  stratum: 'estrato|estrato socioeconomico',
  department: 'departamento|depto|dpto|dep',
  city: 'municipio|ciudad|municipio ciudad|ciudad municipio|poblacion',
  address:
    'direccion|street|street 1|direccion de instalacion|direccion instalacion|direccion servicio|direccion del servicio|domicilio',
  date_contract:
    'fecha de contrato|fecha contrato|fecha del contrato|fecha de inicio|fecha inicio|fecha de instalacion|fecha instalacion|fecha de alta|instalado|date add|activefrom',
  payment_date: 'dia de pago|dia pago|fecha de pago|fecha pago|dia limite de pago|dia de corte|billing date',
  plan_code:
    'codigo del plan|codigo plan|plan|cod plan|codigo de plan|plan contratado|plan internet|tariff|servicio|detalle suscripcion',
  opening_balance:
    'saldo inicial|saldo|deuda|saldo pendiente|saldo anterior|cartera|deuda actual|pagos pendientes|accountoutstanding|due',
  first_names: 'nombres|nombre',
  last_names: 'apellidos|apellido',
  full_name:
    'nombre completo|name|cliente|nombre del cliente|nombre cliente|nombres y apellidos|nombre y apellido|nombre y apellidos|apellidos y nombres|titular|suscriptor',
  any_phone: 'telefono|telefonos|phone number|tel|telefono contacto|telefono de contacto|numero de telefono|contacto',
  external_id: 'id contrato|id servicio|codigo cliente|codigo del cliente|codigo suscriptor',
  status: 'estado|estatus|estado servicio|estado del servicio',
  suspended_on: 'fecha suspendido|fecha suspension|fecha de suspension|fecha de corte|fecha corte',
  plan_price:
    'valor|precio|plan precio|precio plan|valor plan|valor del plan|total cobrar|unit price|mensualidad|tarifa',
  credit_balance: 'saldo a favor|saldo favor|accountcredit',
  deposit: '',
  other_balance: '',
  other_address: '',
  address_detail: 'barrio|barrio localidad|vereda',
  other_identification: '',
  check_digit: 'digito de verificacion|digito verificacion|dv|check digit',
}

const EXACT = new Map<string, TargetColumn>(
  TARGETS.flatMap((target) =>
    [headingText(target), ...SYNONYMS[target].split('|').filter((text) => text !== '')].map(
      (text) => [text, target] as const,
    ),
  ),
)

const exactMatch = (text: string): TargetColumn | undefined => EXACT.get(text)

/** An exact match of a column of a client. The 'Status' of MikroWisp is no state of a service: it says whether its router answers. */
const exactClientMatch = (text: string): TargetColumn | undefined => {
  const target = EXACT.get(text)
  return SOURCE_COLUMNS.some((column) => column === target) ? undefined : target
}

/** Words that change the meaning of a known heading: the issue day of a document, the address of a router, money in favour. */
const EXCLUDED_WORDS =
  /\b(expedi\w*|nacim\w*|ultim\w*|vence\w*|vencim\w*|retiro|corte|suspens\w*|usuario|tecnico|asesor|vendedor|ip|mac|favor|codeudor|estado|valor|precio|tarifa|velocidad|codigo dane|cod dane)\b/

/** The pattern that another heading must match for a target column, tried in this order. */
const KEYWORDS: readonly (readonly [RegExp, TargetColumn])[] = [
  [/\btipo\b.*(doc|ident|cedula|id\b)/, 'type_identification'],
  [/cedula|identific|\bdocumento\b|\bnit\b/, 'identification'],
  [/correo|mail/, 'email'],
  [/fijo/, 'telephone'],
  [/celular|movil|whatsapp|\bcel\b/, 'phone'],
  [/telefono|\btel\b/, 'any_phone'],
  [/estrato/, 'stratum'],
  [/departamento|\bdep(t|to)?\b/, 'department'],
  [/municipio|ciudad/, 'city'],
  [/direccion|domicilio/, 'address'],
  [/razon social/, 'business_name'],
  [/primer nombre/, 'first_name'],
  [/segundo nombre/, 'second_name'],
  [/primer apellido/, 'last_name'],
  [/segundo apellido/, 'second_lastname'],
  [/\bdia\b.*pago|fecha.*pago|pago oportuno/, 'payment_date'],
  [/fecha.*(contrato|inicio|instal|alta|ingreso|activa)/, 'date_contract'],
  [/\bplan\b/, 'plan_code'],
  [/saldo|deuda|cartera/, 'opening_balance'],
  [/nombres? (y|e) apellidos?|nombre completo|titular|suscriptor/, 'full_name'],
  [/apellidos/, 'last_names'],
  [/nombres?/, 'first_names'],
]

const keywordMatch = (text: string): TargetColumn | undefined =>
  EXCLUDED_WORDS.test(text) ? undefined : KEYWORDS.find(([pattern]) => pattern.test(text))?.[1]

/** Headings used only when no better one matches: the 'ID' of another system is usually not the document. */
const WEAK = new Map<string, TargetColumn>([
  ['id', 'identification'],
  ['id cliente', 'identification'],
  ['tipo', 'type_identification'],
  ['inicio', 'date_contract'],
])

const weakMatch = (text: string): TargetColumn | undefined => WEAK.get(text)
