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

export type AgreementNoticesKind = 'made' | 'due' | 'kept' | 'broken' | 'cancelled' | 'restored'

export type AgreementNoticesTable = {
  company_id: Generated<string>
  id: Generated<string>
  agreement_id: string
  message_id: string | null
  kind: AgreementNoticesKind
  position: number | null
  amount: Money | null
}

export type ApiTokensRole = 'financial' | 'technical'

export type ApiTokensTable = {
  company_id: Generated<string>
  id: Generated<string>
  name: string
  ending: string
  token_hash: Buffer
  role: ApiTokensRole
  scopes: string[]
  user_id: string
  created_at: Generated<Date>
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
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

export type BalanceClosingsKind = 'small' | 'write_off'

export type BalanceClosingsTable = {
  company_id: Generated<string>
  id: Generated<string>
  posted_on: Day
  limit_amount: Money | null
  count: number
  amount: Money
  registered_by: string
  created_at: Generated<Date>
  kind: Generated<BalanceClosingsKind>
  reason: string | null
}

export type BankAgreementsReference = 'invoice' | 'contract' | 'document'

export type BankAgreementsTable = {
  company_id: Generated<string>
  gln: string
  bank_code: string
  reference: BankAgreementsReference
  reference_length: number
  amount_length: number | null
  has_due_day: boolean
  qr: string | null
}

export type BankFilesFormat = 'asobancaria_2001' | 'asobancaria_98' | 'statement'

export type BankFilesReferenceKind = 'any' | 'invoice' | 'contract' | 'document'

export type BankFilesTable = {
  company_id: Generated<string>
  id: Generated<string>
  account_id: string
  digest: Buffer
  header_key: string | null
  file_name: string
  format: BankFilesFormat
  source: string | null
  reference_kind: BankFilesReferenceKind
  total: Money
  repeated: number
  from_on: Day | null
  to_on: Day | null
  uploaded_by: string
  created_at: Generated<Date>
}

export type BankLayoutsTable = {
  company_id: Generated<string>
  account_id: string
  columns: string[]
  updated_at: Generated<Date>
  headings: Generated<string[]>
}

export type BankLinesMethod = 'consignacion' | 'transferencia'

export type BankLinesState = 'certain' | 'doubtful' | 'unknown' | 'ignored' | 'repeated' | 'paid'

export type BankLinesTable = {
  company_id: Generated<string>
  id: Generated<string>
  file_id: string
  account_id: string
  line: number
  key: Buffer
  on_day: Day
  amount: Money
  reference: string
  description: string
  method: BankLinesMethod
  state: BankLinesState
  reason: string
  client_id: string | null
  invoice_id: string | null
  candidates: Json
  is_returned: boolean
  payment_id: string | null
  repeats_id: string | null
}

export type BankReferencesTable = {
  company_id: Generated<string>
  reference: string
  client_id: string | null
}

export type BilledTotalsSource = 'invoice' | 'credit_note' | 'opening_note'

export type BilledTotalsTable = {
  company_id: Generated<string>
  day: Day
  source: BilledTotalsSource
  plan: string
  is_fee: boolean
  municipality_code: string
  segment: string
  stratum: number
  vat_treatment: string
  vat_bps: number
  documents: number
  base: Money
  vat: Money
}

export type BookClosingsTable = {
  company_id: Generated<string>
  position: number
  closed_through: Day | null
  reason: string | null
  actor_name: string
  created_at: Generated<Date>
}

export type BucketObjectsKind =
  | 'image'
  | 'registration'
  | 'annex'
  | 'evidence'
  | 'electronic'
  | 'document'
  | 'bulk'
  | 'other'

export type BucketObjectsUse = 'used' | 'orphan' | 'missing'

export type BucketObjectsTable = {
  company_id: Generated<string>
  id: Generated<string>
  key: string
  kind: BucketObjectsKind
  bytes: number
  stored_at: Date | null
  seen_at: Date
  use: BucketObjectsUse | null
  used_as: string | null
  owner: string | null
  restored_at: Date | null
  binned_at: Date | null
  binned_by: string | null
  ending_at: Date | null
}

export type BucketReviewsTable = {
  company_id: Generated<string>
  reviewed_at: Date
  files: number
  bytes: number
}

export type BulkItemsOutcome = 'waiting' | 'done' | 'failed'

export type BulkItemsTable = {
  company_id: Generated<string>
  job_id: string
  position: number
  subject_id: string
  name: string
  outcome: Generated<BulkItemsOutcome>
  reason: string | null
}

export type BulkJobsAction =
  | 'send_invoices'
  | 'remind_invoices'
  | 'remind_debtors'
  | 'zip_invoices'
  | 'print_invoices'
  | 'send_access'
  | 'pay_bank_lines'

export type BulkJobsStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

export type BulkJobsTable = {
  company_id: Generated<string>
  id: Generated<string>
  action: BulkJobsAction
  query: string
  status: Generated<BulkJobsStatus>
  total: number
  done: Generated<number>
  failed: Generated<number>
  problem: string | null
  file_name: string | null
  fence: Generated<number>
  heartbeat_at: Generated<Date>
  actor_id: string | null
  actor_name: string
  actor_role: string
  created_at: Generated<Date>
  finished_at: Date | null
  undone: number | null
  tries: Generated<number>
}

export type BureauCaseInvoicesTable = {
  company_id: Generated<string>
  case_id: string
  invoice_id: string
  reported: Money | null
}

export type BureauCasesOutcome = 'settled' | 'left_out' | 'updated'

export type BureauCasesTable = {
  company_id: Generated<string>
  id: Generated<string>
  client_id: string
  opened_on: Day
  reported_on: Day | null
  reported_by: string | null
  reported_debt: Money | null
  outcome: BureauCasesOutcome | null
  closed_on: Day | null
  closed_by: string | null
  reason: string | null
  dispute_notified_on: Day | null
  dispute_notified_by: string | null
  dispute_notified_id: string | null
  updated_on: Day | null
}

export type BureauDaysTable = {
  company_id: Generated<string>
  on_day: Day
}

export type BureauNoticesTable = {
  company_id: Generated<string>
  id: Generated<string>
  case_id: string
  message_id: string | null
  debt: Money
  written_on: Day
  paper_on: Day | null
  paper_text: string | null
  paper_guide: string | null
}

export type BureauPoliciesTable = {
  company_id: Generated<string>
  version: number
  is_on: boolean
  bureau: string
  overdue_days: number
  minimum_debt: Money
  changed_at: Generated<Date>
  changed_by: string
}

export type CashCountsTable = {
  company_id: Generated<string>
  id: Generated<string>
  turn_id: string
  counted: Money
  expected: Money
  denominations: Json
  counted_by: string
  counted_at: Generated<Date>
}

export type CashMovementsKind = 'expense' | 'deposit'

export type CashMovementsTable = {
  company_id: Generated<string>
  id: Generated<string>
  turn_id: string
  kind: CashMovementsKind
  amount: Money
  on_day: Day
  reason: string | null
  to_account_id: string | null
  reference: string | null
  registered_by: string
  created_at: Generated<Date>
}

export type CashSettingsTable = {
  company_id: Generated<string>
  requires_turn: boolean
}

export type CashTurnsTable = {
  company_id: Generated<string>
  id: Generated<string>
  number: number
  account_id: string
  user_id: string
  opened_by: string
  opened_on: Day
  opened_at: Generated<Date>
  base: Money
  closed_by: string | null
  closed_on: Day | null
  closed_at: Date | null
  counted: Money | null
  expected: Money | null
  reason: string | null
  previous_counted: Money | null
  base_reason: string | null
}

export type ChartAccountsUse =
  | 'clients'
  | 'cash'
  | 'bank'
  | 'gateway'
  | 'retefuente'
  | 'reteiva'
  | 'reteica'
  | 'vat'
  | 'advances'
  | 'internet'
  | 'other_income'
  | 'returns'
  | 'rounding'
  | 'write_off'
  | 'recovery'
  | 'petty_expense'
  | 'cash_short'
  | 'cash_over'

export type ChartAccountsTable = {
  company_id: Generated<string>
  use: ChartAccountsUse
  account: string
}

export type ClientImportsBalances = 'list' | 'invoices'

export type ClientImportsTable = {
  company_id: Generated<string>
  id: Generated<string>
  file_name: string
  created: number
  updated: number
  refused: Json
  created_at: Generated<Date>
  source: Generated<string>
  headers: Json
  plans: Generated<string[]>
  undone_at: Date | null
  balances: Generated<ClientImportsBalances>
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

export type CollectionDecisionsAction = 'notify' | 'cut'

export type CollectionDecisionsOutcome = 'waiting' | 'done' | 'skipped' | 'failed' | 'simulated'

export type CollectionDecisionsTable = {
  company_id: Generated<string>
  run_id: string
  contract_id: string
  client_id: string
  action: CollectionDecisionsAction
  debt: Money
  overdue_days: number
  outcome: CollectionDecisionsOutcome
  reason: string | null
  done_at: Date | null
}

export type CollectionNoticesChannel = 'email' | 'call' | 'sms' | 'whatsapp' | 'paper'

export type CollectionNoticesTable = {
  company_id: Generated<string>
  id: Generated<string>
  contract_id: string
  channel: CollectionNoticesChannel
  message_id: string | null
  debt: Money
  given_on: Day
  given_by: string
  used_at: Date | null
}

export type CollectionPoliciesMode = 'off' | 'trial' | 'on'

export type CollectionPoliciesTable = {
  company_id: Generated<string>
  version: number
  mode: CollectionPoliciesMode
  trial_from: Day | null
  overdue_days: number
  minimum_debt: Money
  reminder_days: number | null
  notice_days: number
  avoids_weekends: boolean
  avoids_eves: boolean
  from_hour: number
  to_hour: number
  days_off: Generated<string[]>
  promise_days: number
  promise_uses: number
  promise_reconnects: boolean
  reconnects: boolean
  brake_percent: number
  changed_at: Generated<Date>
  changed_by: string
}

export type CollectionRunsStatus = 'running' | 'braked' | 'done' | 'stopped'

export type CollectionRunsTable = {
  company_id: Generated<string>
  id: Generated<string>
  on_day: Day
  policy_version: number
  is_trial: boolean
  status: CollectionRunsStatus
  to_notify: number
  to_cut: number
  spared: Json
  cuts_max: number
  approved_by: string | null
  created_at: Generated<Date>
  finished_at: Date | null
}

export type CollectionTemplatesKind = 'reminder' | 'notice' | 'cut' | 'reconnected'

export type CollectionTemplatesTable = {
  company_id: Generated<string>
  kind: CollectionTemplatesKind
  subject: string
  text: string
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

export type CompanyTaxRegimesTable = {
  company_id: Generated<string>
  from_on: Day
  is_vat_responsible: boolean
  is_self_withholder: boolean
  is_simple_regime: boolean
  set_by: string
  set_at: Generated<Date>
}

export type ConsentsPurpose =
  | 'data'
  | 'electronic_invoice'
  | 'contact_email'
  | 'contact_phone'
  | 'commercial'
  | 'credit_bureau'

export type ConsentsChannel = 'desk' | 'portal' | 'link' | 'whatsapp'

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

export type ContractCessionsDecision = 'accepted' | 'refused'

export type ContractCessionsNotice = 'near' | 'late'

export type ContractCessionsTable = {
  company_id: Generated<string>
  id: Generated<string>
  contract_id: string
  from_client_id: string
  to_client_id: string
  requested_on: Day
  answer_by: Day
  created_at: Generated<Date>
  decision: ContractCessionsDecision | null
  decided_at: Date | null
  decided_reason: string | null
  effective_on: Day | null
  applied_at: Date | null
  notice: ContractCessionsNotice | null
}

export type ContractChargesTable = {
  company_id: Generated<string>
  contract_id: string
  version: number
  reconnection_cost: Money
  transfer_cost: Money
  technical_visit_cost: Money
  additional_cable_cost: Money
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

export type ContractDocumentsKind = 'pdf' | 'image'

export type ContractDocumentsTable = {
  company_id: Generated<string>
  id: Generated<string>
  contract_id: string
  client_id: string
  title: string
  kind: ContractDocumentsKind
  stored_name: string
  bytes: number
  added_by: string
  created_at: Generated<Date>
  removed_at: Date | null
  removed_by: string | null
  removed_reason: string | null
}

export type ContractEquipmentValuesTable = {
  company_id: Generated<string>
  contract_id: string
  version: number
  onu: Money | null
  router: Money | null
  antena: Money | null
  decodificador: Money | null
  otro: Money | null
}

export type ContractRefundsNotice = 'near' | 'late'

export type ContractRefundsTable = {
  company_id: Generated<string>
  contract_id: string
  client_id: string
  amount: Money
  returned: Generated<Money>
  due_on: Day | null
  notice: ContractRefundsNotice | null
  closed_on: Day | null
  created_at: Generated<Date>
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

export type ContractTransfersSegment = 'residential' | 'business'

export type ContractTransfersEarlierSegment = 'residential' | 'business'

export type ContractTransfersTable = {
  company_id: Generated<string>
  id: Generated<string>
  contract_id: string
  moves_on: Day
  address: string
  department: string
  city: string
  municipality_code: string
  latitude: number | null
  longitude: number | null
  segment: ContractTransfersSegment
  stratum: number | null
  charge: Money
  created_at: Generated<Date>
  applied_on: Day | null
  earlier_address: string | null
  earlier_department: string | null
  earlier_city: string | null
  earlier_segment: ContractTransfersEarlierSegment | null
  earlier_stratum: number | null
  cancelled_at: Date | null
  cancel_reason: string | null
}

export type ContractVersionsReason =
  | 'signature'
  | 'plan_change'
  | 'plan_kept'
  | 'transfer'
  | 'cession'
  | 'termination_withdrawn'

export type ContractVersionsChannel = 'portal' | 'desk' | 'link'

export type ContractVersionsAskedChannel = 'oficina' | 'telefono' | 'correo' | 'whatsapp'

export type ContractVersionsTable = {
  company_id: Generated<string>
  contract_id: string
  version: number
  reason: ContractVersionsReason
  from_on: Day
  channel: ContractVersionsChannel
  accepted_by: string
  signature_id: string | null
  text: string
  text_hash: Buffer
  made_at: Generated<Date>
  asked_by: string | null
  asked_on: Day | null
  asked_channel: ContractVersionsAskedChannel | null
}

export type ContractsStatus = 'draft' | 'awaiting_installation' | 'active' | 'suspended' | 'terminated' | 'cancelled'

export type ContractsSegment = 'residential' | 'business'

export type ContractsInstallationNotice = 'near' | 'late'

export type ContractsRetractionChannel = 'oficina' | 'telefono' | 'correo' | 'whatsapp' | 'portal'

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
  moved_on: Day | null
  ceded_on: Day | null
  installation_notice: ContractsInstallationNotice | null
  accepts_renewal: Generated<boolean>
  retracted_on: Day | null
  retraction_channel: ContractsRetractionChannel | null
  refund_by: Day | null
  served_from: Day | null
  signed_vat_bps: number | null
}

export type CountersKind =
  | 'contract'
  | 'invoice'
  | 'credit_note'
  | 'receipt'
  | 'reversal'
  | 'refund'
  | 'installation_report'
  | 'pqr'
  | 'pqr_internal'

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
  methods: string[] | null
  has_page: Generated<boolean>
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
  turn_id: string | null
}

export type DayTotalsKind = 'invoiced' | 'collected'

export type DayTotalsTable = {
  company_id: Generated<string>
  kind: DayTotalsKind
  day: Day
  documents: number
  amount: Money
}

export type DefaultViewsTable = {
  company_id: Generated<string>
  user_id: string
  list: string
  view_id: string
}

export type DeskContactsChannel = 'call' | 'sms' | 'whatsapp'

export type DeskContactsFault = 'not_authorised' | 'hours' | 'once_a_day' | 'one_channel'

export type DeskContactsTable = {
  company_id: Generated<string>
  id: Generated<string>
  client_id: string
  channel: DeskContactsChannel
  contacted_at: Date
  fault: DeskContactsFault | null
  made_by: string
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
  raised_id: string | null
  raised_ids: Generated<string[]>
  raised_amounts: Generated<string[]>
  noted_amount: Generated<Money>
  noted_ids: Generated<string[]>
}

export type ElectronicAcceptancesCode = '030' | '031' | '032' | '033' | '034'

export type ElectronicAcceptancesSource = 'provider' | 'term'

export type ElectronicAcceptancesTable = {
  company_id: Generated<string>
  id: Generated<string>
  document_id: string
  code: ElectronicAcceptancesCode
  occurred_on: Day | null
  source: ElectronicAcceptancesSource
  written_at: Date
}

export type ElectronicDocumentsKind = 'invoice' | 'credit_note'

export type ElectronicDocumentsStatus =
  | 'queued'
  | 'sending'
  | 'pending_dian'
  | 'rejected'
  | 'manual'
  | 'validated'
  | 'withdrawn'

export type ElectronicDocumentsEnvironment = 'test' | 'production'

export type ElectronicDocumentsReason =
  | 'check_digit'
  | 'identification'
  | 'name'
  | 'email'
  | 'address'
  | 'municipality'
  | 'phone'
  | 'range'
  | 'date'
  | 'totals'
  | 'note_reference'
  | 'processed'
  | 'not_answered'
  | 'account'
  | 'answer'
  | 'error'
  | 'file'
  | 'other'

export type ElectronicDocumentsTable = {
  company_id: Generated<string>
  id: Generated<string>
  kind: ElectronicDocumentsKind
  invoice_id: string
  credit_note_id: string | null
  status: Generated<ElectronicDocumentsStatus>
  queued_at: Generated<Date>
  changed_at: Generated<Date>
  environment: ElectronicDocumentsEnvironment | null
  reference: string | null
  payload: Json
  frozen_at: Date | null
  tries: Generated<number>
  may_be_there: Generated<boolean>
  pending_since: Date | null
  next_try_at: Date | null
  reason: ElectronicDocumentsReason | null
  provider_reasons: Json
  number: string | null
  cufe: string | null
  qr_url: string | null
  validated_at: Date | null
  numbering: Json
  xml_file: string | null
  file_try_at: Date | null
  file_number: string | null
  file_code: string | null
  events_try_at: Date | null
  events_read_at: Date | null
  tacit_at: Date | null
  file_range_id: number | null
  is_aside: Generated<boolean>
  issued_on: Day | null
  is_trial: Generated<boolean>
  generated_at: Date | null
}

export type ElectronicQueuesProblem =
  | 'credentials'
  | 'range'
  | 'blocked'
  | 'account'
  | 'limited'
  | 'unanswered'
  | 'error'

export type ElectronicQueuesTable = {
  company_id: Generated<string>
  fence: Generated<number>
  leased_until: Date | null
  wait_until: Date | null
  problem: ElectronicQueuesProblem | null
  problem_text: string | null
  problem_since: Date | null
  failures: Generated<number>
  ranges_read_at: Date | null
  paused_at: Date | null
  paused_by: string | null
  invoices_blocked_until: Date | null
  notes_blocked_until: Date | null
}

export type ElectronicReconciliationsStatus = 'running' | 'done' | 'failed'

export type ElectronicReconciliationsEnvironment = 'test' | 'production'

export type ElectronicReconciliationsTable = {
  company_id: Generated<string>
  id: Generated<string>
  period: string
  status: Generated<ElectronicReconciliationsStatus>
  asked_by: string
  started_at: Date
  finished_at: Date | null
  held: Generated<number>
  listed: Generated<number>
  recovered: Generated<number>
  differences: Json
  environment: ElectronicReconciliationsEnvironment | null
}

export type ElectronicStepsToStatus =
  | 'queued'
  | 'sending'
  | 'pending_dian'
  | 'rejected'
  | 'manual'
  | 'validated'
  | 'withdrawn'

export type ElectronicStepsTable = {
  company_id: Generated<string>
  id: Generated<string>
  document_id: string
  at: Date
  to_status: ElectronicStepsToStatus
  text: string
  author: string
  provider_reasons: Json
}

export type EquipmentKind = 'onu' | 'router' | 'antena' | 'decodificador' | 'otro'

export type EquipmentProperty = 'comodato' | 'vendido'

export type EquipmentState = 'in_store' | 'assigned' | 'at_client' | 'returned' | 'damaged' | 'lost'

export type EquipmentTable = {
  company_id: Generated<string>
  id: Generated<string>
  kind: EquipmentKind
  brand: string
  model: string | null
  serial: string | null
  mac: string | null
  property: EquipmentProperty
  state: Generated<EquipmentState>
  technician_id: string | null
  contract_id: string | null
  pick_up_from: Day | null
  created_at: Generated<Date>
}

export type EquipmentMovesFromState = 'in_store' | 'assigned' | 'at_client' | 'returned' | 'damaged' | 'lost'

export type EquipmentMovesToState = 'in_store' | 'assigned' | 'at_client' | 'returned' | 'damaged' | 'lost'

export type EquipmentMovesTable = {
  company_id: Generated<string>
  id: Generated<string>
  equipment_id: string
  from_state: EquipmentMovesFromState | null
  to_state: EquipmentMovesToState
  technician_id: string | null
  contract_id: string | null
  report_id: string | null
  note: string | null
  actor_name: string
  created_at: Generated<Date>
}

export type EquipmentValuesTable = {
  company_id: Generated<string>
  onu: Money | null
  router: Money | null
  antena: Money | null
  decodificador: Money | null
  otro: Money | null
  updated_at: Generated<Date>
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

export type EvidenceFilesKind = 'photo' | 'signature'

export type EvidenceFilesTable = {
  company_id: Generated<string>
  id: Generated<string>
  name: string
  kind: EvidenceFilesKind
  uploaded_by: string
  created_at: Generated<Date>
  report_id: string | null
}

export type FileIssuersEnvironment = 'test' | 'production'

export type FileIssuersTable = {
  company_id: Generated<string>
  environment: FileIssuersEnvironment
  sealed_pin: Buffer
  is_on: boolean
  set_by: string
  set_at: Generated<Date>
}

export type FileStoringsTable = {
  company_id: Generated<string>
  id: Generated<string>
  key: string
  announced_at: Generated<Date>
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

export type ImportChoicesKind = 'column' | 'plan' | 'default'

export type ImportChoicesTable = {
  company_id: Generated<string>
  kind: ImportChoicesKind
  source: string
  target: string
}

export type ImportRecordsTable = {
  company_id: Generated<string>
  import_id: string
  line: number
  source: string
  external_id: string | null
  client_id: string
  contract_id: string | null
  is_client_new: boolean
  is_contract_new: boolean
  cells: Json
}

export type InstallationReportsTypeOrderJob = 'retiro' | 'instalacion' | 'translado' | 'reinstalacion' | 'cambio_equipo'

export type InstallationReportsTecnologyService = 'radio_enlace' | 'television' | 'fibra_optica'

export type InstallationReportsSatisfactionSurvey1 = 'E' | 'B' | 'R' | 'M' | 'NA'

export type InstallationReportsSatisfactionSurvey2 = 'E' | 'B' | 'R' | 'M' | 'NA'

export type InstallationReportsSatisfactionSurvey3 = 'E' | 'B' | 'R' | 'M' | 'NA'

export type InstallationReportsEffect = 'activated' | 'ended' | 'reconnected' | 'moved' | 'none' | 'task'

export type InstallationReportsTable = {
  company_id: Generated<string>
  id: Generated<string>
  client_uuid: string
  digest: Buffer
  contract_id: string
  client_id: string
  municipality_code: string
  consecutive: number
  start_time: Date
  end_time: Date
  sent_at: Date | null
  created_at: Date
  visit_on: Day
  is_clock_off: boolean
  type_order_job: InstallationReportsTypeOrderJob
  tecnology_service: InstallationReportsTecnologyService
  initial_service_condition: string | null
  description_activity: string | null
  observation_electrical_condition: string | null
  alternative_name: string | null
  alternative_email: string | null
  alternative_telephone: string | null
  alternative_phone: string | null
  signature_technical_file: string
  signature_client_file: string
  signature_anexo_file: string | null
  evi_img_file1: string | null
  evi_img_file2: string | null
  evi_img_file3: string | null
  evi_vid_url: string | null
  bandwidth: number | null
  observation_speed_test_service: string | null
  property_coverage_service: boolean | null
  observation_information_additional: string | null
  use_days_service: Json
  agreement_datetime_visit: boolean | null
  date_visit: Day | null
  time_visit: string | null
  cause_reason: string | null
  satisfaction_survey_1: InstallationReportsSatisfactionSurvey1
  satisfaction_survey_2: InstallationReportsSatisfactionSurvey2
  satisfaction_survey_3: InstallationReportsSatisfactionSurvey3
  contracted_download: number | null
  contracted_upload: number | null
  share_bps: number
  is_under_speed: boolean
  effect: InstallationReportsEffect
  effect_sentence: string
  contract: Json
  author: Json
  created_by: string
  equipment_moves: Json
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

export type InvoicesKind = 'period' | 'one_off' | 'opening' | 'voided_payment'

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
  extended_amount: Generated<Money>
  extended_to_on: Day | null
  plan: ColumnType<string, never, never>
  written_off: Generated<Money>
  agreed_to_on: Day | null
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
  | 'write_off'
  | 'recovery'

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
  | 'write_off'
  | 'recovery'

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
  client_without_invoice_id: ColumnType<string | null, never, never>
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

export type MailChoicesTopic = 'payments' | 'invoices' | 'contracts' | 'pqr' | 'system'

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

export type MessageFilesTable = {
  company_id: Generated<string>
  message_id: string
  name: string
  type: string
  sha256: string
  bytes: Buffer | null
}

export type MessagesKind =
  | 'invoice'
  | 'receipt'
  | 'reminder'
  | 'credit_note'
  | 'visit'
  | 'contract'
  | 'pqr'
  | 'report'
  | 'outage'
  | 'suspension'

export type MessagesCategory = 'transaccional' | 'cobranza' | 'comercial'

export type MessagesStatus = 'queued' | 'sending' | 'held' | 'sent' | 'failed' | 'unknown' | 'dropped' | 'replaced'

export type MessagesOnlyWhile = 'owed' | 'noticed' | 'cut' | 'bureau' | 'agreement'

export type MessagesChannel = 'email' | 'whatsapp' | 'sms'

export type MessagesTemplate = 'reminder' | 'notice' | 'cut' | 'reconnected'

export type MessagesDelivery = 'accepted' | 'sent' | 'delivered' | 'read'

export type MessagesTable = {
  company_id: Generated<string>
  id: Generated<string>
  kind: MessagesKind
  category: MessagesCategory
  client_id: string | null
  invoice_id: string | null
  dedupe: string | null
  to_email: string | null
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
  contract_id: string | null
  only_while: MessagesOnlyWhile | null
  cleared_at: Date | null
  channel: Generated<MessagesChannel>
  to_phone: string | null
  template: MessagesTemplate | null
  template_values: Json
  provider_id: string | null
  delivery: MessagesDelivery | null
  delivered_at: Date | null
  read_at: Date | null
  failure_code: number | null
  replaced_by: string | null
  bulk_job_id: string | null
  handed_at: Date | null
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

export type NetworkDevicesKind = 'webhook' | 'routeros' | 'radius'

export type NetworkDevicesMode = 'off' | 'monitor' | 'enforce'

export type NetworkDevicesHalted = 'credentials' | 'cuts' | 'differences'

export type NetworkDevicesTable = {
  company_id: Generated<string>
  id: Generated<string>
  name: string
  kind: NetworkDevicesKind
  mode: Generated<NetworkDevicesMode>
  url: string | null
  nas_address: string | null
  coa_port: Generated<number>
  login: string | null
  sealed: Buffer | null
  radius_secret: Buffer | null
  certificate: string | null
  list_name: Generated<string>
  failures: Generated<number>
  rests_until: Date | null
  problem: string | null
  halted: NetworkDevicesHalted | null
  confirmed_at: Date | null
  answered_at: Date | null
  compared_at: Date | null
  claim: string | null
  claimed_until: Date | null
  created_at: Generated<Date>
  served_at: Date | null
}

export type NetworkDifferencesKind = 'missing' | 'state' | 'speed' | 'identity' | 'extra' | 'foreign'

export type NetworkDifferencesTable = {
  company_id: Generated<string>
  id: Generated<string>
  device_id: string
  service_id: string | null
  kind: NetworkDifferencesKind
  wanted: string
  found: string
  found_at: Date
}

export type NetworkOrdersAction = 'create' | 'suspend' | 'reconnect' | 'change_speed' | 'remove'

export type NetworkOrdersState = 'queued' | 'done' | 'superseded' | 'failed'

export type NetworkOrdersTable = {
  company_id: Generated<string>
  id: Generated<string>
  service_id: string
  device_id: string
  action: NetworkOrdersAction
  version: number
  source: string
  actor_name: string
  state: Generated<NetworkOrdersState>
  is_cut: ColumnType<boolean, never, never>
  tries: Generated<number>
  next_try_at: Generated<Date>
  problem: string | null
  created_at: Generated<Date>
  finished_at: Date | null
}

export type NetworkServicesOnSuspend = 'walled' | 'reject'

export type NetworkServicesAppliedState = 'active' | 'suspended' | 'absent'

export type NetworkServicesTable = {
  company_id: Generated<string>
  id: Generated<string>
  contract_id: string
  device_id: string
  username: string
  password: Buffer | null
  ipv4: string | null
  on_suspend: Generated<NetworkServicesOnSuspend>
  version: Generated<number>
  applied_state: NetworkServicesAppliedState | null
  applied_down_kbps: number | null
  applied_up_kbps: number | null
  applied_at: Date | null
  created_at: Generated<Date>
  is_cut_held: Generated<boolean>
}

export type NetworkTriesOutcome = 'applied' | 'unchanged' | 'error' | 'refused' | 'unanswered' | 'credentials'

export type NetworkTriesTable = {
  company_id: Generated<string>
  id: Generated<string>
  order_id: string
  outcome: NetworkTriesOutcome
  detail: string | null
  took_ms: number
  at: Generated<Date>
}

export type NoteConceptsTable = {
  code: string
  name: string
  valid_from: Day
  valid_to: Day | null
  legal_basis: string
}

export type NotificationsTopic = 'payments' | 'invoices' | 'contracts' | 'pqr' | 'system'

export type NotificationsTable = {
  company_id: Generated<string>
  id: Generated<string>
  user_id: string
  event_id: string
  topic: NotificationsTopic
  read_at: Date | null
  created_at: Generated<Date>
}

export type NumberingRangesProvider = 'factus' | 'ubl_file'

export type NumberingRangesEnvironment = 'test' | 'production'

export type NumberingRangesDocument = 'invoice' | 'credit_note'

export type NumberingRangesNotifiedState = 'warning' | 'blocked'

export type NumberingRangesTable = {
  company_id: Generated<string>
  id: Generated<string>
  provider: Generated<NumberingRangesProvider>
  environment: NumberingRangesEnvironment
  provider_range_id: number
  document: NumberingRangesDocument
  prefix: string
  from_number: number | null
  to_number: number | null
  next_number: number
  resolution: string | null
  starts_on: Day | null
  ends_on: Day | null
  sealed_key: Buffer | null
  is_active: boolean
  is_chosen: Generated<boolean>
  notified_state: NumberingRangesNotifiedState | null
  synced_at: Generated<Date>
  has_given: Generated<boolean>
}

export type OutageContractsTable = {
  company_id: Generated<string>
  outage_id: string
  contract_id: string
  month: string
  minutes: Generated<number>
  from_on: Day
  place_id: string
}

export type OutagePlacesTable = {
  company_id: Generated<string>
  id: Generated<string>
  outage_id: string
  position: number
  municipality_code: string | null
  department: string | null
  city: string | null
  device_id: string | null
  device_name: string | null
  started_at: Date
  ended_at: Date | null
  removed_at: Date | null
  remove_reason: string | null
  created_by: string
  created_at: Generated<Date>
}

export type OutagesTable = {
  company_id: Generated<string>
  id: Generated<string>
  cause: string
  started_at: Date
  expected_end_at: Date | null
  ended_at: Date | null
  cancelled_at: Date | null
  cancel_reason: string | null
  correction_reason: string | null
  is_notified: boolean
  contracts: Generated<number>
  created_by: string
  created_at: Generated<Date>
}

export type OutgoingWebhooksState = 'on' | 'off' | 'paused'

export type OutgoingWebhooksTable = {
  company_id: Generated<string>
  id: Generated<string>
  name: string
  url: string
  events: string[]
  state: Generated<OutgoingWebhooksState>
  sealed: Buffer
  previous_sealed: Buffer | null
  previous_until: Date | null
  problem: string | null
  answered_at: Date | null
  claim: string | null
  claimed_until: Date | null
  sent_at: Date | null
  created_at: Generated<Date>
  removed_at: Date | null
}

export type PaymentAgreementInstalmentsTable = {
  company_id: Generated<string>
  agreement_id: string
  position: number
  due_on: Day
  amount: Money
}

export type PaymentAgreementInvoicesTable = {
  company_id: Generated<string>
  agreement_id: string
  invoice_id: string
  amount: Money
}

export type PaymentAgreementsOutcome = 'kept' | 'broken' | 'cancelled'

export type PaymentAgreementsTable = {
  company_id: Generated<string>
  id: Generated<string>
  contract_id: string
  client_id: string
  amount: Money
  made_on: Day
  made_by: string
  outcome: PaymentAgreementsOutcome | null
  ended_on: Day | null
}

export type PaymentAttemptInvoicesTable = {
  company_id: Generated<string>
  attempt_id: string
  invoice_id: string
  amount: Money
  is_open: Generated<boolean>
  set_apart: Generated<Money>
}

export type PaymentAttemptsMethod =
  | 'nequi'
  | 'pse'
  | 'bancolombia_transfer'
  | 'card'
  | 'bancolombia_collect'
  | 'wompi_page'

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
  is_unanswered: Generated<boolean>
  slip_agreement: string | null
  slip_intention: string | null
  expires_at: Date | null
  payment_link_id: string | null
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

export type PaymentPromisesSide = 'cliente' | 'empresa'

export type PaymentPromisesOutcome = 'kept' | 'broken' | 'cancelled'

export type PaymentPromisesTable = {
  company_id: Generated<string>
  id: Generated<string>
  contract_id: string
  client_id: string
  amount: Money
  made_on: Day
  until_on: Day
  made_by: string
  side: PaymentPromisesSide
  outcome: PaymentPromisesOutcome | null
  ended_on: Day | null
}

export type PaymentReversalsTable = {
  company_id: Generated<string>
  payment_id: string
  reason: string
  created_at: Generated<Date>
  reversed_on: Day
  number: number
  turn_id: string | null
  left_box: Generated<boolean>
  registered_by: string | null
}

export type PaymentsMethod =
  | 'efectivo'
  | 'consignacion'
  | 'transferencia'
  | 'nequi'
  | 'pse'
  | 'bancolombia_transfer'
  | 'card'
  | 'bancolombia_collect'
  | 'wompi_page'

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
  turn_id: string | null
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
  compensates: string | null
  occurred_on: Generated<Day>
  equipment_move_id: string | null
}

export type PlansSegment = 'residential' | 'business'

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
  segment: PlansSegment | null
  is_packaged: Generated<boolean>
}

export type PqrCasesType = 'peticion' | 'queja' | 'recurso_reposicion' | 'recurso_reposicion_subsidio_apelacion'

export type PqrCasesTypology =
  | 'facturacion'
  | 'calidad'
  | 'sin_servicio'
  | 'instalacion'
  | 'traslado'
  | 'cambio_plan'
  | 'permanencia'
  | 'negativa_contrato'
  | 'suspension'
  | 'corte'
  | 'terminacion'
  | 'cesion'
  | 'atencion'
  | 'datos_personales'
  | 'fraude'
  | 'otra'

export type PqrCasesService = 'internet' | 'telefonia' | 'television'

export type PqrCasesChannel = 'portal' | 'web' | 'telefono' | 'oficina' | 'correo' | 'redes'

export type PqrCasesResponseChannel = 'correo' | 'portal' | 'direccion' | 'telefono'

export type PqrCasesPetitionerType = 'CC' | 'CE' | 'NIT' | 'TI' | 'PPT' | 'PEP' | 'PA'

export type PqrCasesStatus =
  | 'radicada'
  | 'en_tramite'
  | 'prorrogada'
  | 'respondida'
  | 'sap'
  | 'en_reposicion'
  | 'repuesta'
  | 'confirmada'
  | 'trasladada_sic'
  | 'decidida_sic'
  | 'cerrada'
  | 'desistida'

export type PqrCasesDecision = 'favor' | 'contra' | 'parcial'

export type PqrCasesAppealKind = 'reposicion' | 'reposicion_subsidio_apelacion'

export type PqrCasesAppealDecision = 'favor' | 'contra' | 'parcial'

export type PqrCasesSicOutcome = 'confirma' | 'modifica' | 'revoca' | 'improcedente'

export type PqrCasesFiledTypology =
  | 'facturacion'
  | 'calidad'
  | 'sin_servicio'
  | 'instalacion'
  | 'traslado'
  | 'cambio_plan'
  | 'permanencia'
  | 'negativa_contrato'
  | 'suspension'
  | 'corte'
  | 'terminacion'
  | 'cesion'
  | 'atencion'
  | 'datos_personales'
  | 'fraude'
  | 'otra'

export type PqrCasesFiledService = 'internet' | 'telefonia' | 'television'

export type PqrCasesAnsweredTypology =
  | 'facturacion'
  | 'calidad'
  | 'sin_servicio'
  | 'instalacion'
  | 'traslado'
  | 'cambio_plan'
  | 'permanencia'
  | 'negativa_contrato'
  | 'suspension'
  | 'corte'
  | 'terminacion'
  | 'cesion'
  | 'atencion'
  | 'datos_personales'
  | 'fraude'
  | 'otra'

export type PqrCasesSatisfactionChannel = 'telefono' | 'oficina' | 'correo' | 'redes'

export type PqrCasesWithdrawnChannel = 'portal' | 'web' | 'telefono' | 'oficina' | 'correo' | 'redes'

export type PqrCasesDataRequest = 'consulta' | 'reclamo'

export type PqrCasesTable = {
  company_id: Generated<string>
  id: Generated<string>
  reference: string
  cun: string | null
  type: PqrCasesType
  typology: PqrCasesTypology
  service: PqrCasesService
  channel: PqrCasesChannel
  response_channel: PqrCasesResponseChannel
  response_address: string | null
  client_id: string | null
  contract_id: string | null
  invoice_id: string | null
  claimed_amount: Money | null
  petitioner_name: string
  petitioner_type: PqrCasesPetitionerType
  petitioner_identification: string
  petitioner_email: string | null
  petitioner_phone: string | null
  petitioner_address: string | null
  subject: string
  text: string
  digest: Buffer
  filed_at: Date
  filed_on: Day
  filed_by: string
  first_answer_by: Day
  status: PqrCasesStatus
  version: Generated<number>
  changed_by: string
  assignee_id: string | null
  answer_by: Day
  due_at: Date | null
  clock_at: Date | null
  extended_on: Day | null
  decision: PqrCasesDecision | null
  answered_on: Day | null
  appeal_until: Day | null
  appeal_kind: PqrCasesAppealKind | null
  appealed_on: Day | null
  appeal_decision: PqrCasesAppealDecision | null
  appeal_answered_on: Day | null
  silence_on: Day | null
  transfer_by: Day | null
  transferred_on: Day | null
  sic_outcome: PqrCasesSicOutcome | null
  sic_decided_on: Day | null
  closed_at: Date | null
  satisfaction: number | null
  satisfaction_on: Day | null
  filed_typology: PqrCasesFiledTypology
  filed_service: PqrCasesFiledService
  answered_typology: PqrCasesAnsweredTypology | null
  filed_disputed: Money | null
  satisfaction_by: string | null
  satisfaction_channel: PqrCasesSatisfactionChannel | null
  report_id: string | null
  withdrawn_on: Day | null
  withdrawn_channel: PqrCasesWithdrawnChannel | null
  data_request: PqrCasesDataRequest | null
  linked_invoice_id: string | null
  linked_amount: Money | null
  linked_at: Date | null
  search: ColumnType<string, never, never>
  added_amount: Generated<Money>
  spoken_number: ColumnType<number | null, never, never>
  is_packaged: Generated<boolean>
}

export type PqrEntriesKind =
  | 'filed'
  | 'message'
  | 'note'
  | 'info_request'
  | 'taken'
  | 'assigned'
  | 'classified'
  | 'file'
  | 'extended'
  | 'answered'
  | 'silence'
  | 'task_done'
  | 'appealed'
  | 'appeal_answered'
  | 'window_closed'
  | 'transferred'
  | 'sic_decided'
  | 'cun_set'
  | 'notified'
  | 'delivered'
  | 'closed'
  | 'rated'
  | 'visit'
  | 'withdrawn'
  | 'linked'
  | 'raised'

export type PqrEntriesSide = 'cliente' | 'empresa' | 'sistema'

export type PqrEntriesFromStatus =
  | 'radicada'
  | 'en_tramite'
  | 'prorrogada'
  | 'respondida'
  | 'sap'
  | 'en_reposicion'
  | 'repuesta'
  | 'confirmada'
  | 'trasladada_sic'
  | 'decidida_sic'
  | 'cerrada'
  | 'desistida'

export type PqrEntriesToStatus =
  | 'radicada'
  | 'en_tramite'
  | 'prorrogada'
  | 'respondida'
  | 'sap'
  | 'en_reposicion'
  | 'repuesta'
  | 'confirmada'
  | 'trasladada_sic'
  | 'decidida_sic'
  | 'cerrada'
  | 'desistida'

export type PqrEntriesDecision = 'favor' | 'contra' | 'parcial'

export type PqrEntriesTable = {
  company_id: Generated<string>
  id: Generated<string>
  case_id: string
  kind: PqrEntriesKind
  at: Date
  side: PqrEntriesSide
  author_id: string | null
  author: string
  text: string
  is_internal: Generated<boolean>
  from_status: PqrEntriesFromStatus | null
  to_status: PqrEntriesToStatus | null
  decision: PqrEntriesDecision | null
  stated_reference: string | null
  stated_until: Day | null
}

export type PqrFilesKind = 'pdf' | 'image'

export type PqrFilesTable = {
  company_id: Generated<string>
  id: Generated<string>
  case_id: string
  name: string
  kind: PqrFilesKind
  stored: string
  bytes: number
  is_internal: boolean
  added_by: string
  added_at: Date
}

export type PqrMailsOutcome = 'kept' | 'closed' | 'other_sender'

export type PqrMailsTable = {
  company_id: Generated<string>
  case_id: string
  digest: Buffer
  outcome: PqrMailsOutcome
  received_at: Date
}

export type PqrPresencesDoing = 'reading' | 'answering'

export type PqrPresencesTable = {
  company_id: Generated<string>
  user_id: string
  case_id: string
  doing: PqrPresencesDoing
  seen_at: Generated<Date>
}

export type PqrRangesTable = {
  company_id: Generated<string>
  year: number
  operator_code: string
  first_number: number
  last_number: number | null
}

export type PqrRegulatorCodesList = 'typology' | 'channel' | 'service'

export type PqrRegulatorCodesTable = {
  company_id: Generated<string>
  list: PqrRegulatorCodesList
  key: string
  code: string
}

export type PqrTakenNumbersTable = {
  number: string
  company_id: string
}

export type PqrTasksTable = {
  company_id: Generated<string>
  id: Generated<string>
  case_id: string
  text: string
  due_at: Date
  done_at: Date | null
  done_by: string | null
  is_stopped: Generated<boolean>
}

export type PqrTemplatesTypology =
  | 'facturacion'
  | 'calidad'
  | 'sin_servicio'
  | 'instalacion'
  | 'traslado'
  | 'cambio_plan'
  | 'permanencia'
  | 'negativa_contrato'
  | 'suspension'
  | 'corte'
  | 'terminacion'
  | 'cesion'
  | 'atencion'
  | 'datos_personales'
  | 'fraude'
  | 'otra'

export type PqrTemplatesTable = {
  company_id: Generated<string>
  id: Generated<string>
  name: string
  typology: PqrTemplatesTypology | null
  text: string
}

export type PqrVisitsTable = {
  company_id: Generated<string>
  case_id: string
  visit_id: string
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

export type QueueRunnersTable = {
  id: string
  seen_at: Generated<Date>
}

export type ReceivedTotalsSource = 'payment' | 'reversal' | 'refund'

export type ReceivedTotalsTable = {
  company_id: Generated<string>
  day: Day
  source: ReceivedTotalsSource
  method: string
  documents: number
  amount: Money
  withheld: Money
}

export type ReconnectionTermsCause = 'payment' | 'promise'

export type ReconnectionTermsTable = {
  company_id: Generated<string>
  id: Generated<string>
  contract_id: string
  paid_at: Date
  due_on: Day
  cause: ReconnectionTermsCause
  reconnected_at: Date | null
  problem: string | null
  warned_at: Date | null
  owed_again_at: Date | null
  notified_at: Date | null
  ended_on: Day | null
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
  | 'switch'

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

export type ReportEquipmentTable = {
  company_id: Generated<string>
  id: Generated<string>
  report_id: string
  equipment: Json
  technical_data: Json
  saved_at: Generated<Date>
  saved_by: string
  saved_by_name: string
}

export type ReportRecipientsTable = {
  company_id: Generated<string>
  schedule_id: string
  user_id: string
}

export type ReportSchedulesReport =
  | 'facturacion'
  | 'recaudo'
  | 'cartera'
  | 'cartera_municipios'
  | 'cartera_planes'
  | 'cartera_tecnicos'
  | 'iva'
  | 'planes'
  | 'clientes'
  | 'pqr'
  | 'pqr_tipos'
  | 'actas'
  | 't12'
  | 't13'
  | 'futic'

export type ReportSchedulesEvery = 'week' | 'month'

export type ReportSchedulesFormat = 'pdf' | 'xlsx'

export type ReportSchedulesTable = {
  company_id: Generated<string>
  id: Generated<string>
  report: ReportSchedulesReport
  every: ReportSchedulesEvery
  format: ReportSchedulesFormat
  next_on: Day
  last_on: Day | null
  created_by: string
}

export type ReportSpeedTestsTable = {
  company_id: Generated<string>
  report_id: string
  number: number
  speed_download: number
  speed_upload: number
  speed_latency: number
}

export type ReportTasksTable = {
  company_id: Generated<string>
  report_id: string
  reason: string
  done_at: Date | null
  done_by: string | null
  note: string | null
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
  tries: Generated<number>
}

export type SecretChecksTable = {
  id: Generated<boolean>
  value: Buffer
  set_at: Generated<Date>
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

export type SigningLinksTable = {
  company_id: Generated<string>
  id: Generated<string>
  contract_id: string
  to_email: string
  sent_on: Day
  terms_hash: Buffer
  sent_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
  revoked_at: Date | null
}

export type SmsAccountsTable = {
  company_id: Generated<string>
  url: string
  sender: string
  sealed: Buffer
  last_four: string
  part_price: Money | null
  set_by: string
  set_at: Generated<Date>
  tested_at: Date | null
  problem: string | null
  is_on: Generated<boolean>
  notices: Generated<string[]>
}

export type StoredFilesTable = {
  company_id: Generated<string>
  name: string
  bytes: number
  created_at: Generated<Date>
}

export type StoredTotalsTable = {
  company_id: Generated<string>
  files: number
  bytes: number
}

export type SuspensionIntervalsKind = 'arrears' | 'voluntary' | 'removal'

export type SuspensionIntervalsTable = {
  company_id: Generated<string>
  id: Generated<string>
  contract_id: string
  kind: SuspensionIntervalsKind
  from_on: Day
  to_on: Day | null
  corrected_to: Day | null
  is_imported: Generated<boolean>
  is_unowed: Generated<boolean>
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

export type VisitChangesState = 'planned' | 'moved' | 'done' | 'missed' | 'cancelled'

export type VisitChangesSlot = 'dia' | 'manana' | 'tarde' | 'horas'

export type VisitChangesTable = {
  company_id: Generated<string>
  id: Generated<string>
  visit_id: string
  state: VisitChangesState
  day: Day | null
  slot: VisitChangesSlot
  from_time: string | null
  to_time: string | null
  technician_id: string | null
  reason: string | null
  actor_name: string
  created_at: Generated<Date>
}

export type VisitsKind = 'instalacion' | 'retiro' | 'translado' | 'reinstalacion' | 'cambio_equipo' | 'revision'

export type VisitsState = 'planned' | 'moved' | 'done' | 'missed' | 'cancelled'

export type VisitsSlot = 'dia' | 'manana' | 'tarde' | 'horas'

export type VisitsTable = {
  company_id: Generated<string>
  id: Generated<string>
  contract_id: string
  kind: VisitsKind
  state: Generated<VisitsState>
  day: Day | null
  slot: Generated<VisitsSlot>
  from_time: string | null
  to_time: string | null
  technician_id: string | null
  bring: string | null
  note: string | null
  reason: string | null
  report_id: string | null
  created_by: string
  created_at: Generated<Date>
}

export type VoucherBatchesTable = {
  company_id: Generated<string>
  number: number
  through_on: Day
  entries: Generated<number>
  vouchers: Generated<number>
  amount: Generated<Money>
  downloads: Generated<number>
  created_by: string
  created_at: Generated<Date>
}

export type VoucherEntriesTable = {
  company_id: Generated<string>
  client_id: string
  entry_id: string
  batch: number
}

export type VoucherNumbersKind = 'invoice' | 'note' | 'receipt' | 'reversal' | 'refund' | 'use' | 'adjustment' | 'turn'

export type VoucherNumbersTable = {
  company_id: Generated<string>
  kind: VoucherNumbersKind
  number: number
  batch: number
  key: string
}

export type VoucherTurnsTable = {
  company_id: Generated<string>
  turn_id: string
  batch: number
  day: Day
  is_whole: Generated<boolean>
}

export type WebhookDeliveriesState = 'queued' | 'delivered' | 'failed'

export type WebhookDeliveriesTable = {
  company_id: Generated<string>
  id: Generated<string>
  webhook_id: string
  event_id: string
  type: string
  state: Generated<WebhookDeliveriesState>
  tries: Generated<number>
  next_try_at: Generated<Date>
  status: number | null
  problem: string | null
  created_at: Generated<Date>
  finished_at: Date | null
}

export type WebhookTriesTable = {
  company_id: Generated<string>
  id: Generated<string>
  delivery_id: string
  status: number | null
  problem: string | null
  answer: string
  took_ms: number
  at: Generated<Date>
}

export type WhatsappAccountsTable = {
  company_id: Generated<string>
  phone_number_id: string
  waba_id: string
  sealed: Buffer
  last_four: Json
  endpoint_key: string
  display_phone: string | null
  notices: Generated<string[]>
  set_by: string
  set_at: Generated<Date>
  tested_at: Date | null
  problem: string | null
  is_on: Generated<boolean>
  event_at: Date | null
  refused_at: Date | null
}

export type WhatsappPricesTable = {
  company_id: Generated<string>
  starts_on: Day
  price: Money
  set_by: string
  set_at: Generated<Date>
}

export type WhatsappRepliesTable = {
  company_id: Generated<string>
  id: Generated<string>
  provider_id: string
  client_id: string | null
  phone: string
  text: string
  received_at: Generated<Date>
}

export type WhatsappTemplatesNotice = 'reminder' | 'notice' | 'cut' | 'reconnected'

export type WhatsappTemplatesStatus =
  | 'missing'
  | 'pending'
  | 'approved'
  | 'rejected'
  | 'paused'
  | 'disabled'
  | 'different'

export type WhatsappTemplatesTable = {
  company_id: Generated<string>
  notice: WhatsappTemplatesNotice
  status: WhatsappTemplatesStatus
  category: string | null
  problem: string | null
  checked_at: Generated<Date>
}

export type WhatsappUnreachableTable = {
  company_id: Generated<string>
  phone: string
  failure_code: number
  since: Date
}

export type WithholdingCertificatesTable = {
  company_id: Generated<string>
  payment_id: string
  number: string
  issued_on: Day | null
}

export type WriteOffMovesKind = 'recovery' | 'recovery_reversal' | 'note'

export type WriteOffMovesTable = {
  company_id: Generated<string>
  id: Generated<string>
  adjustment_id: string
  client_id: string
  invoice_id: string
  kind: WriteOffMovesKind
  payment_id: string | null
  credit_note_id: string | null
  amount: Money
  posted_on: Day
  registered_by: string
}

/** The columns whose values a check lists. */
export type ListedValues = {
  agreement_notices_kind: AgreementNoticesKind
  api_tokens_role: ApiTokensRole
  balance_closings_kind: BalanceClosingsKind
  bank_agreements_reference: BankAgreementsReference
  bank_files_format: BankFilesFormat
  bank_files_reference_kind: BankFilesReferenceKind
  bank_lines_method: BankLinesMethod
  bank_lines_state: BankLinesState
  billed_totals_source: BilledTotalsSource
  bucket_objects_kind: BucketObjectsKind
  bucket_objects_use: BucketObjectsUse
  bulk_items_outcome: BulkItemsOutcome
  bulk_jobs_action: BulkJobsAction
  bulk_jobs_status: BulkJobsStatus
  bureau_cases_outcome: BureauCasesOutcome
  cash_movements_kind: CashMovementsKind
  chart_accounts_use: ChartAccountsUse
  client_imports_balances: ClientImportsBalances
  clients_type_identification: ClientsTypeIdentification
  clients_segment: ClientsSegment
  collection_decisions_action: CollectionDecisionsAction
  collection_decisions_outcome: CollectionDecisionsOutcome
  collection_notices_channel: CollectionNoticesChannel
  collection_policies_mode: CollectionPoliciesMode
  collection_runs_status: CollectionRunsStatus
  collection_templates_kind: CollectionTemplatesKind
  companies_kind: CompaniesKind
  companies_status: CompaniesStatus
  consents_purpose: ConsentsPurpose
  consents_channel: ConsentsChannel
  contract_cessions_decision: ContractCessionsDecision
  contract_cessions_notice: ContractCessionsNotice
  contract_documents_kind: ContractDocumentsKind
  contract_refunds_notice: ContractRefundsNotice
  contract_transfers_segment: ContractTransfersSegment
  contract_transfers_earlier_segment: ContractTransfersEarlierSegment
  contract_versions_reason: ContractVersionsReason
  contract_versions_channel: ContractVersionsChannel
  contract_versions_asked_channel: ContractVersionsAskedChannel
  contracts_status: ContractsStatus
  contracts_segment: ContractsSegment
  contracts_installation_notice: ContractsInstallationNotice
  contracts_retraction_channel: ContractsRetractionChannel
  counters_kind: CountersKind
  credentials_provider: CredentialsProvider
  credentials_environment: CredentialsEnvironment
  credit_refunds_method: CreditRefundsMethod
  day_totals_kind: DayTotalsKind
  desk_contacts_channel: DeskContactsChannel
  desk_contacts_fault: DeskContactsFault
  disputes_outcome: DisputesOutcome
  electronic_acceptances_code: ElectronicAcceptancesCode
  electronic_acceptances_source: ElectronicAcceptancesSource
  electronic_documents_kind: ElectronicDocumentsKind
  electronic_documents_status: ElectronicDocumentsStatus
  electronic_documents_environment: ElectronicDocumentsEnvironment
  electronic_documents_reason: ElectronicDocumentsReason
  electronic_queues_problem: ElectronicQueuesProblem
  electronic_reconciliations_status: ElectronicReconciliationsStatus
  electronic_reconciliations_environment: ElectronicReconciliationsEnvironment
  electronic_steps_to_status: ElectronicStepsToStatus
  equipment_kind: EquipmentKind
  equipment_property: EquipmentProperty
  equipment_state: EquipmentState
  equipment_moves_from_state: EquipmentMovesFromState
  equipment_moves_to_state: EquipmentMovesToState
  evidence_files_kind: EvidenceFilesKind
  file_issuers_environment: FileIssuersEnvironment
  import_choices_kind: ImportChoicesKind
  installation_reports_type_order_job: InstallationReportsTypeOrderJob
  installation_reports_tecnology_service: InstallationReportsTecnologyService
  installation_reports_satisfaction_survey_1: InstallationReportsSatisfactionSurvey1
  installation_reports_satisfaction_survey_2: InstallationReportsSatisfactionSurvey2
  installation_reports_satisfaction_survey_3: InstallationReportsSatisfactionSurvey3
  installation_reports_effect: InstallationReportsEffect
  invoice_lines_vat_treatment: InvoiceLinesVatTreatment
  invoices_kind: InvoicesKind
  journal_debit_account: JournalDebitAccount
  journal_credit_account: JournalCreditAccount
  mail_choices_topic: MailChoicesTopic
  messages_kind: MessagesKind
  messages_category: MessagesCategory
  messages_status: MessagesStatus
  messages_only_while: MessagesOnlyWhile
  messages_channel: MessagesChannel
  messages_template: MessagesTemplate
  messages_delivery: MessagesDelivery
  method_accounts_method: MethodAccountsMethod
  money_accounts_kind: MoneyAccountsKind
  network_devices_kind: NetworkDevicesKind
  network_devices_mode: NetworkDevicesMode
  network_devices_halted: NetworkDevicesHalted
  network_differences_kind: NetworkDifferencesKind
  network_orders_action: NetworkOrdersAction
  network_orders_state: NetworkOrdersState
  network_services_on_suspend: NetworkServicesOnSuspend
  network_services_applied_state: NetworkServicesAppliedState
  network_tries_outcome: NetworkTriesOutcome
  notifications_topic: NotificationsTopic
  numbering_ranges_provider: NumberingRangesProvider
  numbering_ranges_environment: NumberingRangesEnvironment
  numbering_ranges_document: NumberingRangesDocument
  numbering_ranges_notified_state: NumberingRangesNotifiedState
  outgoing_webhooks_state: OutgoingWebhooksState
  payment_agreements_outcome: PaymentAgreementsOutcome
  payment_attempts_method: PaymentAttemptsMethod
  payment_attempts_environment: PaymentAttemptsEnvironment
  payment_attempts_status: PaymentAttemptsStatus
  payment_cases_kind: PaymentCasesKind
  payment_promises_side: PaymentPromisesSide
  payment_promises_outcome: PaymentPromisesOutcome
  payments_method: PaymentsMethod
  plans_segment: PlansSegment
  pqr_cases_type: PqrCasesType
  pqr_cases_typology: PqrCasesTypology
  pqr_cases_service: PqrCasesService
  pqr_cases_channel: PqrCasesChannel
  pqr_cases_response_channel: PqrCasesResponseChannel
  pqr_cases_petitioner_type: PqrCasesPetitionerType
  pqr_cases_status: PqrCasesStatus
  pqr_cases_decision: PqrCasesDecision
  pqr_cases_appeal_kind: PqrCasesAppealKind
  pqr_cases_appeal_decision: PqrCasesAppealDecision
  pqr_cases_sic_outcome: PqrCasesSicOutcome
  pqr_cases_filed_typology: PqrCasesFiledTypology
  pqr_cases_filed_service: PqrCasesFiledService
  pqr_cases_answered_typology: PqrCasesAnsweredTypology
  pqr_cases_satisfaction_channel: PqrCasesSatisfactionChannel
  pqr_cases_withdrawn_channel: PqrCasesWithdrawnChannel
  pqr_cases_data_request: PqrCasesDataRequest
  pqr_entries_kind: PqrEntriesKind
  pqr_entries_side: PqrEntriesSide
  pqr_entries_from_status: PqrEntriesFromStatus
  pqr_entries_to_status: PqrEntriesToStatus
  pqr_entries_decision: PqrEntriesDecision
  pqr_files_kind: PqrFilesKind
  pqr_mails_outcome: PqrMailsOutcome
  pqr_presences_doing: PqrPresencesDoing
  pqr_regulator_codes_list: PqrRegulatorCodesList
  pqr_templates_typology: PqrTemplatesTypology
  provider_events_provider: ProviderEventsProvider
  provider_events_environment: ProviderEventsEnvironment
  provider_events_verdict: ProviderEventsVerdict
  provider_events_outcome: ProviderEventsOutcome
  received_totals_source: ReceivedTotalsSource
  reconnection_terms_cause: ReconnectionTermsCause
  recovery_codes_kind: RecoveryCodesKind
  regulated_parameters_unit: RegulatedParametersUnit
  regulated_parameters_certainty: RegulatedParametersCertainty
  report_schedules_report: ReportSchedulesReport
  report_schedules_every: ReportSchedulesEvery
  report_schedules_format: ReportSchedulesFormat
  run_exclusions_outcome: RunExclusionsOutcome
  runs_status: RunsStatus
  suspension_intervals_kind: SuspensionIntervalsKind
  users_role: UsersRole
  visit_changes_state: VisitChangesState
  visit_changes_slot: VisitChangesSlot
  visits_kind: VisitsKind
  visits_state: VisitsState
  visits_slot: VisitsSlot
  voucher_numbers_kind: VoucherNumbersKind
  webhook_deliveries_state: WebhookDeliveriesState
  whatsapp_templates_notice: WhatsappTemplatesNotice
  whatsapp_templates_status: WhatsappTemplatesStatus
  write_off_moves_kind: WriteOffMovesKind
}

export type Database = {
  accounting_settings: AccountingSettingsTable
  agreement_notices: AgreementNoticesTable
  api_tokens: ApiTokensTable
  attempts: AttemptsTable
  balance_adjustment_reversals: BalanceAdjustmentReversalsTable
  balance_adjustments: BalanceAdjustmentsTable
  balance_closings: BalanceClosingsTable
  bank_agreements: BankAgreementsTable
  bank_files: BankFilesTable
  bank_layouts: BankLayoutsTable
  bank_lines: BankLinesTable
  bank_references: BankReferencesTable
  billed_totals: BilledTotalsTable
  book_closings: BookClosingsTable
  bucket_objects: BucketObjectsTable
  bucket_reviews: BucketReviewsTable
  bulk_items: BulkItemsTable
  bulk_jobs: BulkJobsTable
  bureau_case_invoices: BureauCaseInvoicesTable
  bureau_cases: BureauCasesTable
  bureau_days: BureauDaysTable
  bureau_notices: BureauNoticesTable
  bureau_policies: BureauPoliciesTable
  cash_counts: CashCountsTable
  cash_movements: CashMovementsTable
  cash_settings: CashSettingsTable
  cash_turns: CashTurnsTable
  chart_accounts: ChartAccountsTable
  client_imports: ClientImportsTable
  clients: ClientsTable
  collection_decisions: CollectionDecisionsTable
  collection_notices: CollectionNoticesTable
  collection_policies: CollectionPoliciesTable
  collection_runs: CollectionRunsTable
  collection_templates: CollectionTemplatesTable
  companies: CompaniesTable
  company_tax_regimes: CompanyTaxRegimesTable
  consents: ConsentsTable
  contract_cessions: ContractCessionsTable
  contract_charges: ContractChargesTable
  contract_defaults: ContractDefaultsTable
  contract_documents: ContractDocumentsTable
  contract_equipment_values: ContractEquipmentValuesTable
  contract_refunds: ContractRefundsTable
  contract_signatures: ContractSignaturesTable
  contract_terms: ContractTermsTable
  contract_transfers: ContractTransfersTable
  contract_versions: ContractVersionsTable
  contracts: ContractsTable
  counters: CountersTable
  credentials: CredentialsTable
  credit_notes: CreditNotesTable
  credit_refunds: CreditRefundsTable
  day_totals: DayTotalsTable
  default_views: DefaultViewsTable
  desk_contacts: DeskContactsTable
  disputes: DisputesTable
  electronic_acceptances: ElectronicAcceptancesTable
  electronic_documents: ElectronicDocumentsTable
  electronic_queues: ElectronicQueuesTable
  electronic_reconciliations: ElectronicReconciliationsTable
  electronic_steps: ElectronicStepsTable
  equipment: EquipmentTable
  equipment_moves: EquipmentMovesTable
  equipment_values: EquipmentValuesTable
  event_seals: EventSealsTable
  events: EventsTable
  evidence_files: EvidenceFilesTable
  file_issuers: FileIssuersTable
  file_storings: FileStoringsTable
  idempotency_keys: IdempotencyKeysTable
  import_choices: ImportChoicesTable
  import_records: ImportRecordsTable
  installation_reports: InstallationReportsTable
  invoice_lines: InvoiceLinesTable
  invoices: InvoicesTable
  journal: JournalTable
  known_browsers: KnownBrowsersTable
  link_revocations: LinkRevocationsTable
  list_views: ListViewsTable
  mail_choices: MailChoicesTable
  maintenance: MaintenanceTable
  message_files: MessageFilesTable
  messages: MessagesTable
  method_accounts: MethodAccountsTable
  money_accounts: MoneyAccountsTable
  network_devices: NetworkDevicesTable
  network_differences: NetworkDifferencesTable
  network_orders: NetworkOrdersTable
  network_services: NetworkServicesTable
  network_tries: NetworkTriesTable
  note_concepts: NoteConceptsTable
  notifications: NotificationsTable
  numbering_ranges: NumberingRangesTable
  outage_contracts: OutageContractsTable
  outage_places: OutagePlacesTable
  outages: OutagesTable
  outgoing_webhooks: OutgoingWebhooksTable
  payment_agreement_instalments: PaymentAgreementInstalmentsTable
  payment_agreement_invoices: PaymentAgreementInvoicesTable
  payment_agreements: PaymentAgreementsTable
  payment_attempt_invoices: PaymentAttemptInvoicesTable
  payment_attempts: PaymentAttemptsTable
  payment_cases: PaymentCasesTable
  payment_promises: PaymentPromisesTable
  payment_reversals: PaymentReversalsTable
  payments: PaymentsTable
  pending_charges: PendingChargesTable
  plans: PlansTable
  pqr_cases: PqrCasesTable
  pqr_entries: PqrEntriesTable
  pqr_files: PqrFilesTable
  pqr_mails: PqrMailsTable
  pqr_presences: PqrPresencesTable
  pqr_ranges: PqrRangesTable
  pqr_regulator_codes: PqrRegulatorCodesTable
  pqr_taken_numbers: PqrTakenNumbersTable
  pqr_tasks: PqrTasksTable
  pqr_templates: PqrTemplatesTable
  pqr_visits: PqrVisitsTable
  provider_events: ProviderEventsTable
  queue_runners: QueueRunnersTable
  received_totals: ReceivedTotalsTable
  reconnection_terms: ReconnectionTermsTable
  recovery_codes: RecoveryCodesTable
  regulated_parameters: RegulatedParametersTable
  report_equipment: ReportEquipmentTable
  report_recipients: ReportRecipientsTable
  report_schedules: ReportSchedulesTable
  report_speed_tests: ReportSpeedTestsTable
  report_tasks: ReportTasksTable
  run_exclusions: RunExclusionsTable
  runs: RunsTable
  secret_checks: SecretChecksTable
  sessions: SessionsTable
  signing_links: SigningLinksTable
  sms_accounts: SmsAccountsTable
  stored_files: StoredFilesTable
  stored_totals: StoredTotalsTable
  suspension_intervals: SuspensionIntervalsTable
  two_factor_codes: TwoFactorCodesTable
  two_factors: TwoFactorsTable
  users: UsersTable
  visit_changes: VisitChangesTable
  visits: VisitsTable
  voucher_batches: VoucherBatchesTable
  voucher_entries: VoucherEntriesTable
  voucher_numbers: VoucherNumbersTable
  voucher_turns: VoucherTurnsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_tries: WebhookTriesTable
  whatsapp_accounts: WhatsappAccountsTable
  whatsapp_prices: WhatsappPricesTable
  whatsapp_replies: WhatsappRepliesTable
  whatsapp_templates: WhatsappTemplatesTable
  whatsapp_unreachable: WhatsappUnreachableTable
  withholding_certificates: WithholdingCertificatesTable
  write_off_moves: WriteOffMovesTable
}
