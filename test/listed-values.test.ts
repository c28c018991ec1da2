import type { Insertable, Selectable, Updateable } from 'kysely'
import { expectTypeOf, test } from 'vitest'
import type { IdentificationType } from '#domain/clients/client.ts'
import type { MessageKind as MessageCategory } from '#domain/collections/contact-rules.ts'
import type { CompanyStatus } from '#domain/companies/company.ts'
import type { CONSENT_CHANNELS, Purpose } from '#domain/consents/consent.ts'
import type { SUSPENSION_KINDS } from '#domain/contracts/api.ts'
import type { ContractStatus } from '#domain/contracts/lifecycle.ts'
import type { Environment } from '#domain/core/environment.ts'
import type { Role } from '#domain/core/roles.ts'
import type { Segment } from '#domain/core/segment.ts'
import type { Credentials } from '#domain/integrations/credentials.ts'
import type { ProviderEvent } from '#domain/integrations/integration.ts'
import type { DisputeOutcome } from '#domain/invoices/dispute.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { RunOutcome, RunStatus } from '#domain/invoices/run.ts'
import type { Account } from '#domain/ledger/entry.ts'
import type { NumberedKind } from '#domain/ledger/number.ts'
import type { MessageKind, MessageStatus } from '#domain/messages/message.ts'
import type { Topic } from '#domain/notifications/topics.ts'
import type { Parameter } from '#domain/parameters/parameter.ts'
import type { AttemptStatus } from '#domain/payments/attempt.ts'
import type { MoneyAccount } from '#domain/payments/money-account.ts'
import type { OnlineMethod } from '#domain/payments/online.ts'
import type { MANUAL_METHODS, PaymentMethod } from '#domain/payments/payment.ts'
import type { PaymentCase } from '#domain/payments/transaction.ts'
import type { VatTreatment } from '#domain/taxes/vat.ts'
import type { ClientsTable, ListedValues } from '#server/db/types.ts'

/** The list of the domain for each column whose check lists its values. */
type DomainValues = {
  clients_type_identification: IdentificationType
  clients_segment: Segment
  /** The domain knows no platform company: its kind is read by the server alone. */
  companies_kind: 'provider' | 'platform'
  companies_status: CompanyStatus
  consents_purpose: Purpose
  consents_channel: (typeof CONSENT_CHANNELS)[number]
  contracts_status: ContractStatus
  contracts_segment: Segment
  counters_kind: NumberedKind
  credentials_provider: Credentials['provider']
  credentials_environment: Environment
  /** Written by triggers and read by the server alone. */
  day_totals_kind: 'invoiced' | 'collected'
  disputes_outcome: DisputeOutcome
  invoice_lines_vat_treatment: VatTreatment
  /** Read by the server alone. */
  import_choices_kind: 'column' | 'plan'
  invoices_kind: Invoice['kind']
  journal_debit_account: Account
  journal_credit_account: Account
  mail_choices_topic: Topic
  messages_kind: MessageKind
  messages_category: MessageCategory
  messages_status: MessageStatus
  method_accounts_method: MoneyAccount['default_for'][number]
  money_accounts_kind: MoneyAccount['kind']
  notifications_topic: Topic
  payment_attempts_method: OnlineMethod
  payment_attempts_environment: Environment
  payment_attempts_status: AttemptStatus
  payment_cases_kind: PaymentCase['kind']
  credit_refunds_method: (typeof MANUAL_METHODS)[number]
  payments_method: PaymentMethod
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
  suspension_intervals_kind: (typeof SUSPENSION_KINDS)[number]
  users_role: Role
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
