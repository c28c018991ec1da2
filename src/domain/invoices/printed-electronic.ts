import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Environment } from '#domain/core/environment.ts'
import { IssuerRegime } from '#domain/taxes/regime.ts'

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

/** The invoice that an electronic note corrects. */
export type CorrectedInvoice = Pick<PrintedElectronic, 'number' | 'cufe' | 'issued_on'>
