// Printed from the database by `npm run schema`: edit a migration, not this file.
import type { ColumnType, Generated } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'

/** Written as JSON text, read as a value of unknown shape. */
type Json = ColumnType<unknown, string | null, string | null>

export type AccountingSettingsTable = {
  company_id: Generated<string>
  small_balance_limit: Money | null
}

export type AttemptsTable = {
  subject: string
  failures: Generated<number>
  window_started_at: Generated<Date>
  blocked_until: Date | null
}

export type BalanceAdjustmentReversalsTable = {
  company_id: Generated<string>
  adjustment_id: string
  posted_on: Day
  reason: string
  registered_by: string
  created_at: Generated<Date>
}

export type BalanceAdjustmentsTable = {
  company_id: Generated<string>
  id: Generated<string>
  closing_id: string
  client_id: string
  invoice_id: string
  amount: Money
  posted_on: Day
}

export type BalanceClosingsTable = {
  company_id: Generated<string>
  id: Generated<string>
  posted_on: Day
  limit_amount: Money
  count: number
  amount: Money
  registered_by: string
  created_at: Generated<Date>
}

export type BookClosingsTable = {
  company_id: Generated<string>
  position: number
  closed_through: Day | null
  reason: string | null
  actor_name: string
  created_at: Generated<Date>
}

export type ClientImportsTable = {
  company_id: Generated<string>
  id: Generated<string>
  file_name: string
  created: number
  updated: number
  refused: Json
  created_at: Generated<Date>
}

export type ClientsTypeIdentification = 'CC' | 'CE' | 'NIT' | 'TI' | 'PPT' | 'PEP' | 'PA'

export type ClientsSegment = 'residential' | 'business'

export type ClientsTable = {
  company_id: Generated<string>
  id: Generated<string>
  user_id: string
  type_identification: ClientsTypeIdentification
  identification: string
  first_name: string | null
  second_name: string | null
  last_name: string | null
  second_lastname: string | null
  business_name: string | null
  name: ColumnType<string, never, never>
  email: string | null
  phone: string | null
  telephone: string | null
  segment: Generated<ClientsSegment>
  stratum: number | null
  address: string
  department: string
  city: string
  municipality_code: string
  nacionality: string | null
  date_contract: Day | null
  payment_date: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  search: ColumnType<string, never, never>
}

export type CompaniesKind = 'provider' | 'platform'

export type CompaniesStatus = 'active' | 'suspended' | 'closed'

export type CompaniesTable = {
  id: Generated<string>
  kind: Generated<CompaniesKind>
  status: Generated<CompaniesStatus>
  status_reason: string | null
  nit: string
  name: string
  legal_representative: string
  initial_letter: string
  color_code: Generated<string>
  logo_url: string | null
  is_wompi_integration: Generated<boolean>
  is_factus_integration: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  prices_include_vat: Generated<boolean>
  address: string | null
  department: string | null
  city: string | null
  phone: string | null
  email: string | null
  website_url: string | null
  whatsapp_url: string | null
  tic: string | null
  instagram_url: string | null
  facebook_url: string | null
  qr_url: string | null
  chamber_of_commerce_pdf_url: string | null
  updated_rut_pdf_url: string | null
  range_of_numbers_pdf_url: string | null
  files_max_bytes: Generated<number>
}

export type ConsentsPurpose =
  | 'data'
  | 'electronic_invoice'
  | 'contact_email'
  | 'contact_phone'
  | 'commercial'
  | 'credit_bureau'

export type ConsentsChannel = 'desk' | 'portal'

export type ConsentsTable = {
  company_id: Generated<string>
  id: Generated<string>
  client_id: string
  purpose: ConsentsPurpose
  is_granted: boolean
  text_version: string
  channel: ConsentsChannel
  actor_name: string
  ip: string | null
  said_at: Generated<Date>
}

export type ContractDefaultsTable = {
  company_id: Generated<string>
  connection_cost: Money
  discounted_value: Money
  billing_cut_day: number
  reconnection_cost: Money
  transfer_cost: Money
  technical_visit_cost: Money
  additional_cable_cost: Money
  updated_at: Generated<Date>
}

