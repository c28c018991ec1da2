import type { Insertable, Selectable, Updateable } from 'kysely'
import { expectTypeOf, test } from 'vitest'
import type { ChartUse } from '#domain/accounting/chart.ts'
import type { VoucherKind } from '#domain/accounting/voucher.ts'
import type { WriteOffMoveKind } from '#domain/accounting/write-off.ts'
import type { BankFormat, Movement } from '#domain/banks/movement.ts'
import type { LineState, ReferenceKind } from '#domain/banks/pairing.ts'
import type { BucketFile } from '#domain/bucket/bucket.ts'
import type { BulkAction, BulkItem, BulkStatus } from '#domain/bulk/bulk.ts'
import type { IdentificationType } from '#domain/clients/client.ts'
import type { AgreementNoticeKind } from '#domain/collections/agreement-notice.ts'
import type { BureauOutcome } from '#domain/collections/bureau.ts'
import type { PolicyMode } from '#domain/collections/policy.ts'
import type {
  DecisionOutcome,
  NoticeChannel,
  ReconnectionTerm,
  RunDecision,
  RunState,
} from '#domain/collections/preview.ts'
import type { PaymentPromise, PromiseOutcome } from '#domain/collections/promise.ts'
import type { TemplateKind } from '#domain/collections/template.ts'
import type { CompanyStatus } from '#domain/companies/company.ts'
import type { ConsentChannel, Purpose } from '#domain/consents/consent.ts'
import type { DocumentKind } from '#domain/contracts/document.ts'
import type { ContractStatus } from '#domain/contracts/lifecycle.ts'
import type { EndedSuspension } from '#domain/contracts/reconnection.ts'
import type { RetractionChannel } from '#domain/contracts/retraction.ts'
import type { AskedChannel, VersionChannel, VersionReason } from '#domain/contracts/version.ts'
import type { Environment } from '#domain/core/environment.ts'
import type { EquipmentKind } from '#domain/core/equipment-kind.ts'
import type { Role } from '#domain/core/roles.ts'
import type { Segment } from '#domain/core/segment.ts'
import type { Acceptance } from '#domain/einvoices/acceptance.ts'
import type { ElectronicRow, Reconciliation } from '#domain/einvoices/electronic.ts'
import type { ReasonCode } from '#domain/einvoices/rejection.ts'
import type { EquipmentState, Property } from '#domain/equipment/equipment.ts'
import type { ImportDefaults } from '#domain/imports/defaults.ts'
import type { FileKind } from '#domain/installations/file-api.ts'
import type { Report } from '#domain/installations/report.ts'
import type { ApiToken } from '#domain/integrations/api-token.ts'
import type { Credentials } from '#domain/integrations/credentials.ts'
import type { ProviderEvent } from '#domain/integrations/integration.ts'
import type { NumberingRange } from '#domain/integrations/numbering-range.ts'
import type { OnlineMethod } from '#domain/integrations/online-method.ts'
import type { DeliveryState, OutgoingWebhook } from '#domain/integrations/outgoing-webhook.ts'
import type { TemplateStatus, WhatsappNotice } from '#domain/integrations/whatsapp.ts'
import type { BILL_REFERENCES } from '#domain/invoices/bank-agreement.ts'
import type { DisputeOutcome } from '#domain/invoices/dispute.ts'
import type { ElectronicStatus } from '#domain/invoices/electronic.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { RunOutcome, RunStatus } from '#domain/invoices/run.ts'
import type { Account } from '#domain/ledger/entry.ts'
import type { NumberedKind } from '#domain/ledger/number.ts'
import type { ContactFault, DeskChannel } from '#domain/messages/contact.ts'
import type { MessageKind as MessageCategory } from '#domain/messages/contact-rules.ts'
import type { DeliveryStep, MessageChannel, MessageKind, MessageStatus } from '#domain/messages/message.ts'
import type { DifferenceKind } from '#domain/network/compare.ts'
import type { OnSuspend, ServiceState } from '#domain/network/connection.ts'
import type { DeviceKind, DeviceMode, Halt } from '#domain/network/device.ts'
import type { OrderAction, OrderState, TryOutcome } from '#domain/network/order.ts'
import type { Topic } from '#domain/notifications/topics.ts'
import type { Parameter } from '#domain/parameters/parameter.ts'
import type { AttemptStatus } from '#domain/payments/attempt.ts'
import type { CASH_MOVEMENT_KINDS } from '#domain/payments/cash-turn.ts'
import type { MoneyAccount } from '#domain/payments/money-account.ts'
import type { MANUAL_METHODS, PaymentMethod } from '#domain/payments/payment.ts'
import type { PaymentCase } from '#domain/payments/transaction.ts'
import type { EntryKind, PqrEntry } from '#domain/pqr/case.ts'
import type { MailOutcome } from '#domain/pqr/inbound-api.ts'
import type { PqrStatus } from '#domain/pqr/lifecycle.ts'
import type { PresentPerson } from '#domain/pqr/presence-api.ts'
import type { RegulatorCode } from '#domain/pqr/regulator-api.ts'
import type {
  AppealKind,
  DataRequest,
  PqrChannel,
  PqrDecision,
  PqrService,
  PqrType,
  ResponseChannel,
  SatisfactionChannel,
  SicOutcome,
  Typology,
} from '#domain/pqr/topics.ts'
import type { FactusKind } from '#domain/providers/factus-document.ts'
import type { ReportName } from '#domain/reports/report.ts'
import type { Every, FileFormat } from '#domain/reports/schedule.ts'
import type { VatTreatment } from '#domain/taxes/charge.ts'
import type { VisitKind, VisitState, VisitTime } from '#domain/visits/visit.ts'
import type { ClientsTable, ListedValues } from '#server/db/types.ts'

