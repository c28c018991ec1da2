/** A text as a literal of SQL. Only for texts of the program. */
export const sqlText = (value: string): string => `'${value.replaceAll("'", "''")}'`
export const sqlList = (values: readonly string[]): string => values.map(sqlText).join(', ')

/** The tables whose rows are never updated or deleted. */
export const APPEND_ONLY = [
  'events',
  'event_seals',
  'invoice_lines',
  'payments',
  'payment_reversals',
  'credit_notes',
  'credit_refunds',
  'journal',
  'book_closings',
  'balance_closings',
  'balance_adjustments',
  'balance_adjustment_reversals',
  'write_off_moves',
  'cash_movements',
  'cash_counts',
  'contract_versions',
  'pqr_entries',
  'pqr_files',
  'report_equipment',
  'report_speed_tests',
  'visit_changes',
  'contract_signatures',
  'consents',
]
/** The triggers that keep what is posted as it is, as rows of SQL: table and trigger. */
export const GUARDS = [
  ...APPEND_ONLY.flatMap((table) => [
    [table, 'append_only'],
    [table, 'append_only_truncate'],
  ]),
  ...['posted_update', 'posted_delete', 'posted_truncate', 'without_lines', 'known_run'].map((trigger) => [
    'invoices',
    trigger,
  ]),
  ...['closed_day', 'known_invoice'].map((trigger) => ['journal', trigger]),
  ['invoice_lines', 'known_invoice'],
  ...['closed_turn', 'append_only', 'append_only_truncate'].map((trigger) => ['cash_turns', trigger]),
]
  .map((guard) => `(${sqlList(guard)})`)
  .join(', ')
