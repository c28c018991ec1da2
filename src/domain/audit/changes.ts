/** The Spanish labels of the fields in the audit log. A field without a label is shown by its name. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  name: 'Nombre',
  username: 'Usuario',
  role: 'Rol',
  is_active: 'Activo',
  price: 'Precio',
  download_speed: 'Velocidad de descarga',
  upload_speed: 'Velocidad de subida',
  segment: 'Uso',
  is_packaged: 'En paquete',
  reference_code: 'Código de referencia',
  status: 'Estado',
  number: 'Número',
  no_contract: 'Contrato',
  amount: 'Valor',
  total: 'Total',
  method: 'Medio',
  methods: 'Pagos en línea',
  reason: 'Motivo',
  asked_by: 'Lo pidió',
  asked_on: 'Día en que lo pidió',
  asked_channel: 'Por dónde lo pidió',
  reference: 'Referencia',
  invoices: 'Facturas',
  client: 'Cliente',
  lines: 'Renglones',
  concept: 'Concepto',
  given: 'Qué devolvió',
  address: 'Dirección',
  department: 'Departamento',
  city: 'Municipio',
  phone: 'Celular',
  telephone: 'Teléfono',
  email: 'Correo',
  color_code: 'Color',
  prices_include_vat: 'Precios con IVA incluido',
  is_vat_responsible: 'Responsable de IVA',
  is_self_withholder: 'Autorretenedora',
  is_simple_regime: 'Régimen simple',
  period: 'Período',
  created: 'Creadas',
  skipped: 'Omitidas',
  failed: 'Con error',
  count: 'Cantidad',
  rows: 'Filas',
  list: 'Lista',
  format: 'Formato',
  read: 'Consulta',
  to: 'Para',
  provider: 'Proveedor',
  environment: 'Ambiente',
  purpose: 'Autorización',
  resolution: 'Qué se hizo',
  says: 'Qué pasó',
  nit: 'NIT',
  billing_cut_day: 'Día de corte',
  connection_cost: 'Cargo de conexión',
  discounted_value: 'Valor descontado',
  reconnection_cost: 'Reconexión',
  transfer_cost: 'Traslado',
  technical_visit_cost: 'Visita técnica',
  additional_cable_cost: 'Cable adicional',
  plan: 'Plan',
  stratum: 'Estrato',
  scheduled_on: 'Visita programada',
  technician: 'Técnico',
  day: 'Día',
  time: 'Hora',
  kind: 'Tipo',
  state: 'Estado',
  bring: 'Qué llevar',
  serial: 'Serial',
  mac: 'MAC',
  property: 'Propiedad',
  note: 'Nota',
  active_from: 'Desde',
  active_to: 'Hasta',
  id: 'Identificador',
}

const fieldLabel = (field: string): string => FIELD_LABELS[field] ?? field.replaceAll('_', ' ')

/** A value of an event as Spanish text. Null for an empty value. */
export function valueLabel(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (typeof value === 'number') return new Intl.NumberFormat('es-CO').format(value)
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((item) => valueLabel(item) ?? '—').join(', ')
  return Object.entries(value)
    .map(([field, inner]) => `${fieldLabel(field)}: ${valueLabel(inner) ?? '—'}`)
    .join('; ')
}

type EventFields = Readonly<Record<string, unknown>> | null

/** The changed fields of an event. A field with the same text before and after is left out. */
export function changesOf(
  before: EventFields,
  after: EventFields,
): { field: string; before: string | null; after: string | null }[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.flatMap((field) => {
    const [oldText, newText] = [valueLabel(before?.[field]), valueLabel(after?.[field])]
    return oldText === newText ? [] : [{ field: fieldLabel(field), before: oldText, after: newText }]
  })
}