/** The list of the domain for each column whose check lists its values. */
type DomainValues = {
  agreement_notices_kind: AgreementNoticeKind
  bank_agreements_reference: (typeof BILL_REFERENCES)[number]
  bank_files_format: BankFormat
  balance_closings_kind: 'small' | 'write_off'
  bank_files_reference_kind: ReferenceKind
  bank_lines_method: Movement['method']
  bank_lines_state: LineState
  bucket_objects_kind: BucketFile['kind']
  bucket_objects_use: Exclude<BucketFile['use'], 'binned'>
  bureau_cases_outcome: BureauOutcome
  bulk_items_outcome: BulkItem['outcome']
  client_imports_balances: NonNullable<ImportDefaults['balances']>
  bulk_jobs_action: BulkAction
  bulk_jobs_status: BulkStatus
  cash_movements_kind: (typeof CASH_MOVEMENT_KINDS)[number]
  collection_decisions_action: RunDecision['action']
  collection_decisions_outcome: DecisionOutcome
  collection_notices_channel: 'email' | NoticeChannel
  collection_policies_mode: PolicyMode
  collection_runs_status: RunState
  collection_templates_kind: TemplateKind
  desk_contacts_channel: DeskChannel
  desk_contacts_fault: ContactFault
  payment_agreements_outcome: PromiseOutcome
  payment_promises_outcome: PromiseOutcome
  payment_promises_side: PaymentPromise['side']
  reconnection_terms_cause: ReconnectionTerm['cause']
  clients_type_identification: IdentificationType
  clients_segment: Segment
  /** The domain knows no platform company: its kind is read by the server alone. */
  companies_kind: 'provider' | 'platform'
  companies_status: CompanyStatus
  consents_purpose: Purpose
  consents_channel: ConsentChannel
  contract_versions_asked_channel: AskedChannel
  contract_versions_channel: VersionChannel
  contract_versions_reason: VersionReason
  contracts_status: ContractStatus
  contracts_segment: Segment
  contracts_installation_notice: 'near' | 'late'
  contracts_retraction_channel: RetractionChannel
  contract_cessions_decision: 'accepted' | 'refused'
  contract_cessions_notice: 'near' | 'late'
  contract_refunds_notice: 'near' | 'late'
  contract_transfers_segment: Segment
  contract_transfers_earlier_segment: Segment
  counters_kind: NumberedKind
  credentials_provider: Credentials['provider']
  credentials_environment: Environment
  /** Written by triggers and read by the server alone. */
  day_totals_kind: 'invoiced' | 'collected'
  api_tokens_role: ApiToken['role']
  outgoing_webhooks_state: OutgoingWebhook['state']
  voucher_numbers_kind: VoucherKind
  webhook_deliveries_state: DeliveryState
  whatsapp_templates_notice: WhatsappNotice
  whatsapp_templates_status: TemplateStatus
  chart_accounts_use: ChartUse
  report_schedules_every: Every
  report_schedules_format: FileFormat
  report_schedules_report: ReportName
  /** As those of day_totals. */
  billed_totals_source: 'invoice' | 'credit_note' | 'opening_note'
  received_totals_source: 'payment' | 'reversal' | 'refund'
  disputes_outcome: DisputeOutcome
  equipment_kind: EquipmentKind
  equipment_property: Property
  equipment_state: EquipmentState
  equipment_moves_from_state: EquipmentState
  equipment_moves_to_state: EquipmentState
  electronic_acceptances_code: Acceptance['code']
  electronic_acceptances_source: Acceptance['source']
  electronic_documents_environment: Environment
  electronic_reconciliations_environment: Environment
  electronic_documents_kind: ElectronicRow['kind']
  electronic_documents_reason: ReasonCode
  electronic_documents_status: ElectronicStatus
  file_issuers_environment: Environment
  /** Written and read by the server alone. */
  electronic_queues_problem: 'credentials' | 'range' | 'blocked' | 'account' | 'limited' | 'unanswered' | 'error'
  electronic_reconciliations_status: Reconciliation['status']
  electronic_steps_to_status: ElectronicStatus
  evidence_files_kind: FileKind
  installation_reports_effect: Report['effect']['kind']
  installation_reports_satisfaction_survey_1: Report['satisfactionSurvey']['satisfaction_survey_1']
  installation_reports_satisfaction_survey_2: Report['satisfactionSurvey']['satisfaction_survey_2']
  installation_reports_satisfaction_survey_3: Report['satisfactionSurvey']['satisfaction_survey_3']
  installation_reports_tecnology_service: Report['tecnology_service']
  installation_reports_type_order_job: Report['type_order_job']
  invoice_lines_vat_treatment: VatTreatment
  /** Read by the server alone. */
  import_choices_kind: 'column' | 'default' | 'plan'
  invoices_kind: Invoice['kind']
  journal_debit_account: Account
  journal_credit_account: Account
  mail_choices_topic: Topic
  messages_kind: MessageKind
  messages_category: MessageCategory
  messages_channel: MessageChannel
  messages_delivery: DeliveryStep
  messages_template: WhatsappNotice
  /** Read by the server alone. */
  messages_only_while: 'owed' | 'noticed' | 'cut' | 'bureau' | 'agreement'
  messages_status: MessageStatus
  method_accounts_method: MoneyAccount['default_for'][number]
  money_accounts_kind: MoneyAccount['kind']
  network_devices_kind: DeviceKind
  network_devices_mode: DeviceMode
  network_devices_halted: Halt
  network_differences_kind: DifferenceKind
  network_orders_action: OrderAction
  network_orders_state: OrderState
  network_services_applied_state: ServiceState
  network_services_on_suspend: OnSuspend
  network_tries_outcome: TryOutcome
  notifications_topic: Topic
  payment_attempts_method: OnlineMethod
  payment_attempts_environment: Environment
  payment_attempts_status: AttemptStatus
  payment_cases_kind: PaymentCase['kind']
  credit_refunds_method: (typeof MANUAL_METHODS)[number]
  payments_method: PaymentMethod
  numbering_ranges_document: FactusKind
  numbering_ranges_environment: Environment
  numbering_ranges_notified_state: Exclude<NumberingRange['state'], 'ok'>
  numbering_ranges_provider: 'factus' | 'ubl_file'
  plans_segment: Segment
  pqr_cases_type: PqrType
  pqr_cases_typology: Typology
  pqr_cases_filed_typology: Typology
  pqr_cases_answered_typology: Typology
  pqr_cases_filed_service: PqrService
  pqr_cases_satisfaction_channel: SatisfactionChannel
  pqr_cases_service: PqrService
  pqr_cases_data_request: DataRequest
  pqr_cases_channel: PqrChannel
  pqr_cases_response_channel: ResponseChannel
  pqr_cases_withdrawn_channel: PqrChannel
  pqr_cases_petitioner_type: IdentificationType
  pqr_cases_status: PqrStatus
  pqr_cases_decision: PqrDecision
  pqr_cases_appeal_kind: AppealKind
  pqr_cases_appeal_decision: PqrDecision
  pqr_cases_sic_outcome: SicOutcome
  pqr_entries_kind: EntryKind
  pqr_entries_side: PqrEntry['side']
  pqr_entries_from_status: PqrStatus
  pqr_entries_to_status: PqrStatus
  pqr_entries_decision: PqrDecision
  /** Written and read by the server alone. */
  pqr_files_kind: 'pdf' | 'image'
  pqr_mails_outcome: Exclude<MailOutcome, 'repeated' | 'too_many'>
  pqr_presences_doing: PresentPerson['doing']
  pqr_regulator_codes_list: RegulatorCode['list']
  pqr_templates_typology: Typology
  provider_events_provider: Credentials['provider']
  provider_events_environment: Environment
  provider_events_verdict: ProviderEvent['verdict']
  provider_events_outcome: NonNullable<ProviderEvent['outcome']>
  /** Written and read by the server alone. */
  recovery_codes_kind: 'code' | 'link' | 'email'
  regulated_parameters_unit: Parameter['unit']
  regulated_parameters_certainty: Parameter['certainty']
  run_exclusions_outcome: Exclude<RunOutcome['outcome'], 'created'>
  runs_status: RunStatus
  suspension_intervals_kind: EndedSuspension['kind']
  contract_documents_kind: DocumentKind
  users_role: Role
  visits_kind: VisitKind
  write_off_moves_kind: Exclude<WriteOffMoveKind, 'write_off' | 'undo'>
  visits_state: VisitState
  visits_slot: VisitTime['slot']
  visit_changes_state: VisitState
  visit_changes_slot: VisitTime['slot']
}

// The compiler does the work of both tests: a value that only the database or only the domain knows is an error of `npm run check:types`.
test('the values that a check of the database lists are those of the domain, in both directions', () => {
  expectTypeOf<ListedValues>().toEqualTypeOf<DomainValues>()
})

test('a generated column can be read but not written', () => {
  expectTypeOf<Selectable<ClientsTable>>().toHaveProperty('search')
  expectTypeOf<Insertable<ClientsTable>>().not.toHaveProperty('search')
  expectTypeOf<Updateable<ClientsTable>>().not.toHaveProperty('search')
})
