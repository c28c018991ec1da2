/** The names of fields that the binnacle shows, as people say them. One that is not here reads as it is written. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  name: 'Nombre',
  username: 'Usuario',
  role: 'Rol',
  is_active: 'Activo',
  price: 'Precio',
  download_speed: 'Velocidad de descarga',
  upload_speed: 'Velocidad de subida',
  reference_code: 'Código de referencia',
  status: 'Estado',
  number: 'Número',
  no_contract: 'Contrato',
  amount: 'Valor',
  total: 'Total',
  method: 'Medio',
  reason: 'Motivo',
  reference: 'Referencia',
  invoices: 'Facturas',
  client: 'Cliente',
  lines: 'Renglones',
  concept: 'Concepto',
  address: 'Dirección',
  department: 'Departamento',
  city: 'Municipio',
  phone: 'Celular',
  telephone: 'Teléfono',
  email: 'Correo',
  color_code: 'Color',
  period: 'Período',
  created: 'Creadas',
  skipped: 'Omitidas',
  failed: 'Con error',
  count: 'Cantidad',
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
  active_from: 'Desde',
  active_to: 'Hasta',
  id: 'Identificador',
}

const fieldLabel = (field: string): string => FIELD_LABELS[field] ?? field.replaceAll('_', ' ')

/** A value of a fact in words. Null when there is none. */
export function valueLabel(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (typeof value === 'number') return new Intl.NumberFormat('es-CO').format(value)
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((one) => valueLabel(one) ?? '—').join(', ')
  return Object.entries(value)
    .map(([field, inner]) => `${fieldLabel(field)}: ${valueLabel(inner) ?? '—'}`)
    .join('; ')
}

type Content = Readonly<Record<string, unknown>> | null

/** What a fact changed, field by field: what is the same before and after is left out. */
export function changesOf(
  before: Content,
  after: Content,
): { field: string; before: string | null; after: string | null }[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.flatMap((field) => {
    const [was, is] = [valueLabel(before?.[field]), valueLabel(after?.[field])]
    return was === is ? [] : [{ field: fieldLabel(field), before: was, after: is }]
  })
}
