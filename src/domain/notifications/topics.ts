/** What a notification is about; the page filters by it. */
export const TOPICS = ['payments', 'invoices', 'contracts', 'system'] as const
export type Topic = (typeof TOPICS)[number]

export const TOPIC_LABELS: Readonly<Record<Topic, string>> = {
  payments: 'Pagos',
  invoices: 'Facturas',
  contracts: 'Contratos',
  system: 'Sistema',
}
