import * as z from 'zod/mini'
import { type ContractStatus, contractStatusOn } from '#domain/contracts/lifecycle.ts'
import { type Day } from '#domain/core/days.ts'
import { EQUIPMENT_KINDS } from '#domain/core/equipment-kind.ts'
import { type Money, minus, Pesos, pesosField, pesosLabel } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { type LineVat, lineAmounts, VAT_TREATMENTS } from '#domain/taxes/charge.ts'
import { EQUIPMENT_STATES, type Equipment, type EquipmentState, equipmentName, PROPERTIES } from './equipment.ts'

/** Where the proposed value of a piece is from: the text of its contract, or the values of the company today. */
const VALUE_SOURCES = ['contract', 'company'] as const

/** The value that is proposed for a piece, as the prices of its contract are: with or without VAT. `most`: of its contract; null without one. */
const Proposal = z.object({
  source: z.nullable(z.enum(VALUE_SOURCES)),
  value: z.nullable(Pesos),
  most: z.nullable(Pesos),
  price_includes_vat: z.boolean(),
  vat: z.object({ treatment: z.enum(VAT_TREATMENTS), rate_bps: z.number(), legal_basis: z.string() }),
})
export type Proposal = z.output<typeof Proposal>

/** A piece that is at a contract, was lost there, or came back after its charge was billed. */
export const ContractPiece = z.object({
  id: z.uuid(),
  kind: z.enum(EQUIPMENT_KINDS),
  brand: z.string(),
  serial: z.nullable(z.string()),
  mac: z.nullable(z.string()),
  property: z.enum(PROPERTIES),
  state: z.enum(EQUIPMENT_STATES),
  /** Why it cannot be charged; null when it can. */
  problem: z.nullable(z.string()),
  /** Null when it cannot be charged. */
  proposal: z.nullable(Proposal),
  /** The charge: in the next invoice of the contract, or in `invoice`. */
  charge: z.nullable(z.object({ price: Pesos, invoice: z.nullable(z.object({ id: z.uuid(), number: z.string() })) })),
  /** The credit note to make, for a piece that came back after it was billed. */
  reminder: z.nullable(z.string()),
})
export type ContractPiece = z.output<typeof ContractPiece>

/** The charge of a piece, as the prices of the contract are: with or without VAT. */
export const UnreturnedCharge = z.strictObject({
  price: pesosField().check(z.refine((price: Money) => price > 0, { error: 'El valor debe ser mayor que cero' })),
})

/** A time of a piece at a contract, with where the piece is now and the charge of it. Amounts of the line: with VAT. */
export type Loan = Pick<Equipment, 'id' | 'kind' | 'brand' | 'serial' | 'mac' | 'property' | 'state'> & {
  move_id: string
  contract_id: string
  no_contract: string
  status: ContractStatus
  active_to: Day | null
  price_includes_vat: boolean
  /** The piece was not at another contract since. */
  is_last: boolean
  /** The last place of the piece before the present one, and the day of that move. */
  moved_from: EquipmentState | null
  moved_on: Day
  charge_price: Money | null
  invoice_id: string | null
  invoice: string | null
  line_description: string | null
  line_total: Money | null
  line_credited: Money | null
}

/** Whether the company does not have the piece back: the client has it, or it was lost while the client had it. */
export const isOut = ({ is_last, state, moved_from }: Pick<Loan, 'is_last' | 'state' | 'moved_from'>): boolean =>
  is_last && (state === 'at_client' || (state === 'lost' && moved_from === 'at_client'))

/** Why the piece of a loan cannot be charged as not returned; null when it can (R2.21). */
export function chargeProblem(loan: Loan, today: Day): string | null {
  if (loan.property !== 'comodato') return 'Solo se cobra un equipo en comodato: este es del cliente'
  if (!isOut(loan)) return 'El equipo volvió: no se cobra'
  if (loan.charge_price !== null)
    return loan.invoice === null
      ? 'Ya se cobró: va en la próxima factura del contrato'
      : `Ya se cobró en la factura ${loan.invoice}`
  if (loan.status === 'cancelled') return 'El contrato se anuló y no se factura: cobra el equipo por fuera de Enlace'
  if (loan.state === 'lost' || contractStatusOn(loan.status, loan.active_to, today) === 'terminated') return null
  return 'Se cobra si se pierde, o si no se devuelve cuando el contrato termine'
}

/** What is left to give back of a billed charge whose piece came back, VAT included. Null when nothing is. */
function amountToCredit({ line_total, line_credited }: Loan): Money | null {
  if (line_total === null) return null
  const left = minus(line_total, line_credited ?? minus(line_total, line_total))
  return left > 0 ? left : null
}

/** 'ONU Huawei HWTC1A2B3C4D volvió y la factura AF-31 ya lo cobró: …': the credit note to make. Null when none is. */
export function creditReminder(loan: Loan): string | null {
  const left = amountToCredit(loan)
  if (left === null) return null
  return `${equipmentName(loan)} volvió y la factura ${loan.invoice} ya lo cobró: devuelve ${pesosLabel(left)} con una nota crédito de la línea "${loan.line_description}"`
}

/** The line of the invoice. */
export const unreturnedDescription = (piece: Parameters<typeof equipmentName>[0]): string =>
  `Equipo no devuelto: ${equipmentName(piece)}`

/** Throws Refusal for a price above the value that the contract of the piece says. */
export function assertAtMost(price: Money, most: Money | null): void {
  if (most !== null && price > most)
    throw refuseField('refused', 'price', `El contrato dice que este equipo vale ${pesosLabel(most)}: no se cobra más`)
}

/**
 * The proposed value: the one of the contract, or else the one of the company today, written as the prices of the contract are: when the
 * company changed whether its prices include the VAT, the client pays the same total.
 */
export function proposalOf(
  values: { contract: Money | null; company: Money | null },
  includes: { contract: boolean; company: boolean },
  vat: LineVat,
): Proposal {
  const common = { most: values.contract, price_includes_vat: includes.contract, vat }
  if (values.contract !== null) return { ...common, source: 'contract', value: values.contract }
  if (values.company === null) return { ...common, source: null, value: null }
  const { base, total } = lineAmounts(values.company, 1, vat, includes.company)
  return { ...common, source: 'company', value: includes.contract ? total : base }
}
