import type { Day } from '#domain/core/days.ts'
import { type Money, toPesos } from '#domain/core/money.ts'
import type { Voucher, VoucherKind, VoucherLine } from './voucher.ts'

/** What a column of a file has: a value of the voucher or of its line, or a constant. */
const SOURCES = [
  'type',
  'prefix',
  'consecutive',
  'day',
  'account',
  'third',
  'third_name',
  'invoice_prefix',
  'invoice_number',
  'instalment',
  'due_on',
  'tax_code',
  'base',
  'text',
  'debit',
  'credit',
  'document',
] as const
type Source = (typeof SOURCES)[number]
type ColumnOf = { title: string } & ({ source: Source } | { constant: string })

/** A file of another program, as data: its columns in order, and how it is written. */
export type Template = {
  label: string
  /** `windows`: a CSV with semicolons, decimal points, without quotes, in Windows-1252. */
  kind: 'xlsx' | 'csv' | 'windows'
  dates: 'dd/mm/aaaa' | 'aaaa-mm-dd'
  /** The code of each kind of document in that program. */
  types: Readonly<Record<VoucherKind, string>>
  columns: readonly ColumnOf[]
}

const from = (title: string, source: Source): ColumnOf => ({ title, source })
const fixed = (title: string, constant = ''): ColumnOf => ({ title, constant })
const empty = (...titles: readonly string[]): ColumnOf[] => titles.map((title) => fixed(title))

const numbered = (): Record<VoucherKind, string> => ({
  invoice: '1',
  note: '2',
  receipt: '3',
  reversal: '4',
  refund: '5',
  use: '6',
  adjustment: '7',
  turn: '8',
})

export const TEMPLATE_NAMES = ['siigo', 'world_office', 'alegra', 'plain'] as const
export type TemplateName = (typeof TEMPLATE_NAMES)[number]

export const TEMPLATES: Readonly<Record<TemplateName, Template>> = {
  siigo: {
    label: 'Siigo Nube (comprobantes, 27 columnas)',
    kind: 'xlsx',
    dates: 'dd/mm/aaaa',
    types: numbered(),
    columns: [
      from('Tipo de comprobante', 'type'),
      from('Consecutivo comprobante', 'consecutive'),
      from('Fecha de elaboración ', 'day'),
      ...empty('Sigla moneda', 'Tasa de cambio'),
      from('Código cuenta contable', 'account'),
      from('Identificación tercero', 'third'),
      fixed('Sucursal', '0'),
      ...empty('Código producto', 'Código de bodega', 'Acción', 'Cantidad producto'),
      from('Prefijo', 'invoice_prefix'),
      from('Consecutivo', 'invoice_number'),
      from('No. cuota', 'instalment'),
      from('Fecha vencimiento', 'due_on'),
      from('Código impuesto', 'tax_code'),
      ...empty('Código grupo activo fijo', 'Código activo fijo'),
      from('Descripción', 'text'),
      ...empty('Código centro/subcentro de costos'),
      from('Débito', 'debit'),
      from('Crédito', 'credit'),
      ...empty('Observaciones'),
      from('Base gravable libro compras/ventas  ', 'base'),
      ...empty('Base exenta libro compras/ventas', 'Mes de cierre'),
    ],
  },
  world_office: {
    label: 'World Office (comprobantes, 47 columnas)',
    kind: 'windows',
    dates: 'dd/mm/aaaa',
    types: {
      invoice: 'FV',
      note: 'NC',
      receipt: 'RC',
      reversal: 'NC',
      refund: 'CE',
      use: 'NC',
      adjustment: 'NC',
      turn: 'NC',
    },
    columns: [
      ...empty('Encab: Empresa'),
      from('Encab: Tipo Documento', 'type'),
      from('Encab: Prefijo', 'prefix'),
      from('Encab: Documento Número', 'consecutive'),
      from('Encab: Fecha', 'day'),
      ...empty('Encab: Tercero Interno'),
      from('Encab: Tercero Externo', 'third'),
      from('Encab: Nota', 'text'),
      fixed('Encab: Verificado', '-1'),
      fixed('Encab: Anulado', '0'),
      ...empty('Encab: Sucursal', 'Encab: Clasificación', 'Encab: Recaudado por', 'Encab: Fecha Recaudo'),
      ...empty(...Array.from({ length: 15 }, (_, index) => `Encab: Personalizado ${index + 1}`)),
      from('Detalle Con: IdCuentaContable', 'account'),
      from('Detalle Con: Nota', 'text'),
      from('Detalle Con: Tercero_Externo', 'third'),
      ...empty('Detalle Con: Cheque'),
      from('Detalle Con: Débito', 'debit'),
      from('Detalle Con: Crédito', 'credit'),
      from('Detalle Con: Vencimiento', 'due_on'),
      ...empty('Detalle Con: Centro costos', 'Detalle Con: Activo Fijo', 'Detalle Con: Tipo_Base'),
      ...empty('Detalle Con: Porcentaje_Retención'),
      from('Detalle Con: BaseRetención', 'base'),
      ...empty('Detalle Con: PagoRetención', 'Detalle Con: Sucursal'),
      fixed('Detalle Con: Excluir NIIF', '0'),
      fixed('Detalle Con: No Deducible', '0'),
      ...empty('Detalle Con: Código Centro Costos', 'Detalle Con: Abona_Cruce'),
    ],
  },
  alegra: {
    label: 'Alegra (comprobantes contables)',
    kind: 'xlsx',
    dates: 'aaaa-mm-dd',
    types: numbered(),
    columns: [
      from('Fecha', 'day'),
      from('Número', 'document'),
      from('Observaciones', 'text'),
      from('Código de cuenta', 'account'),
      from('Identificación del contacto', 'third'),
      from('Contacto', 'third_name'),
      from('Débito', 'debit'),
      from('Crédito', 'credit'),
    ],
  },
  plain: {
    label: 'Plano (para cualquier programa)',
    kind: 'csv',
    dates: 'aaaa-mm-dd',
    types: {
      invoice: 'FV',
      note: 'NC',
      receipt: 'RC',
      reversal: 'RV',
      refund: 'DV',
      use: 'CR',
      adjustment: 'AJ',
      turn: 'CJ',
    },
    columns: [
      from('Tipo', 'type'),
      from('Documento', 'document'),
      from('Fecha', 'day'),
      from('Cuenta', 'account'),
      from('Tercero', 'third'),
      from('Nombre', 'third_name'),
      from('Detalle', 'text'),
      from('Débito', 'debit'),
      from('Crédito', 'credit'),
      from('Base', 'base'),
      from('Vencimiento', 'due_on'),
    ],
  },
}

