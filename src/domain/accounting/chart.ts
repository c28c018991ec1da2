/** The uses of an account in the vouchers. */
export const CHART_USES = [
  'clients',
  'cash',
  'bank',
  'gateway',
  'retefuente',
  'reteiva',
  'reteica',
  'vat',
  'advances',
  'internet',
  'other_income',
  'returns',
  'rounding',
  'write_off',
  'recovery',
  'petty_expense',
  'cash_short',
  'cash_over',
] as const
export type ChartUse = (typeof CHART_USES)[number]

/** The account of each use. */
export type Chart = Readonly<Record<ChartUse, string>>

/** The accounts of the national chart (PUC) as auxiliaries of eight digits, which Siigo and World Office need. The accountant changes them. */
export const DEFAULT_CHART: Chart = {
  clients: '13050501',
  cash: '11050501',
  bank: '11100501',
  gateway: '13809501',
  retefuente: '13551501',
  reteiva: '13551701',
  reteica: '13551801',
  vat: '24080101',
  advances: '28050501',
  internet: '41457001',
  other_income: '41459501',
  returns: '41750501',
  rounding: '42958101',
  write_off: '13990501',
  recovery: '42500501',
  petty_expense: '51959501',
  cash_short: '53959501',
  cash_over: '42950501',
}

export const USE_LABELS: Readonly<Record<ChartUse, string>> = {
  clients: 'Clientes nacionales',
  cash: 'Caja general',
  bank: 'Bancos',
  gateway: 'Pasarela de pagos, en tránsito',
  retefuente: 'Retefuente que nos practican',
  reteiva: 'ReteIVA que nos practican',
  reteica: 'ReteICA que nos practican',
  vat: 'IVA generado',
  advances: 'Anticipos y saldos a favor de clientes',
  internet: 'Ingresos por internet',
  other_income: 'Ingresos por actividades conexas',
  returns: 'Devoluciones y descuentos',
  rounding: 'Ajuste al peso',
  write_off: 'Castigo de cartera, contra el deterioro',
  recovery: 'Recuperación de cartera castigada',
  petty_expense: 'Gastos menores de caja',
  cash_short: 'Faltantes de caja',
  cash_over: 'Sobrantes de caja',
}
