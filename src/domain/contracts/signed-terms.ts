import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { Segment } from '#domain/core/segment.ts'
import type { LineVat } from '#domain/taxes/charge.ts'
import type { ContractCharges } from './charges.ts'
import type { ContractNumbers } from './contract-numbers.ts'
import type { EquipmentValues } from './equipment-values.ts'

/** The data of a contract's text. */
export type SignedTerms = {
  no_contract: string
  /** The sentence of the change that made this version; null for the text that is signed. */
  change: string | null
  company: {
    name: string
    nit: string
    address: string | null
    city: string | null
    phone: string | null
    email: string | null
    website_url: string | null
  }
  client: {
    name: string
    type_identification: string
    identification: string
    email: string | null
    phone: string | null
    address: string
    city: string
    department: string
  }
  place: { address: string; city: string; department: string; segment: Segment; stratum: number | null }
  plan: { name: string; download_speed: string; upload_speed: string }
  price: Money
  /** The first day of `plan` and `price` when they are not in force yet, and what is in force until then; null when they are. */
  until_next: { next_from_on: Day; plan_name: string; price: Money } | null
  price_includes_vat: boolean
  /** Whether the company charges VAT. */
  is_vat_responsible: boolean
  vat: Pick<LineVat, 'treatment' | 'rate_bps'> | null
  /** After a transfer, the first day of the first period with this VAT: the billed ones keep theirs. Null for another text. */
  vat_from_on: Day | null
  date_contract: Day
  billing_cut_day: number
  connection_cost: Money
  discounted_value: Money
  signed_on: Day
  /** The first day of a holder who received the contract and did not sign it; null for the one who signed. */
  ceded_on: Day | null
  installation_due_on: Day
  /** The first day of service; null before the installation. */
  active_from: Day | null
  /** `is_accepted`: false in a draft, where the client has not decided about the clause. */
  permanence: { months: number; from_on: Day; ends_on: Day; table: readonly Money[]; is_accepted: boolean } | null
  /** Whether the client declines a clause that was offered. */
  has_declined_permanence: boolean
  /** Whether the contract renews by itself; true in a draft. */
  accepts_renewal: boolean
  accepts_electronic_invoice: boolean
  /** The charges apart from the plan: of the signature, and in a draft those of the company; null while they are not configured. */
  charges: ContractCharges | null
  /** What the client pays for lent equipment that is not returned (R2.21). */
  equipment_values: EquipmentValues
  numbers: ContractNumbers
}