export type ContractSignaturesTable = {
  company_id: Generated<string>
  id: Generated<string>
  contract_id: string
  name: string
  identification: string
  strokes: Json
  text: string
  text_hash: Buffer
  ip: string | null
  user_agent: string | null
  signed_at: Generated<Date>
}

export type ContractTermsTable = {
  company_id: Generated<string>
  contract_id: string
  from_on: Day
  plan_id: string
  plan_name: string
  price: Money
  created_at: Generated<Date>
}

export type ContractsStatus = 'draft' | 'awaiting_installation' | 'active' | 'suspended' | 'terminated' | 'cancelled'

export type ContractsSegment = 'residential' | 'business'

export type ContractsTable = {
  company_id: Generated<string>
  id: Generated<string>
  no_contract: string
  plan_id: string
  status: Generated<ContractsStatus>
  created_at: Generated<Date>
  client_id: string
  address: string
  department: string
  city: string
  municipality_code: string
  latitude: number | null
  longitude: number | null
  segment: Generated<ContractsSegment>
  stratum: number | null
  date_contract: Day
  billing_cut_day: number
  connection_cost: Generated<Money>
  discounted_value: Generated<Money>
  permanence_months: Generated<number>
  permanence_from: Day | null
  prices_include_vat: Generated<boolean>
  signed_at: Date | null
  installation_due_on: Day | null
  scheduled_on: Day | null
  technician_id: string | null
  active_from: Day | null
  active_to: Day | null
  termination_reason: string | null
  updated_at: Generated<Date>
}

export type CountersKind = 'contract' | 'invoice' | 'credit_note' | 'receipt' | 'reversal' | 'refund'

export type CountersTable = {
  company_id: Generated<string>
  kind: CountersKind
  prefix: string
  last: Generated<number>
  max: number | null
}

export type CredentialsProvider = 'wompi' | 'factus'

export type CredentialsEnvironment = 'test' | 'production'

export type CredentialsTable = {
  company_id: Generated<string>
  provider: CredentialsProvider
  environment: CredentialsEnvironment
  sealed: Buffer
  last_four: Json
  endpoint_key: string
  set_by: string
  set_at: Generated<Date>
  tested_at: Date | null
  problem: string | null
  is_on: Generated<boolean>
}

export type CreditNotesTable = {
  company_id: Generated<string>
  id: Generated<string>
  number: number
  invoice_id: string
  concept: string
  issued_on: Day
  subtotal: Money
  vat: Money
  total: Money
  lines: Json
  created_at: Generated<Date>
  is_correction: Generated<boolean>
  concept_code: string | null
}

export type CreditRefundsMethod = 'efectivo' | 'consignacion' | 'transferencia'

export type CreditRefundsTable = {
  company_id: Generated<string>
  id: Generated<string>
  number: number
  client_id: string
  amount: Money
  method: CreditRefundsMethod
  paid_on: Day
  reference: string | null
  reason: string
  created_at: Generated<Date>
  account_id: string | null
  registered_by: string | null
}

export type DayTotalsKind = 'invoiced' | 'collected'

export type DayTotalsTable = {
  company_id: Generated<string>
  kind: DayTotalsKind
  day: Day
  documents: number
  amount: Money
}

export type DisputesOutcome = 'a_favor' | 'parcial' | 'en_contra' | 'nota_credito' | 'pago'

export type DisputesTable = {
  company_id: Generated<string>
  id: Generated<string>
  invoice_id: string
  amount: Money
  reason: string
  opened_at: Generated<Date>
  resolved_at: Date | null
  resolution: string | null
  opened_by: string
  reference: string | null
  outcome: DisputesOutcome | null
  resolved_by: string | null
  credit_note_id: string | null
  due_on: Day | null
}

export type EventSealsTable = {
  company_id: Generated<string>
  number: number
  event_ids: string[]
  digest: Buffer
  sealed_below: string
  sealed_at: Generated<Date>
}

export type EventsTable = {
  company_id: Generated<string>
  id: Generated<string>
  name: string
  entity_id: string | null
  before: Json
  after: Json
  actor_id: string | null
  actor_name: string
  actor_role: string
  ip: string | null
  request_id: string | null
  at: Generated<Date>
  xid: Generated<string>
}

export type IdempotencyKeysTable = {
  company_id: Generated<string>
  user_id: string
  route: string
  key: string
  request_hash: Buffer
  reply: Json
  created_at: Generated<Date>
}

