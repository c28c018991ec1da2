// Printed from the database by `npm run schema`: edit a migration, not this file.
import type { ColumnType, Generated } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'

/** Written as JSON text, read as a value of unknown shape. */
type Json = ColumnType<unknown, string | null, string | null>

export type AttemptsTable = {
  subject: string
  failures: Generated<number>
  window_started_at: Generated<Date>
  blocked_until: Date | null
}

export type CompaniesTable = {
  id: Generated<string>
  kind: Generated<string>
  status: Generated<string>
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

export type ContractsTable = {
  company_id: Generated<string>
  id: Generated<string>
  no_contract: string
  plan_id: string
  status: Generated<string>
  created_at: Generated<Date>
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

export type MaintenanceTable = {
  one: Generated<boolean>
  active: Generated<boolean>
  message: Generated<string>
  until: Date | null
  updated_at: Generated<Date>
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

export type RecoveryCodesTable = {
  id: Generated<string>
  kind: string
  email: string
  company_id: string
  user_id: string
  secret_hash: Buffer
  tries_left: number
  expires_at: Date
  used_at: Date | null
  created_at: Generated<Date>
}

export type RegulatedParametersTable = {
  key: string
  valid_from: Day
  valid_to: Day | null
  value: number
  unit: string
  label: string
  legal_basis: string
  certainty: string
  note: Generated<string>
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

export type UsernamesTable = {
  username: string
  company_id: string
  user_id: string
}

export type UsersTable = {
  company_id: Generated<string>
  id: Generated<string>
  role: string
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
}

export type Database = {
  attempts: AttemptsTable
  companies: CompaniesTable
  contract_defaults: ContractDefaultsTable
  contracts: ContractsTable
  event_seals: EventSealsTable
  events: EventsTable
  idempotency_keys: IdempotencyKeysTable
  maintenance: MaintenanceTable
  plans: PlansTable
  recovery_codes: RecoveryCodesTable
  regulated_parameters: RegulatedParametersTable
  sessions: SessionsTable
  usernames: UsernamesTable
  users: UsersTable
}
