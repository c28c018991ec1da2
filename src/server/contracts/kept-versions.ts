import { hash } from 'node:crypto'
import type { ContractCharges } from '#domain/contracts/charges.ts'
import type { EquipmentValues } from '#domain/contracts/equipment-values.ts'
import { signedText } from '#domain/contracts/signed-text.ts'
import { firstUnbilledPeriod } from '#domain/contracts/transfer.ts'
import { type Asked, askedLabel, VERSION_EVENTS, type VersionChannel } from '#domain/contracts/version.ts'
import type { Day } from '#domain/core/days.ts'
import type { EventName } from '#domain/core/event.ts'
import type { Tx } from '#server/core/tx.ts'
import { billedPeriods } from './billed-periods.ts'
import { type ContractRow, getContract } from './contract-queries.ts'
import { CHANGE_SENTENCES, readSignedTerms } from './contract-terms.ts'
import { insertVersion } from './version-queries.ts'

/** What the event of a kept version contains: its number and the SHA-256 of its text in hexadecimal. */
type VersionData = { version: number; text_hash: string }

/** SHA-256 of a contract's text in hexadecimal. */
export const textHash = (text: string): string => hash('sha256', text)

/** Keeps the text that the client signed. */
export async function keepSigned(
  tx: Tx,
  contract: { id: string; from_on: Day },
  signed: {
    channel: VersionChannel
    name: string
    signature_id: string
    text: string
    equipment_values: EquipmentValues
    charges: ContractCharges | null
  },
): Promise<VersionData> {
  const text_hash = textHash(signed.text)
  const version = await insertVersion(tx, {
    contract_id: contract.id,
    reason: 'signature',
    from_on: contract.from_on,
    channel: signed.channel,
    accepted_by: signed.name,
    asked: null,
    signature_id: signed.signature_id,
    text: signed.text,
    text_hash: Buffer.from(text_hash, 'hex'),
    equipment_values: signed.equipment_values,
    charges: signed.charges,
  })
  return { version, text_hash }
}

/** Keeps the text of a contract after a change that makes a version (VERSION_EVENTS); null for another event. */
export async function keepChanged(
  tx: Tx,
  event: EventName,
  contract: ContractRow,
  { today, asked }: { today: Day; asked: Asked | null },
): Promise<VersionData | null> {
  const reason = VERSION_EVENTS[event]
  if (reason === undefined) return null
  const from_on = reason === 'plan_change' ? (contract.next_from_on ?? today) : today
  const sentence = CHANGE_SENTENCES[reason](contract, from_on)
  const change = asked === null ? sentence : `${sentence} ${askedLabel(asked)}.`
  const vat_from_on = reason === 'transfer' ? await vatFromOn(tx, contract, from_on) : null
  const terms = await readSignedTerms(tx, contract, { on: today, change, vat_from_on })
  const text = signedText(terms)
  const text_hash = textHash(text)
  const version = await insertVersion(tx, {
    contract_id: contract.id,
    reason,
    from_on,
    channel: 'desk',
    accepted_by: contract.client_name,
    asked,
    signature_id: null,
    text,
    text_hash: Buffer.from(text_hash, 'hex'),
    equipment_values: terms.equipment_values,
    charges: terms.charges,
  })
  return { version, text_hash }
}

/** The first day of the first period that has the VAT of the address to which a service moved on a day. */
async function vatFromOn(tx: Tx, contract: ContractRow, on: Day): Promise<Day> {
  const billedUntil = await billedPeriods().billedElsewhereUntil(tx, contract.id, on, contract)
  return firstUnbilledPeriod(on, billedUntil, contract.billing_cut_day)
}

/** The same for a change that a job or a visit applies on its day, after its writes. */
export async function keepApplied(
  tx: Tx,
  event: EventName,
  no: string,
  on: Day,
): Promise<VersionData | Record<string, never>> {
  const contract = await getContract(tx, no, { userId: null }, on)
  return (contract && (await keepChanged(tx, event, contract, { today: on, asked: null }))) ?? {}
}
