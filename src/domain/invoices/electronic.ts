import * as z from 'zod/mini'
import type { IdentificationType } from '#domain/clients/client.ts'
import { DayText } from '#domain/core/days.ts'
import { Environment } from '#domain/core/environment.ts'
import { TaxRegime } from '#domain/taxes/regime.ts'

/**
 * The statuses of an electronic document, in the order of its life. `withdrawn`: its invoice was annulled whole before the DIAN had it, so
 * neither the invoice nor its notes are sent.
 */
export const ELECTRONIC_STATUSES = [
  'queued',
  'sending',
  'pending_dian',
  'rejected',
  'manual',
  'validated',
  'withdrawn',
] as const
export type ElectronicStatus = (typeof ELECTRONIC_STATUSES)[number]

export const ELECTRONIC_LABELS: Readonly<Record<ElectronicStatus, string>> = {
  queued: 'En cola',
  sending: 'Enviando',
  pending_dian: 'Esperando a la DIAN',
  rejected: 'Rechazada',
  manual: 'Por revisar',
  validated: 'Validada',
  withdrawn: 'No se envía',
}

/** The label of a document: one that is validated in tests says so. */
export const electronicLabel = ({
  status,
  environment,
}: {
  status: ElectronicStatus
  environment: Environment | null
}): string => (status === 'validated' && environment === 'test' ? 'Validada en pruebas' : ELECTRONIC_LABELS[status])

/** The electronic document of an invoice or of a credit note. Number and CUFE (CUDE of a note) exist only when it is validated. */
export const ElectronicState = z.object({
  id: z.uuid(),
  status: z.enum(ELECTRONIC_STATUSES),
  number: z.nullable(z.string()),
  cufe: z.nullable(z.string()),
  /** Where it was sent: what is validated in tests is worth nothing before the DIAN. Null until it is sent. */
  environment: z.nullable(Environment),
})
export type ElectronicState = z.output<typeof ElectronicState>

const IssuerRegime = z.omit(TaxRegime, { from_on: true })
export type IssuerRegime = z.output<typeof IssuerRegime>

/** A validated document as its PDF shows it. `numbering`: null for a series without resolution. */
export const PrintedElectronic = z.object({
  number: z.string(),
  /** The CUDE of a note. */
  cufe: z.string(),
  qr_url: z.string(),
  validated_at: z.iso.datetime(),
  /** When the document was generated; null while its XML was not read. */
  generated_at: z.nullable(z.iso.datetime()),
  /** The day of issue of the document itself. */
  issued_on: DayText,
  environment: Environment,
  /** The quality of the company on the day of issue, which the document states (Resolución DIAN 000165 de 2023, art. 11). */
  issuer_regime: IssuerRegime,
  /** A technological provider, or a file that the company signed and transmitted. */
  issuer: z.enum(['factus', 'ubl_file']),
  numbering: z.nullable(
    z.object({
      prefix: z.string(),
      from: z.nullable(z.number()),
      to: z.nullable(z.number()),
      resolution: z.nullable(z.string()),
      starts_on: z.nullable(DayText),
      ends_on: z.nullable(DayText),
    }),
  ),
})
export type PrintedElectronic = z.output<typeof PrintedElectronic>

/** The codes of the DIAN for the types of identification. */
export const DIAN_DOCUMENT_CODES: Readonly<Record<IdentificationType, string>> = {
  TI: '12',
  CC: '13',
  CE: '22',
  NIT: '31',
  PA: '41',
  PEP: '47',
  PPT: '48',
}

/** Who a validated document names, as it was sent: a later change of the client does not change it. */
export type SentBuyer = { name: string; type_identification: string; identification: string; address: string }

/** The invoice that an electronic note corrects. */
export type CorrectedInvoice = Pick<PrintedElectronic, 'number' | 'cufe' | 'issued_on'>