export type ImportChoicesKind = 'column' | 'plan'

export type ImportChoicesTable = {
  company_id: Generated<string>
  kind: ImportChoicesKind
  source: string
  target: string
}

export type InvoiceLinesVatTreatment = 'exento' | 'excluido' | 'gravado'

export type InvoiceLinesTable = {
  company_id: Generated<string>
  invoice_id: string
  position: number
  kind: string
  description: string
  quantity: number
  base: Money
  vat_treatment: InvoiceLinesVatTreatment
  vat_bps: number
  vat: Money
  total: Money
}

export type InvoicesKind = 'period' | 'one_off' | 'opening'

export type InvoicesTable = {
  company_id: Generated<string>
  id: Generated<string>
  prefix: string
  number: number
  kind: InvoicesKind
  client_id: string
  contract_id: string | null
  period: string
  from_on: Day | null
  to_on: Day | null
  issued_on: Day
  due_on: Day
  subtotal: Money
  vat: Money
  total: Money
  run_id: string | null
  snapshot: Json
  created_at: Generated<Date>
  balance: Money
  credited: Generated<Money>
  disputed_amount: Generated<Money>
  last_payable_on: Day
}

export type JournalDebitAccount =
  | 'receivable'
  | 'revenue'
  | 'vat'
  | 'credit'
  | 'cash'
  | 'withholding'
  | 'opening'
  | 'rounding'
  | 'adjustment'

export type JournalCreditAccount =
  | 'receivable'
  | 'revenue'
  | 'vat'
  | 'credit'
  | 'cash'
  | 'withholding'
  | 'opening'
  | 'rounding'
  | 'adjustment'

export type JournalTable = {
  company_id: Generated<string>
  id: Generated<string>
  client_id: string
  debit_account: JournalDebitAccount
  credit_account: JournalCreditAccount
  amount: Money
  invoice_id: string | null
  payment_id: string | null
  credit_note_id: string | null
  posted_on: Day
  created_at: Generated<Date>
  refund_id: string | null
  adjustment_id: string | null
}

export type KnownBrowsersTable = {
  browser_hash: Buffer
  company_id: string
  user_id: string
  created_at: Generated<Date>
  expires_at: Date
}

export type LinkRevocationsTable = {
  company_id: Generated<string>
  invoice_id: string
  generation: number
  revoked_at: Generated<Date>
}

export type ListViewsTable = {
  company_id: Generated<string>
  id: string
  user_id: string
  list: string
  name: string
  query: string
  is_shared: boolean
  created_at: Generated<Date>
}

export type MailChoicesTopic = 'payments' | 'invoices' | 'contracts' | 'system'

export type MailChoicesTable = {
  company_id: Generated<string>
  user_id: string
  topic: MailChoicesTopic
}

export type MaintenanceTable = {
  one: Generated<boolean>
  active: Generated<boolean>
  message: Generated<string>
  until: Date | null
  updated_at: Generated<Date>
}

export type MessagesKind = 'invoice' | 'receipt' | 'reminder' | 'credit_note'

export type MessagesCategory = 'transaccional' | 'cobranza' | 'comercial'

export type MessagesStatus = 'queued' | 'sending' | 'held' | 'sent' | 'failed' | 'unknown'

export type MessagesTable = {
  company_id: Generated<string>
  id: Generated<string>
  kind: MessagesKind
  category: MessagesCategory
  client_id: string | null
  invoice_id: string | null
  dedupe: string | null
  to_email: string
  subject: string
  text_body: string
  html_body: string
  sender: string
  reply_to: string | null
  status: Generated<MessagesStatus>
  tries: Generated<number>
  problem: string | null
  next_try_at: Date | null
  claimed_at: Date | null
  created_at: Generated<Date>
  sent_at: Date | null
}

export type MethodAccountsMethod = 'efectivo' | 'consignacion' | 'transferencia'

export type MethodAccountsTable = {
  company_id: Generated<string>
  method: MethodAccountsMethod
  account_id: string
}

export type MoneyAccountsKind = 'cash' | 'bank' | 'gateway'

