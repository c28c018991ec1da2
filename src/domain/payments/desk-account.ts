import * as z from 'zod/mini'
import { type Day, DayText } from '#domain/core/days.ts'
import { type Money, Pesos, PesosSum, pesosLabel } from '#domain/core/money.ts'
import { INVOICE_STATUSES } from '#domain/invoices/invoice.ts'
import { type Parameter, parameterOn, valueLabel } from '#domain/parameters/parameter.ts'
import { regimeOn, type TaxRegime } from '#domain/taxes/regime.ts'
import {
  type Payee,
  type Payer,
  roundedMinimum,
  suggestedWithholdings,
  type Withholdings,
  withholdingRulesOn,
} from '#domain/taxes/withholding.ts'
import { INVOICES_MAX } from './payment.ts'

const Suggestion = z.object({
  retefuente: z.nullable(Pesos),
  reteiva: z.nullable(Pesos),
  reteica: z.nullable(Pesos),
})

/** An open invoice of a client at the desk. */
const DeskInvoice = z.object({
  id: z.uuid(),
  number: z.string(),
  due_on: DayText,
  status: z.enum(INVOICE_STATUSES),
  total: Pesos,
  balance: Pesos,
  disputed_amount: Pesos,
  /** Null when nothing can be suggested: the client is a person, or a part of the invoice is already paid or credited. */
  suggested: z.nullable(Suggestion),
  /**
   * The most that the rules withhold of it after its credit notes; null when a parameter is missing. `before`: what its payments withheld
   * of it already.
   */
  limits: z.object({
    retefuente: z.nullable(Pesos),
    reteiva: z.nullable(Pesos),
    before: z.object({ retefuente: Pesos, reteiva: Pesos }),
  }),
})
export type DeskInvoice = z.output<typeof DeskInvoice>

/** The account of a client for a payment at the desk: the open invoices, the oldest due first, at most INVOICES_MAX. */
export const DeskAccount = z.object({
  client: z.object({ id: z.uuid(), name: z.string(), identification: z.string() }),
  invoices: z.array(DeskInvoice).check(z.maxLength(INVOICES_MAX)),
  /** The debt of all its open invoices. */
  balance: PesosSum,
  /** What of that debt is disputed, and so not collected (R2.15). */
  disputed: PesosSum,
  credit: PesosSum,
  /** What of the credit is to be paid back of void contracts: it pays no invoice. */
  owed: PesosSum,
  /** The rule of each withholding, for a client that is a company; null for a person, who withholds nothing. */
  /** Whether the client is a company: a person seldom withholds. */
  is_company: z.boolean(),
  withholding_rules: z.nullable(z.object({ retefuente: z.string(), reteiva: z.string(), reteica: z.string() })),
})
export type DeskAccount = z.output<typeof DeskAccount>

/**
 * A company as a payer. A company always withholds income tax; whether it withholds VAT depends on its status at the DIAN, so that is
 * suggested with its rule; the rate of reteICA is not known, so it is never suggested.
 */
const COMPANY_PAYER: Payer = { withholds_income: true, withholds_vat: true, ica: null }
const payeeOf = (regime: Omit<TaxRegime, 'from_on'>): Payee => ({
  files_income_tax: true,
  self_withholding: regime.is_self_withholder,
  simple_regime: regime.is_simple_regime,
})

/**
 * The withholdings that a company probably applies to an invoice (R1.12), by the rules of its issue day. Null when a part of the
 * invoice is already paid or credited, because its withholdings may be in that part.
 */
export function suggestedFor(
  invoice: { subtotal: Money; vat: Money; total: Money; balance: Money; issued_on: Day },
  parameters: readonly Parameter[],
  regimes: readonly TaxRegime[],
): Withholdings | null {
  if (invoice.balance !== invoice.total) return null
  const rules = withholdingRulesOn(parameters, invoice.issued_on)
  const payee = payeeOf(regimeOn(regimes, invoice.issued_on))
  return suggestedWithholdings({ base: invoice.subtotal, vat: invoice.vat }, COMPANY_PAYER, payee, rules)
}

/** The sentence of each withholding on a day, with the regulated values and their legal basis. */
export function withholdingSentences(
  parameters: readonly Parameter[],
  on: Day,
  regimes: readonly TaxRegime[],
): NonNullable<DeskAccount['withholding_rules']> {
  const { minimumBase } = withholdingRulesOn(parameters, on)
  const [rate, base, vat] = [
    parameterOn(parameters, 'tax.withholding_services_filer', on),
    parameterOn(parameters, 'tax.withholding_services_base', on),
    parameterOn(parameters, 'tax.vat_withholding', on),
  ]
  const from =
    minimumBase === null || base === null
      ? 'La base mínima depende de la UVT, que falta para esa fecha: escribe el valor del certificado.'
      : `Aplica desde una base de ${pesosLabel(roundedMinimum(minimumBase))} (${valueLabel(base)}, ${base.legal_basis}).`
  return {
    retefuente: `${rate === null ? 'Servicios' : valueLabel(rate)} de la base sin IVA. ${from} ${exemptSentence(regimeOn(regimes, on))}`,
    reteiva: `${vat === null ? 'Una parte' : valueLabel(vat)} del IVA, solo si el cliente es agente de retención de IVA: gran contribuyente o entidad del Estado.`,
    reteica: 'La tarifa por mil es de cada municipio: escribe el valor del certificado.',
  }
}

/** Why no retefuente applies to the company, or when it would not. */
function exemptSentence({ is_self_withholder, is_simple_regime }: Omit<TaxRegime, 'from_on'>): string {
  if (is_self_withholder) return 'A tu empresa no le aplica: es autorretenedora.'
  if (is_simple_regime) return 'A tu empresa no le aplica: es del régimen simple.'
  return 'No aplica si tu empresa es autorretenedora o del régimen simple.'
}