type Cell = string | number

/** The rows of a file with its titles, one for each line of each voucher; an empty cell where there is nothing. */
export function templateRows(template: Template, vouchers: readonly Voucher[]): Cell[][] {
  return [
    template.columns.map(({ title }) => title),
    ...vouchers.flatMap((voucher) =>
      voucher.lines.map((line) =>
        template.columns.map((column) =>
          'constant' in column ? column.constant : cellOf(column.source, template, voucher, line),
        ),
      ),
    ),
  ]
}

function cellOf(source: Source, { dates, types }: Template, voucher: Voucher, line: VoucherLine): Cell {
  const dateOf = (on: Day): string =>
    dates === 'aaaa-mm-dd' ? on : `${on.slice(8)}/${on.slice(5, 7)}/${on.slice(0, 4)}`
  const values: Readonly<Record<Source, () => Cell>> = {
    type: () => types[voucher.kind],
    prefix: () => voucher.prefix,
    consecutive: () => voucher.consecutive,
    document: () => `${voucher.prefix}-${voucher.number}`,
    day: () => dateOf(voucher.day),
    account: () => line.account,
    third: () => withoutCheckDigit(voucher.third.identification),
    third_name: () => voucher.third.name,
    invoice_prefix: () => line.invoice?.prefix ?? '',
    invoice_number: () => line.invoice?.number ?? '',
    instalment: () => (line.invoice === null ? '' : 1),
    due_on: () => (line.invoice === null ? '' : dateOf(line.invoice.due_on)),
    tax_code: () => (line.base === null ? '' : 1),
    base: () => amountOf(line.base ?? 0),
    text: () => voucher.text,
    debit: () => amountOf(line.debit),
    credit: () => amountOf(line.credit),
  }
  return values[source]()
}

/** An amount in pesos; nothing for zero. */
const amountOf = (amount: Money | 0): Cell => (amount === 0 ? '' : toPesos(amount))

/** '900123456-8' → '900123456': the lines of these programs have no check digit. */
const withoutCheckDigit = (identification: string): string => identification.replace(/-\d$/, '')
