import type { Correction } from '#domain/contracts/correction.ts'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { DayRange, Period, PeriodBounds } from '#domain/core/period.ts'
import type { Segment } from '#domain/core/segment.ts'
import { openPort } from '#server/core/port.ts'
import type { Tx } from '#server/core/tx.ts'

/** A change of a contract that is not stored yet: its last day, the end of its open suspension, a pause, its terms from a day on. */
export type PlannedChange = {
  active_to?: Day
  /** The last day of the open suspension, or of the pause in force. `keeps_pauses`: only of a suspension without an end. */
  suspended_to?: Day
  keeps_pauses?: boolean
  pause?: PeriodBounds
  terms?: { from_on: Day; plan_name: string; price: Money }
  /** The id of a transfer that is cancelled or undone. */
  cancelled_transfer?: string
}

/** What waits for the next invoice of a contract, VAT included: charges, and what is given back. */
export type WaitingCharges = { charged: Money; refunded: Money }

/** What was credited of the invoices of a void contract, and what of it is to be paid back to the client. */
export type VoidedInvoices = { credited: Money; owed: Money }

/** What decides the VAT of a service. */
type VatAddress = { segment: Segment; stratum: number | null }

/**
 * The corrections of the periods of a contract that were billed before its change (docs/decisions/0028). Invoices are to the right of
 * contracts: invoices/corrections.ts implements this, and reactions.ts connects it.
 */
export type BilledPeriods = {
  /** What waits for the next invoice and belongs to the days of a contract before one. */
  waitingBefore(tx: Tx, contractId: string, before: Day, today: Day): Promise<WaitingCharges>
  /** The ceded contracts with something to settle for an earlier holder. */
  listUnsettled(tx: Tx, today: Day): Promise<string[]>
  /** Settles for the earlier holders of a ceded contract what belongs to their days. */
  settleEarlierHolders(tx: Tx, contractId: string, today: Day): Promise<void>
  /** Corrects the billed periods that intersect `changed`, after the change is stored and with the contract locked. */
  correct(tx: Tx, contractId: string, changed: DayRange, today: Day): Promise<Correction[]>
  /** The corrections that a change would make; nothing is written. */
  preview(tx: Tx, contractId: string, changed: DayRange & { planned: PlannedChange }, today: Day): Promise<Correction[]>
  /** Credits all that is left of the invoices of a void contract, and sets apart what was paid of them. `due_on`: the last day to pay it back. */
  creditAll(
    tx: Tx,
    contract: { id: string; client_id: string },
    note: { concept: string; today: Day; due_on: Day | null },
  ): Promise<VoidedInvoices>
  /** The number of an invoice that charges the connection and that no note annulled; null without one. */
  connectionInvoice(tx: Tx, contractId: string): Promise<string | null>
  /** The last day that is billed, of the days from `from` on; null when none is. */
  billedUntil(tx: Tx, contractId: string, from: Day): Promise<Day | null>
  /** The last day, of the days from `from` on, that is billed with the VAT of another address; null when none is. */
  billedElsewhereUntil(tx: Tx, contractId: string, from: Day, address: VatAddress): Promise<Day | null>
  /** Of some periods, those that a run of the cut day billed, or bills now. */
  ranPeriods(tx: Tx, periods: readonly Period[], cutDay: number): Promise<ReadonlySet<Period>>
}

const port = openPort<BilledPeriods>('BilledPeriods')

/** Sets the module that corrects billed periods: connectModules of src/server/reactions.ts calls it. */
export const setBilledPeriods = port.connect

/** The module that corrects billed periods. Throws when setBilledPeriods was not called. */
export const billedPeriods = port.get