export type MoneyAccountsTable = {
  company_id: Generated<string>
  id: Generated<string>
  name: string
  kind: MoneyAccountsKind
  bank: string | null
  last_digits: string | null
  is_active: Generated<boolean>
  created_at: Generated<Date>
}

export type NoteConceptsTable = {
  code: string
  name: string
  valid_from: Day
  valid_to: Day | null
  legal_basis: string
}

export type NotificationsTopic = 'payments' | 'invoices' | 'contracts' | 'system'

export type NotificationsTable = {
  company_id: Generated<string>
  id: Generated<string>
  user_id: string
  event_id: string
  topic: NotificationsTopic
  read_at: Date | null
  created_at: Generated<Date>
}

export type PaymentAttemptInvoicesTable = {
  company_id: Generated<string>
  attempt_id: string
  invoice_id: string
  amount: Money
  is_open: Generated<boolean>
}

export type PaymentAttemptsMethod = 'nequi' | 'pse'

export type PaymentAttemptsEnvironment = 'test' | 'production'

export type PaymentAttemptsStatus =
  | 'created'
  | 'submitted'
  | 'pending'
  | 'unknown'
  | 'approved'
  | 'declined'
  | 'error'
  | 'expired'
  | 'voided'

export type PaymentAttemptsTable = {
  company_id: Generated<string>
  id: Generated<string>
  client_id: string
  user_id: string
  key: string
  request_hash: Buffer
  method: PaymentAttemptsMethod
  environment: PaymentAttemptsEnvironment
  reference: string
  amount: Money
  status: Generated<PaymentAttemptsStatus>
  transaction_id: string | null
  bank_url: string | null
  provider_message: string | null
  payer: Json
  accepted: Json
  next_check_at: Date | null
  created_at: Generated<Date>
  settled_at: Date | null
  is_by_link: Generated<boolean>
}

export type PaymentCasesKind = 'mismatch' | 'stranger' | 'forged' | 'given_up' | 'void' | 'difference' | 'chargeback'

export type PaymentCasesTable = {
  company_id: Generated<string>
  id: Generated<string>
  kind: PaymentCasesKind
  subject: string
  attempt_id: string | null
  transaction_id: string | null
  reference: string | null
  amount: Money | null
  says: string
  count: Generated<number>
  opened_at: Generated<Date>
  resolved_at: Date | null
  resolution: string | null
  resolved_by: string | null
}

export type PaymentReversalsTable = {
  company_id: Generated<string>
  payment_id: string
  reason: string
  created_at: Generated<Date>
  reversed_on: Day
  number: number
}

export type PaymentsMethod = 'efectivo' | 'consignacion' | 'transferencia' | 'nequi' | 'pse'

export type PaymentsTable = {
  company_id: Generated<string>
  id: Generated<string>
  number: number
  client_id: string
  amount: Money
  retefuente: Generated<Money>
  reteiva: Generated<Money>
  reteica: Generated<Money>
  method: PaymentsMethod
  paid_on: Day
  reference: string | null
  created_at: Generated<Date>
  attempt_id: string | null
  keeps_advance: Generated<boolean>
  posted_on: Day | null
  account_id: string | null
  registered_by: string | null
}

export type PendingChargesTable = {
  company_id: Generated<string>
  id: Generated<string>
  contract_id: string
  kind: string
  description: string
  quantity: Generated<number>
  price: Money
  invoice_id: string | null
  created_at: Generated<Date>
  suspension_id: string | null
  adjusted_invoice_id: string | null
  not_before: Day | null
}

