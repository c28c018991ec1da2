import * as z from 'zod/mini'
import type { IdentificationType } from '#domain/clients/client.ts'
import { Environment } from '#domain/core/environment.ts'

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

/** The states of a document that is not validated by which invoices are listed. */
export const PENDING_ELECTRONIC = ['rejected', 'manual', 'pending_dian', 'queued'] as const satisfies ElectronicStatus[]
export type PendingElectronic = (typeof PENDING_ELECTRONIC)[number]

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
