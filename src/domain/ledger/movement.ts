/** The kinds of movement of a client's account, as in the API (the view client_movements returns them). */
export const MOVEMENT_KINDS = [
  'factura',
  'pago',
  'retencion',
  'ajuste',
  'reverso',
  'nota_credito',
  'saldo_a_favor',
  'devolucion',
  'cierre_saldo',
  'reverso_cierre',
  'castigo',
  'recuperacion',
  'reverso_castigo',
  'saldo_inicial',
] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

export const MOVEMENT_LABELS: Readonly<Record<MovementKind, string>> = {
  factura: 'Factura',
  pago: 'Pago',
  retencion: 'Retención',
  ajuste: 'Ajuste al peso',
  reverso: 'Reverso de pago',
  nota_credito: 'Nota crédito',
  saldo_a_favor: 'Saldo a favor',
  devolucion: 'Devolución de saldo',
  cierre_saldo: 'Cierre de saldo pequeño',
  reverso_cierre: 'Reverso de cierre de saldo',
  castigo: 'Castigo de cartera',
  recuperacion: 'Recuperación de cartera castigada',
  reverso_castigo: 'Reverso de castigo',
  saldo_inicial: 'Saldo inicial a favor',
}
