/** The topics of notifications; the page filters by them. */
export const TOPICS = ['payments', 'invoices', 'contracts', 'pqr', 'system'] as const
export type Topic = (typeof TOPICS)[number]

export const TOPIC_LABELS: Readonly<Record<Topic, string>> = {
  payments: 'Pagos',
  invoices: 'Facturas',
  contracts: 'Contratos',
  pqr: 'PQR',
  system: 'Sistema',
}