export type PlansTable = {
  company_id: Generated<string>
  id: Generated<string>
  name: string
  reference_code: string
  price: Money
  download_speed: string
  upload_speed: string
  is_active: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type ProviderEventsProvider = 'wompi' | 'factus'

export type ProviderEventsEnvironment = 'test' | 'production'

export type ProviderEventsVerdict = 'authentic' | 'unverified'

export type ProviderEventsOutcome = 'applied' | 'ignored' | 'quarantined'

export type ProviderEventsTable = {
  company_id: Generated<string>
  id: Generated<string>
  provider: ProviderEventsProvider
  environment: ProviderEventsEnvironment
  digest: Buffer
  body: string
  verdict: ProviderEventsVerdict
  problem: string | null
  name: string | null
  transaction_id: string | null
  status: string | null
  reference: string | null
  copies: Generated<number>
  received_at: Generated<Date>
  outcome: ProviderEventsOutcome | null
  outcome_reason: string | null
  settled_at: Date | null
}

export type RecoveryCodesKind = 'code' | 'link' | 'email'

export type RecoveryCodesTable = {
  id: Generated<string>
  kind: RecoveryCodesKind
  email: string
  company_id: string
  user_id: string
  secret_hash: Buffer
  tries_left: number
  expires_at: Date
  used_at: Date | null
  created_at: Generated<Date>
  browser_hash: Buffer | null
  other_tries_left: Generated<number>
}

export type RegulatedParametersUnit =
  | 'pesos'
  | 'bps'
  | 'uvt'
  | 'stratum'
  | 'times'
  | 'minutes'
  | 'minute_of_day'
  | 'hours'
  | 'business_days'
  | 'calendar_days'
  | 'months'
  | 'years'

export type RegulatedParametersCertainty = 'verified' | 'partial' | 'general'

export type RegulatedParametersTable = {
  key: string
  valid_from: Day
  valid_to: Day | null
  value: number
  unit: RegulatedParametersUnit
  label: string
  legal_basis: string
  certainty: RegulatedParametersCertainty
  note: Generated<string>
}

export type RunExclusionsOutcome = 'skipped' | 'failed'

export type RunExclusionsTable = {
  company_id: Generated<string>
  run_id: string
  contract_id: string
  outcome: RunExclusionsOutcome
  reason: string
}

export type RunsStatus = 'queued' | 'running' | 'done' | 'failed'

export type RunsTable = {
  company_id: Generated<string>
  id: Generated<string>
  period: string
  cut_day: number | null
  issued_on: Day
  status: Generated<RunsStatus>
  contracts: Generated<number>
  created: Generated<number>
  skipped: Generated<number>
  failed: Generated<number>
  amount: Generated<Money>
  cursor: string | null
  fence: Generated<number>
  heartbeat_at: Generated<Date>
  problem: string | null
  actor_id: string | null
  actor_name: string
  actor_role: string
  created_at: Generated<Date>
  started_at: Date | null
  finished_at: Date | null
}

export type SessionsTable = {
  id: Generated<string>
  token_hash: Buffer
  cookie_hash: Buffer | null
  company_id: string
  user_id: string
  idle_seconds: number
  idle_ends_at: Date
  ends_at: Date
  fresh_until: Date
  ip: string
  user_agent: string
  created_at: Generated<Date>
  last_used_at: Generated<Date>
  revoked_at: Date | null
  revoked_reason: string | null
}

export type StoredFilesTable = {
  company_id: Generated<string>
  name: string
  bytes: number
  created_at: Generated<Date>
}

export type SuspensionIntervalsKind = 'arrears' | 'voluntary'

export type SuspensionIntervalsTable = {
  company_id: Generated<string>
  id: Generated<string>
  contract_id: string
  kind: SuspensionIntervalsKind
  from_on: Day
  to_on: Day | null
  corrected_to: Day | null
}

export type TwoFactorCodesTable = {
  company_id: string
  user_id: string
  code_hash: Buffer
  used_at: Date | null
}

export type TwoFactorsTable = {
  company_id: string
  user_id: string
  secret: Buffer | null
  pending_secret: Buffer | null
  last_step: number | null
  created_at: Generated<Date>
}

export type UsersRole = 'superadmin' | 'admin' | 'financial' | 'technical' | 'network' | 'client'

export type UsersTable = {
  company_id: Generated<string>
  id: Generated<string>
  role: UsersRole
  username: string
  email: string | null
  first_name: string
  last_name: string
  avatar_url: string | null
  password_hash: string | null
  password_chosen_at: Date | null
  is_active: Generated<boolean>
  is_first_login: Generated<boolean>
  data_policy_accepted_at: Date | null
  tour_seen_at: Date | null
  last_login_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  recovery_held_until: Date | null
  first_password_at: Generated<Date>
  has_two_factor: Generated<boolean>
}

export type WithholdingCertificatesTable = {
  company_id: Generated<string>
  payment_id: string
  number: string
  issued_on: Day | null
}

/** The columns whose values a check lists. */
export type ListedValues = {
  clients_type_identification: ClientsTypeIdentification
  clients_segment: ClientsSegment
  companies_kind: CompaniesKind
  companies_status: CompaniesStatus
  consents_purpose: ConsentsPurpose
  consents_channel: ConsentsChannel
  contracts_status: ContractsStatus
  contracts_segment: ContractsSegment
  counters_kind: CountersKind
  credentials_provider: CredentialsProvider
  credentials_environment: CredentialsEnvironment
  credit_refunds_method: CreditRefundsMethod
  day_totals_kind: DayTotalsKind
  disputes_outcome: DisputesOutcome
  import_choices_kind: ImportChoicesKind
  invoice_lines_vat_treatment: InvoiceLinesVatTreatment
  invoices_kind: InvoicesKind
  journal_debit_account: JournalDebitAccount
  journal_credit_account: JournalCreditAccount
  mail_choices_topic: MailChoicesTopic
  messages_kind: MessagesKind
  messages_category: MessagesCategory
  messages_status: MessagesStatus
  method_accounts_method: MethodAccountsMethod
  money_accounts_kind: MoneyAccountsKind
  notifications_topic: NotificationsTopic
  payment_attempts_method: PaymentAttemptsMethod
  payment_attempts_environment: PaymentAttemptsEnvironment
  payment_attempts_status: PaymentAttemptsStatus
  payment_cases_kind: PaymentCasesKind
  payments_method: PaymentsMethod
  provider_events_provider: ProviderEventsProvider
  provider_events_environment: ProviderEventsEnvironment
  provider_events_verdict: ProviderEventsVerdict
  provider_events_outcome: ProviderEventsOutcome
  recovery_codes_kind: RecoveryCodesKind
  regulated_parameters_unit: RegulatedParametersUnit
  regulated_parameters_certainty: RegulatedParametersCertainty
  run_exclusions_outcome: RunExclusionsOutcome
  runs_status: RunsStatus
  suspension_intervals_kind: SuspensionIntervalsKind
  users_role: UsersRole
}

export type Database = {
  accounting_settings: AccountingSettingsTable
  attempts: AttemptsTable
  balance_adjustment_reversals: BalanceAdjustmentReversalsTable
  balance_adjustments: BalanceAdjustmentsTable
  balance_closings: BalanceClosingsTable
  book_closings: BookClosingsTable
  client_imports: ClientImportsTable
  clients: ClientsTable
  companies: CompaniesTable
  consents: ConsentsTable
  contract_defaults: ContractDefaultsTable
  contract_signatures: ContractSignaturesTable
  contract_terms: ContractTermsTable
  contracts: ContractsTable
  counters: CountersTable
  credentials: CredentialsTable
  credit_notes: CreditNotesTable
  credit_refunds: CreditRefundsTable
  day_totals: DayTotalsTable
  disputes: DisputesTable
  event_seals: EventSealsTable
  events: EventsTable
  idempotency_keys: IdempotencyKeysTable
  import_choices: ImportChoicesTable
  invoice_lines: InvoiceLinesTable
  invoices: InvoicesTable
  journal: JournalTable
  known_browsers: KnownBrowsersTable
  link_revocations: LinkRevocationsTable
  list_views: ListViewsTable
  mail_choices: MailChoicesTable
  maintenance: MaintenanceTable
  messages: MessagesTable
  method_accounts: MethodAccountsTable
  money_accounts: MoneyAccountsTable
  note_concepts: NoteConceptsTable
  notifications: NotificationsTable
  payment_attempt_invoices: PaymentAttemptInvoicesTable
  payment_attempts: PaymentAttemptsTable
  payment_cases: PaymentCasesTable
  payment_reversals: PaymentReversalsTable
  payments: PaymentsTable
  pending_charges: PendingChargesTable
  plans: PlansTable
  provider_events: ProviderEventsTable
  recovery_codes: RecoveryCodesTable
  regulated_parameters: RegulatedParametersTable
  run_exclusions: RunExclusionsTable
  runs: RunsTable
  sessions: SessionsTable
  stored_files: StoredFilesTable
  suspension_intervals: SuspensionIntervalsTable
  two_factor_codes: TwoFactorCodesTable
  two_factors: TwoFactorsTable
  users: UsersTable
  withholding_certificates: WithholdingCertificatesTable
}
